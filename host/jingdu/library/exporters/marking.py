"""Highlights and notes in exports: a section in Markdown, ``<mark>`` elements and footnotes in HTML.

Marks are inserted into the HTML's source, each within one text node, so that they can't overlap an element.
Highlights that are not found are listed below the notes.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from html import unescape
from itertools import count, pairwise
from operator import itemgetter
from pathlib import Path
from typing import Any, Final, NamedTuple

from jingdu.library import wording
from jingdu.library.exporters import anchoring
from jingdu.library.exporters.output import text
from jingdu.library.highlights import parse
from jingdu.protocol.items import Highlight

STYLE: Final = Path(__file__).with_name("marking.css").read_text("utf-8")
_CLOSED: Final = frozenset({"a", "math", "ruby", "abbr"})
"""Elements that can't contain a link to a note."""
_BACK: Final = ' <a href="#jd-marked-{}">↩</a>'
_CHARACTER: Final = re.compile(r"&[#\w]{1,32};|.", re.S)
_HEADINGS: Final = "|".join(wording.sentences("highlights"))
_SECTION: Final = re.compile(rf"\n## (?:{_HEADINGS})\n\n(?:>(?: .*)?\n|\n|(?<=\n\n)[^\n>#].*\n(?:[^\n>#].*\n)*)*\Z")
_SPECIAL: Final = re.compile(r"([\\`*_\[\]<>])")
_LINE_STARTS: Final = re.compile(r"^(\s*)(\d*)((?<!\d)[#+=~-]|(?<=\d)[.)])", re.M)


class Placed(NamedTuple):
    """A highlight with its range, and the number of its note or 0."""

    start: int
    end: int
    highlight: Highlight
    note: int


def marked(html: str, stored: Sequence[Any], lang: str | None) -> str:
    """Adds highlights, as stored in the library, to ``html``."""
    highlights = list(valid(stored))
    if not highlights:
        return html
    runs = list(anchoring.runs(html))
    finder = anchoring.Finder(runs)
    spans = [(finder.find(highlight), highlight) for highlight in highlights]
    found = sorted(((span, highlight) for span, highlight in spans if span), key=itemgetter(0))
    numbers = count(1)
    placed = [Placed(*span, highlight, next(numbers) if highlight.note.strip() else 0) for span, highlight in found]
    rows = "".join(
        f'<li id="jd-mark-{mark.note}">{_paragraphs(mark.highlight.note, _BACK.format(mark.note))}</li>'
        for mark in placed
        if mark.note
    )
    lost = "".join(
        f"<li><blockquote>{_paragraphs(highlight.quote.exact)}</blockquote>{_paragraphs(highlight.note)}</li>"
        for span, highlight in spans
        if not span
    )
    content = f"<ol>{rows}</ol>" if rows else ""
    content += f"<p>{wording.sentence('lost', lang)}</p><ul>{lost}</ul>" if lost else ""
    notes = f"<aside><h2>{wording.sentence('highlights', lang)}</h2>{content}</aside>" if content else ""
    return _insert(html, runs, placed) + notes


def _insert(html: str, runs: list[anchoring.Run], placed: list[Placed]) -> str:
    """Inserts tags and links to notes; at the same offset, end tags precede links and links precede start tags."""
    closed = list(_closed(html))
    inserted: list[tuple[int, int, str]] = []
    for run in runs:
        marks = [mark for mark in placed if mark.start < run.start + len(run.text) and mark.end > run.start]
        within = next((element for element in closed if element[0] <= run.at < element[1]), None)
        if not within or within[2] != "math":
            for start, end, colour in _segments(run, marks) if run.text.strip() else ():
                inserted += [(_raw(run, start), 2, f'<mark class="hl-{colour}">'), (_raw(run, end), 0, "</mark>")]
        for mark in marks:
            if mark.note and mark.end <= run.start + len(run.text):
                link = f'<sup id="jd-marked-{mark.note}"><a href="#jd-mark-{mark.note}">[{mark.note}]</a></sup>'
                inserted.append((within[1] if within else _raw(run, mark.end), 1, link))
    parts, at = [], 0
    for offset, _, markup in sorted(inserted, key=lambda row: row[:2]):
        parts += [html[at:offset], markup]
        at = offset
    return "".join(parts) + html[at:]


def _closed(html: str) -> Iterator[tuple[int, int, str]]:
    """Start, end and name of the outermost elements that can't contain a link."""
    depth, start, name = 0, 0, ""
    for tag in anchoring.TAG.finditer(html):
        if tag[2].lower() not in _CLOSED:
            continue
        if not depth:
            start, name = tag.start(), tag[2].lower()
        depth = max(0, depth + (-1 if tag[1] else 1))
        if not depth:
            yield start, tag.end(), name


def _segments(run: anchoring.Run, marks: list[Placed]) -> Iterator[tuple[int, int, str]]:
    """The highlighted parts of a text node with their colours; where highlights overlap, the last one's."""
    end = run.start + len(run.text)
    edges = sorted({max(run.start, min(end, edge)) for mark in marks for edge in (mark.start, mark.end)})
    for left, right in pairwise(edges):
        over = [mark for mark in marks if mark.start <= left and mark.end >= right]
        if over:
            yield left, right, over[-1].highlight.colour


def _raw(run: anchoring.Run, offset: int) -> int:
    """Converts an offset in the article's text to one in the HTML, which may contain character references."""
    target = offset - run.start
    if "&" not in run.raw:
        return run.at + target
    at = length = 0
    for char in _CHARACTER.finditer(run.raw):
        if length >= target:
            break
        length += len(unescape(char[0]))
        at = char.end()
    return run.at + at


def _paragraphs(words: str, suffix: str = "") -> str:
    lines = [text(line) for line in words.splitlines() if line.strip()]
    return "<p>" + "</p><p>".join(lines) + f"{suffix}</p>" if lines else ""


def valid(stored: Sequence[Any]) -> Iterator[Highlight]:
    """Parses stored highlights, skipping invalid ones."""
    for entry in stored:
        with suppress(KeyError, TypeError, ValueError):
            yield parse(entry)


def section(stored: Sequence[Any], lang: str | None) -> str:
    """The Markdown section, headed in the article's language; empty without highlights."""
    parts = []
    for highlight in valid(stored):
        quoted = "\n".join(f"> {line}".rstrip() for line in _literal(highlight.quote.exact).splitlines())
        parts += [quoted, *filter(None, [_literal(highlight.note.strip())])]
    return "\n" + "\n\n".join([f"## {wording.sentence('highlights', lang)}", *parts]) + "\n" if parts else ""


def without_section(markdown: str) -> str:
    """An exported article's text without the section at its end; text that the user added below is kept."""
    found = _SECTION.search(markdown)
    return markdown[: found.start()] if found else markdown


def _literal(text: str) -> str:
    """Escapes text for Markdown."""
    return _LINE_STARTS.sub(r"\1\2\\\3", _SPECIAL.sub(r"\\\1", text))
