"""Prose in ``pre``, such as text files shown by a browser: joins hard-wrapped lines into paragraphs."""

import re
from collections.abc import Sequence
from itertools import groupby, pairwise
from typing import Final, NamedTuple

from jingdu.render.markup import escape
from jingdu.text.words import ideographs

MIN_PROSE: Final = 0.6
"""Minimum share of the characters in groups of lines that end like sentences."""
MAX_SIGNS: Final = 0.1
"""Maximum share of characters in text that are no letters, digits, spaces or punctuation of sentences."""
MIN_WIDTH: Final = 55
"""Minimum width of hard-wrapped text in characters, of which ideographs count as three; verses are narrower."""
MAX_WIDTH: Final = 120
"""Maximum width of hard-wrapped text in characters; longer lines are whole paragraphs."""
FULL: Final = 0.7
"""Minimum share of the width in a line that continues on the next one."""
MIN_FULL: Final = 1 / 3
"""Minimum share of such lines in hard-wrapped text."""
INDENT: Final = 4
"""Minimum spaces, in addition to the usual indentation, before the lines of a listing."""
_COLUMNS: Final = re.compile(r"\S {3,}\S")
_OTHER: Final = re.compile(r"""[^\w\s,.;:!?'"()–—…，。、；：！？“”‘’「」『』（）《》·-]|_""")
_STOP: Final = re.compile(r"[.!?…。！？][\"'”’」』)）]*$")
_HEADING: Final = re.compile(
    r"(?:第[〇零一二三四五六七八九十百千两\d]{1,9}[章回节卷部集篇]|(?:(?i:chapter|book|part) [\dIVXLC]{1,9}\b"
    r"|\d{1,3}(?:\.\d{1,3}){0,4}\.? [A-Z])).{0,50}"
)


class Lines(NamedTuple):
    """The usual properties of a text's lines."""

    width: int
    """Maximum characters of all but the longest 5 % of the lines."""
    full: float
    """Minimum characters of a line that continues on the next one."""
    indent: int
    """Median number of spaces before a line."""
    is_ideographic: bool


class Group(NamedTuple):
    """Lines without a blank one between them."""

    lines: Sequence[str]
    is_text: bool
    ends: bool
    """Whether the last line, or at least half of the lines, end like sentences."""


def prose(text: str) -> str | None:
    """The HTML of preformatted prose: paragraphs, headings of chapters and quotations; None for code and tables."""
    lines = [line.rstrip() for line in text.expandtabs().splitlines()]
    groups = _groups(lines)
    sentences = sum(sum(map(len, group.lines)) for group in groups if group.ends and group.is_text)
    filled = list(filter(None, lines))
    sizes = sorted(map(len, filled))
    if sentences < MIN_PROSE * sum(sizes) or not sizes:
        return None
    width = sizes[int(0.95 * len(sizes))]
    is_ideographic = 2 * ideographs(text) > len(text)
    is_narrow = width <= MAX_WIDTH and (3 * width if is_ideographic else width) >= MIN_WIDTH
    is_broken = is_narrow and sum(size >= FULL * width for size in sizes) >= MIN_FULL * len(sizes)
    indents = sorted(map(_indent, filled))
    full = FULL * width if is_broken else float("inf")
    return _html(groups, Lines(width, full, indents[len(indents) // 2], is_ideographic))


def _groups(lines: Sequence[str]) -> list[Group]:
    """The groups of lines, divided by blank lines and, as in mails, where the level of quotation changes."""
    grouped = groupby(lines, lambda line: _level(line) if line.strip("> ") else -1)
    return [_group(list(group)) for level, group in grouped if level >= 0]


def _group(lines: list[str]) -> Group:
    text = "\n".join(lines)
    is_text = len(_OTHER.findall(text)) <= MAX_SIGNS * len(text) and not _COLUMNS.search(text)
    ends = bool(_STOP.search(lines[-1])) or 2 * sum(map(bool, map(_STOP.search, lines))) >= len(lines)
    return Group(lines, is_text, ends)


def _level(line: str) -> int:
    return line[: len(line) - len(line.lstrip("> "))].count(">")


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _html(groups: Sequence[Group], usual: Lines) -> str:
    parts: list[str] = []
    for lines, is_text, ends in groups:
        is_listing = len(lines) > 1 and not (is_text and (ends or _indent(lines[0]) < usual.indent + INDENT))
        if _level(lines[0]):
            quoted = "".join(_paragraphs([line.lstrip("> ") for line in lines], usual))
            parts.append(f"<blockquote>{quoted}</blockquote>")
        elif is_listing:
            parts += "<pre>\n", escape("\n".join(lines)), "</pre>"
        else:
            parts += _paragraphs(lines, usual)
    return "".join(parts)


def _paragraphs(lines: Sequence[str], usual: Lines) -> list[str]:
    """The paragraphs and headings of lines without a blank one between them."""
    texts = [escape(" ".join(line.split())) for line in lines]
    parts = texts[:1]
    for text, (before, line) in zip(texts[1:], pairwise(lines), strict=True):
        is_new = _indent(line) > (0 if usual.is_ideographic else _indent(before) + 1)
        if len(before) >= usual.full and not is_new:
            between = "" if usual.is_ideographic else " "
        else:
            between = "\n" if is_new or usual.is_ideographic or usual.width > MAX_WIDTH else "<br>"
        parts += between, text
    found = "".join(parts).split("\n")
    return [f"<h2>{text}</h2>" if _HEADING.fullmatch(text) else f"<p>{text}</p>" for text in found]
