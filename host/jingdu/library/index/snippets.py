"""The place of an article where a query was found, as it stands there, with what was found marked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from jingdu.library.index.query import Term
from jingdu.library.index.tokens import GAP, LETTER, LONGEST, UNSPACED
from jingdu.text.fold import fold, origins

Marked = list[tuple[str, bool]]
"""Pieces of a text, each with whether it is what was sought."""

WIDTH: Final = 180
"""Characters of a snippet, counting Chinese ones twice."""
_BEFORE: Final = 0.3
"""Of the width, what stands before what was found."""
_STEP: Final = 6000
"""Characters folded at once: what is sought mostly stands near the beginning."""
_MOST_TOKENS: Final = 100
"""Tokens of a query that are marked: a pattern of the thousands that can be pasted takes many seconds to compile."""
_SPACE: Final = re.compile(r"\s+")
_SIGNS: Final = str.maketrans("＋＃", "+#")
_WIDE: Final = re.compile(f"[{UNSPACED}\u3000-\u303f\uff01-\uff60]")
_CUT: Final = re.compile(rf"{LETTER}*\Z")


class Span(NamedTuple):
    """A part of a text, from ``start`` up to ``end``."""

    start: int
    end: int


def finder(terms: Sequence[Term]) -> re.Pattern[str] | None:
    """What finds the terms in a folded text, just as the index finds them; None where there are none."""
    ways, left = set(), _MOST_TOKENS
    for found, starts in ((found, term.starts) for term in terms for found in (term.tokens, *term.others)):
        if left > 0:
            ways.add(_way(found[:left], starts and len(found) <= left))
            left -= len(found)
    return re.compile("|".join(sorted(ways, key=len, reverse=True))) if ways else None


def _way(found: tuple[str, ...], starts: bool) -> str:
    is_word = [not re.match(f"[{UNSPACED}]", token) for token in found]
    way = ""
    for place, token in enumerate(found):
        if place and token == GAP:
            way += rf"(?:(?!{LETTER})[^{UNSPACED}])+"
        elif place and found[place - 1] != GAP and (is_word[place] or is_word[place - 1]):
            way += rf"(?:(?!{LETTER})[^{UNSPACED}])*"
        if token != GAP:
            literal = re.escape(token.translate(_SIGNS))
            # Looking back after the word, not before, lets `re` seek the word itself.
            way += literal + (rf"(?<!{LETTER}{literal})" if is_word[place] and not place else "")
            way += rf"{LETTER}*" if len(token) == LONGEST else ""
            way += rf"(?!{LETTER})" if is_word[place] and not (starts and place == len(found) - 1) else ""
    return way + (rf"{LETTER}*" if starts else "")


def snippet(body: str, sought: re.Pattern[str] | None) -> Marked:
    """About ``WIDTH`` characters of ``body`` around the first place that ``sought`` finds, else its beginning."""
    first = next(places(body, sought), None) if sought else None
    start, end = _window(body, first)
    shown = body[start:end]
    spans = list(places(shown, sought)) if sought and first else []
    told = marked(shown, spans)
    return _ended(told, before=start > 0, after=end < len(body))


def places(text: str, sought: re.Pattern[str]) -> Iterator[Span]:
    """Where in ``text`` it is, from first to last."""
    at = 0
    while at < len(text):
        piece = text[at : at + _STEP]
        folded = fold(piece)
        back = origins(piece, folded) if sought.search(folded) else None
        last = at + _STEP >= len(text)
        done = 0
        for hit in sought.finditer(folded):
            start, end = hit.span() if back is None else (back[hit.start()], back[hit.end()])
            if last or start < _STEP // 2:
                done = max(end, start + 1)
                yield Span(at + start, at + max(end, start + 1))
        at = len(text) if last else at + max(done, _STEP // 2)


def marked(text: str, spans: Sequence[Span]) -> Marked:
    """``text`` in pieces, those of ``spans`` marked, white space folded."""
    edges = [0, *(edge for span in spans for edge in span), len(text)]
    pieces = [(_SPACE.sub(" ", text[start:end]), bool(place % 2)) for place, (start, end) in enumerate(pairwise(edges))]
    return [piece for piece in pieces if piece[0]]


def _window(body: str, first: Span | None) -> Span:
    """The part that is shown: words are not cut, nor is what was found."""
    if first is None:
        return Span(0, _forward(body, 0, WIDTH))
    start = _backward(body, first.start, WIDTH * _BEFORE)
    if start:
        start += len(_CUT.search(body[max(0, start - 40) : start])[0]) and _rest_of_word(body, start, first.start)  # type: ignore[index]
    return Span(start, max(_forward(body, start, WIDTH), first.end))


def _rest_of_word(body: str, start: int, limit: int) -> int:
    rest = re.compile(rf"{LETTER}*\s*").match(body, start, limit)
    return len(rest[0]) if rest else 0


def _forward(body: str, start: int, width: float) -> int:
    end = start + _length(body[start : start + int(width)], width)
    if end >= len(body):
        return len(body)
    cut = _CUT.search(body[start:end])
    return end - len(cut[0]) if cut and 0 < len(cut[0]) < 40 and re.match(LETTER, body[end]) else end


def _backward(body: str, end: int, width: float) -> int:
    before = body[max(0, end - int(width)) : end]
    return end - _length(before, width)


def _length(text: str, width: float) -> int:
    """Characters of ``text`` that are about so wide; all, where it is narrower."""
    return min(len(text), int(width * len(text) / (len(text) + len(_WIDE.findall(text)) or 1)))


def _ended(told: Marked, *, before: bool, after: bool) -> Marked:
    """With … where text was left out."""
    if told and before:
        told[0] = (f"…{told[0][0].lstrip()}", False) if not told[0][1] else told[0]
        if told[0][1]:
            told.insert(0, ("…", False))
    if told and after:
        if told[-1][1]:
            told.append(("…", False))
        else:
            told[-1] = (f"{told[-1][0].rstrip()}…", False)
    return told
