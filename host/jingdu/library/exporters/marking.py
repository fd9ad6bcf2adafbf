"""Highlights and notes in an article's HTML: ``<mark>`` where the words stand, notes as footnotes at the end.

The HTML is not parsed and written again: marks go between its letters, each around a piece of one text, so that
they can't cross an element. A highlight whose words are gone is listed below the notes, so that nothing is lost.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import unescape
from itertools import pairwise
from typing import Any, Final, NamedTuple

from jingdu.library.exporters import anchoring, quoting
from jingdu.library.exporters.output import plain, text
from jingdu.library.highlights import Highlight

STYLE: Final = """\
mark { color: inherit; background: rgba(255, 212, 0, .4); }
mark.hl-green { background: rgba(76, 190, 90, .4); }
mark.hl-blue { background: rgba(70, 150, 255, .4); }
mark.hl-pink { background: rgba(255, 90, 150, .4); }
aside { font-size: .9em; border-top: 1px solid rgba(128, 128, 128, .5); margin-top: 2.5em; }
"""
_LOST: Final = {
    "en": "No longer in the text:",
    "zh": "正文中已找不到：",
    "zh-hant": "正文中已找不到：",
    "ja": "本文に見つからなくなったもの：",
}
_CLOSED: Final = frozenset({"a", "math", "ruby", "abbr"})
"""Elements in which no link to a note may stand."""
_SIGN: Final = re.compile(r"&[#\w]{1,32};|.", re.DOTALL)


class Placed(NamedTuple):
    """A highlight with its place, and the number of its note; 0 where it has none."""

    start: int
    end: int
    highlight: Highlight
    note: int


def marked(html: str, stored: Sequence[Any], lang: str | None) -> str:
    """``html`` with its highlights, which are as the library's file has them; what is none is left out."""
    highlights = list(quoting.readable(stored))
    if not highlights:
        return html
    runs = list(anchoring.runs(html))
    finder = anchoring.Finder(runs)
    places = [(finder.find(one), one) for one in highlights]
    found = sorted(((*span, one) for span, one in places if span), key=lambda one: one[:2])
    numbers = iter(range(1, len(found) + 1))
    placed = [Placed(*one, next(numbers) if one[2].note.strip() else 0) for one in found]
    lost = [one for span, one in places if not span]
    return _written(html, runs, placed) + _section([one for one in placed if one.note], lost, lang)


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
                put.append((within[1] if within else _raw(run, one.end), 1, _reference(one.note)))
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


def _reference(note: int) -> str:
    return f'<sup id="jd-marked-{note}"><a href="#jd-mark-{note}">[{note}]</a></sup>'


def _back(note: int) -> str:
    return f' <a href="#jd-marked-{note}">↩</a>'


def _section(noted: Sequence[Placed], lost: Sequence[Highlight], lang: str | None) -> str:
    """The notes, each with the way back; then what has no place any more."""
    rows = "".join(
        f'<li id="jd-mark-{one.note}">{_paragraphs(one.highlight.note, _back(one.note))}</li>' for one in noted
    )
    gone = "".join(
        f"<li><blockquote>{_paragraphs(one.quote.exact)}</blockquote>{_paragraphs(one.note)}</li>" for one in lost
    )
    listed = (f"<ol>{rows}</ol>" if rows else "") + (
        f"<p>{quoting.by_language(_LOST, lang)}</p><ul>{gone}</ul>" if gone else ""
    )
    return f"<aside><h2>{quoting.heading(lang)}</h2>{listed}</aside>" if listed else ""


def _paragraphs(words: str, behind: str = "") -> str:
    lines = [text(plain(line)) for line in words.splitlines() if line.strip()]
    return "<p>" + "</p><p>".join(lines) + f"{behind}</p>" if lines else ""
