"""Prose in ``pre``, as browsers show text files: paragraphs in place of lines that were broken by hand."""

import re
from collections.abc import Sequence
from itertools import groupby, pairwise
from typing import Final, NamedTuple

from jingdu.render.markup import escape
from jingdu.text.words import ideographs

MIN_PROSE: Final = 0.6
"""Share of the characters that are in text that ends as sentences do."""
MAX_SIGNS: Final = 0.1
"""Share of other characters than letters, digits, spaces and the punctuation of sentences in text."""
MIN_WIDTH: Final = 55
"""Minimum characters of lines that were broken by hand, of which ideographs count as three; verses are shorter."""
MAX_WIDTH: Final = 120
"""Maximum characters of such lines; longer ones are whole paragraphs."""
FULL: Final = 0.7
"""Share of the width from which a line goes on in the next one."""
MIN_FULL: Final = 1 / 3
"""Share of such lines in text that was broken by hand."""
INDENT: Final = 4
"""Spaces more than usual before the lines of a listing."""
_COLUMNS: Final = re.compile(r"\S {3,}\S")
_OTHER: Final = re.compile(r"""[^\w\s,.;:!?'"()–—…，。、；：！？“”‘’「」『』（）《》·-]|_""")
_STOP: Final = re.compile(r"[.!?…。！？][\"'”’」』)）]*$")
_HEADING: Final = re.compile(
    r"(?:第[〇零一二三四五六七八九十百千两\d]{1,9}[章回节卷部集篇]|(?:(?i:chapter|book|part) [\dIVXLC]{1,9}\b"
    r"|\d{1,3}(?:\.\d{1,3}){0,4}\.? [A-Z])).{0,50}"
)


class Lines(NamedTuple):
    """What is usual in a text."""

    width: int
    """Characters of all but the longest lines."""
    full: float
    """Characters from which a line goes on in the next one."""
    indent: int
    is_ideographic: bool


def prose(text: str) -> str | None:
    """The HTML of preformatted prose: paragraphs, headings of chapters and quotations; None of code and tables."""
    lines = [line.rstrip() for line in text.expandtabs().splitlines()]
    groups = _groups(lines)
    sentences = sum(sum(map(len, group)) for group in groups if _ends(group) and _is_text(group))
    sizes = sorted(len(line) for line in lines if line)
    if sentences < MIN_PROSE * sum(sizes) or not sizes:
        return None
    width = sizes[int(0.95 * len(sizes))]
    is_ideographic = 2 * ideographs(text) > len(text)
    is_broken = (3 * width if is_ideographic else width) >= MIN_WIDTH and width <= MAX_WIDTH
    is_broken = is_broken and sum(size >= FULL * width for size in sizes) >= MIN_FULL * len(sizes)
    indents = sorted(_indent(line) for line in lines if line)
    full = FULL * width if is_broken else float("inf")
    return _html(groups, Lines(width, full, indents[len(indents) // 2], is_ideographic))


def _groups(lines: Sequence[str]) -> list[list[str]]:
    """The lines between blank ones, and those of each level of a quotation in a mail."""
    grouped = groupby(lines, lambda line: _level(line) if line.strip("> ") else -1)
    return [list(group) for level, group in grouped if level >= 0]


def _level(line: str) -> int:
    return line[: len(line) - len(line.lstrip("> "))].count(">")


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _is_text(group: Sequence[str]) -> bool:
    text = "\n".join(group)
    return len(_OTHER.findall(text)) <= MAX_SIGNS * len(text) and not _COLUMNS.search(text)


def _ends(group: Sequence[str]) -> bool:
    """Whether the last line, or half of all, end as sentences do."""
    return bool(_STOP.search(group[-1])) or 2 * sum(map(bool, map(_STOP.search, group))) >= len(group)


def _html(groups: Sequence[Sequence[str]], usual: Lines) -> str:
    parts: list[str] = []
    for group in groups:
        if _level(group[0]):
            quoted = "".join(_paragraphs([line.lstrip("> ") for line in group], usual))
            parts.append(f"<blockquote>{quoted}</blockquote>")
        elif len(group) > 1 and not (_is_text(group) and (_ends(group) or _indent(group[0]) < usual.indent + INDENT)):
            parts.append(f"<pre>\n{escape(chr(10).join(group))}</pre>")
        else:
            parts += _paragraphs(group, usual)
    return "".join(parts)


def _paragraphs(group: Sequence[str], usual: Lines) -> list[str]:
    """The paragraphs and headings of lines without a blank one between them."""
    texts = [escape(" ".join(line.split())) for line in group]
    parts = texts[:1]
    for text, (before, line) in zip(texts[1:], pairwise(group), strict=True):
        is_new = _indent(line) > (0 if usual.is_ideographic else _indent(before) + 1)
        if len(before) >= usual.full and not is_new:
            between = "" if usual.is_ideographic else " "
        else:
            between = "\n" if is_new or usual.is_ideographic or usual.width > MAX_WIDTH else "<br>"
        parts += between, text
    found = "".join(parts).split("\n")
    return [f"<h2>{text}</h2>" if _HEADING.fullmatch(text) else f"<p>{text}</p>" for text in found]
