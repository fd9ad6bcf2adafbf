"""Numbers of steps and ranks that pages set as lines of their own, joined to the line that follows."""

import re
from itertools import pairwise
from typing import Final

LEAST: Final = 3
"""Minimum numbers, counted from 1 on."""
_STEP: Final = re.compile(r"<p>([(（]?(\d{1,3})[.)）]?)</p>(<(?:p|h[2-6])>)(?=(?:<[^<>]*>)*[^\W\d_])")
"""A number alone in a paragraph, and the start of a line that begins with a letter."""


def joined(html: str) -> str:
    """An article's ``html`` with its numbers joined to the lines, if these are alike and the numbers have no gap."""
    found = _STEP.findall(html)
    numbers = [int(number) for _, number, _ in found]
    starts = [at for at, number in enumerate(numbers) if number == 1]
    counts = all(after in (1, before + 1) for before, after in pairwise(numbers))
    long = all(end - start >= LEAST for start, end in pairwise([*starts, len(numbers)]))
    if starts[:1] != [0] or not counts or not long or len({tag for _, _, tag in found}) > 1:
        return html
    return _STEP.sub(r"\3\1 ", html)
