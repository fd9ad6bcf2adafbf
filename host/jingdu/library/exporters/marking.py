"""Highlights and notes in an export: a section of Markdown; in HTML ``<mark>`` around the words, and footnotes.

The HTML is not parsed and written again: marks go between its letters, each around a piece of one text, so that
they can't cross an element. A highlight whose words are gone is listed below the notes, so that nothing is lost.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from html import unescape
from itertools import count, pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple

from jingdu.library import wording
from jingdu.library.exporters import anchoring
from jingdu.library.exporters.output import plain, text
from jingdu.library.highlights import parsed
from jingdu.protocol.items import Highlight

STYLE: Final = Path(__file__).with_name("marking.css").read_text("utf-8")
_CLOSED: Final = frozenset({"a", "math", "ruby", "abbr"})
"""Elements in which no link to a note may stand."""
_BACK: Final = ' <a href="#jd-marked-{}">↩</a>'
_SIGN: Final = re.compile(r"&[#\w]{1,32};|.", re.DOTALL)
_HEADINGS: Final = "|".join(wording.sentences("highlights"))
_SECTION: Final = re.compile(rf"\n## (?:{_HEADINGS})\n\n(?:>(?: .*)?\n|\n|(?<=\n\n)[^\n>#].*\n(?:[^\n>#].*\n)*)*\Z")
_SIGNS: Final = re.compile(r"([\\`*_\[\]<>])")
_OPENERS: Final = re.compile(r"^(\s*)(\d*)((?<!\d)[#+=~-]|(?<=\d)[.)])", re.MULTILINE)


class Placed(NamedTuple):
    """A highlight with its place, and the number of its note; 0 where it has none."""

    start: int
    end: int
    highlight: Highlight
    note: int


def marked(html: str, stored: Sequence[Any], lang: str | None) -> str:
    """``html`` with its highlights, which are as the library's file has them; what is none is left out."""
    highlights = list(readable(stored))
    if not highlights:
        return html
    runs = list(anchoring.runs(html))
    finder = anchoring.Finder(runs)
    places = [(finder.find(one), one) for one in highlights]
    found = sorted(((*span, one) for span, one in places if span), key=lambda one: one[:2])
    numbers = count(1)
    placed = [Placed(*one, next(numbers) if one[2].note.strip() else 0) for one in found]
    rows = "".join(
        f'<li id="jd-mark-{one.note}">{_paragraphs(one.highlight.note, _BACK.format(one.note))}</li>'
        for one in placed
        if one.note
    )
    gone = "".join(
        f"<li><blockquote>{_paragraphs(one.quote.exact)}</blockquote>{_paragraphs(one.note)}</li>"
        for span, one in places
        if not span
    )
    listed = f"<ol>{rows}</ol>" if rows else ""
    listed += f"<p>{wording.sentence('lost', lang)}</p><ul>{gone}</ul>" if gone else ""
    notes = f"<aside><h2>{wording.sentence('highlights', lang)}</h2>{listed}</aside>" if listed else ""
    return _written(html, runs, placed) + notes


def _written(html: str, runs: list[anchoring.Run], placed: list[Placed]) -> str:
    """Everything that goes between the letters, by its place; at one place ends before notes before beginnings."""
    closed = list(_closed(html))
    put: list[tuple[int, int, str]] = []
    for run in runs:
        here = [one for one in placed if one.start < run.start + len(run.text) and one.end > run.start]
        within = next((one for one in closed if one[0] <= run.at < one[1]), None)
        if not within or within[2] != "math":
            for begin, end, colour in _segments(run, here) if run.text.strip() else ():
                put += [(_raw(run, begin), 2, f'<mark class="hl-{colour}">'), (_raw(run, end), 0, "</mark>")]
        for one in here:
            if one.note and one.end <= run.start + len(run.text):
                mark = f'<sup id="jd-marked-{one.note}"><a href="#jd-mark-{one.note}">[{one.note}]</a></sup>'
                put.append((within[1] if within else _raw(run, one.end), 1, mark))
    parts, at = [], 0
    for place, _, words in sorted(put, key=lambda one: one[:2]):
        parts += [html[at:place], words]
        at = place
    return "".join(parts) + html[at:]


def _closed(html: str) -> Iterator[tuple[int, int, str]]:
    """Begin, end and name of the outermost elements in which no link may stand."""
    levels, begin, name = 0, 0, ""
    for tag in anchoring.TAG.finditer(html):
        if tag[2].lower() not in _CLOSED:
            continue
        if not levels:
            begin, name = tag.start(), tag[2].lower()
        levels = max(0, levels + (-1 if tag[1] else 1))
        if not levels:
            yield begin, tag.end(), name


def _segments(run: anchoring.Run, here: list[Placed]) -> Iterator[tuple[int, int, str]]:
    """The parts of a text with their colours; where highlights overlap, the one that began last."""
    end = run.start + len(run.text)
    edges = sorted({max(run.start, min(end, edge)) for one in here for edge in (one.start, one.end)})
    for left, right in pairwise(edges):
        over = [one for one in here if one.start <= left and one.end >= right]
        if over:
            yield left, right, over[-1].highlight.colour


def _raw(run: anchoring.Run, place: int) -> int:
    """Where in the HTML a place in a run's text is: a character may be written as an entity."""
    wanted = place - run.start
    if "&" not in run.raw:
        return run.at + wanted
    at = length = 0
    for sign in _SIGN.finditer(run.raw):
        if length >= wanted:
            break
        length += len(unescape(sign[0]))
        at = sign.end()
    return run.at + at


def _paragraphs(words: str, behind: str = "") -> str:
    lines = [text(plain(line)) for line in words.splitlines() if line.strip()]
    return "<p>" + "</p><p>".join(lines) + f"{behind}</p>" if lines else ""


def readable(stored: Sequence[Any]) -> Iterator[Highlight]:
    """The highlights of a file of highlights; what is none is left out."""
    for one in stored:
        with suppress(KeyError, TypeError, ValueError):
            yield parsed(one)


def section(stored: Sequence[Any], lang: str | None) -> str:
    """The section, with its heading in the article's language; empty where there is no highlight."""
    parts = []
    for one in readable(stored):
        quoted = "\n".join(f"> {line}".rstrip() for line in _literal(one.quote.exact).splitlines())
        parts += [quoted, *filter(None, [_literal(one.note.strip())])]
    heading = f"## {wording.sentence('highlights', lang)}"
    return "\n" + "\n\n".join([heading, *parts]) + "\n" if parts else ""


def without_section(markdown: str) -> str:
    """An exported article's text without the section at its end; what its user wrote below it stays."""
    found = _SECTION.search(markdown)
    return markdown[: found.start()] if found else markdown


def _literal(text: str) -> str:
    """Text in which Markdown sees no signs of its own."""
    return _OPENERS.sub(r"\1\2\\\3", _SIGNS.sub(r"\\\1", text))
