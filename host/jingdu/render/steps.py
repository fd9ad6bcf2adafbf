"""Joins numbers of steps, ranks and sections that are lines of their own to the next line; makes lists of bullets."""

import re
from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

MIN_NUMBERS: Final = 3
"""Minimum count of numbers from 1 on; one less before headings."""
_STEP: Final = re.compile(
    r"<(p|h[2-6])>([(（]?(\d{1,3}|\d{1,2}(?:\.\d{1,2}){1,3})[.)）]?)</\1>(<(?:p|h[2-6])>)(?=(?:<[^<>]*>)*[^\W\d_])"
)
"""A number alone in a paragraph or heading, and the start of a line that begins with a letter."""
_BULLET: Final = re.compile(r"<p>[•●○◦▪■](?:</p><p>|\s?(?!</p>))")
_ITEM: Final = rf"{_BULLET.pattern}(?:(?!</?p[ >]).)*</p>"
_BULLETS: Final = re.compile(rf"{_ITEM}(?:{_ITEM})*")
"""Items of a list, each after or below its bullet; a literal beginning is thirty times as fast to find as a group."""


def joined(html: str) -> str:
    """An article's ``html`` with such numbers joined to the next line, and bullets made lists.

    Numbers are joined if those before lines of the same tag have no gap; a section's number such as 1.2 is joined only
    to a heading.
    """
    numbers: defaultdict[str, list[int]] = defaultdict(list)
    for _, _, number, line in _STEP.findall(html):
        if "." not in number:
            numbers[line].append(int(number))
    counted = {line for line, found in numbers.items() if _count(found, MIN_NUMBERS - (line != "<p>"))}

    def join(step: re.Match[str]) -> str:
        _, sign, number, line = step.groups()
        return f"{line}{sign} " if (line != "<p>" if "." in number else line in counted) else step[0]

    return _BULLETS.sub(_list, _STEP.sub(join, html))


def _list(run: re.Match[str]) -> str:
    """The list for a run of bullets; a single bullet must be in a paragraph of its own."""
    items, number = _BULLET.subn("<li>", run[0])
    return f"<ul>{items.replace('</p>', '</li>')}</ul>" if number > 1 or "</p><p>" in run[0] else run[0]


def _count(numbers: Sequence[int], least: int) -> bool:
    """Whether the numbers count from 1 to at least ``least``, once or several times."""
    starts = [at for at, number in enumerate(numbers) if number == 1]
    counts = all(after in (1, before + 1) for before, after in pairwise(numbers))
    return starts[:1] == [0] and counts and all(end - at >= least for at, end in pairwise([*starts, len(numbers)]))
