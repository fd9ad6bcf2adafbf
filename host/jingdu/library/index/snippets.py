"""The part of an article where a query was found, as it is written there, with the matches marked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from jingdu.library.index.query import Term
from jingdu.library.index.tokens import GAP, LETTER, MAX_WORD, UNSPACED
from jingdu.text.fold import fold, origins

Marked = list[tuple[str, bool]]
"""Pieces of a text, each with whether it is a match."""

WIDTH: Final = 180
"""Characters of a snippet, counting Chinese ones twice."""
_BEFORE: Final = 0.3
"""Of the width, what is shown before the match."""
_STEPS: Final = (1000, 6000)
"""Characters folded at once: first few, because most matches are near the beginning."""
_MAX_CUT: Final = 40
"""Characters of a word from which on it may be cut."""
_MAX_TOKENS: Final = 100
"""Tokens of a query that are marked, of the thousands that can be pasted."""
_SPACE: Final = re.compile(r"\s+")
_SIGNS: Final = str.maketrans("＋＃", "+#")
_WIDE: Final = re.compile(f"[{UNSPACED}\u3000-\u303f\uff01-\uff60]+")
_LETTER: Final = re.compile(LETTER)
_LETTERS: Final = re.compile(rf"{LETTER}*")
_BETWEEN: Final = re.compile(rf"(?:(?!{LETTER})[^{UNSPACED}])*")
_REST_OF_WORD: Final = re.compile(rf"{LETTER}*\s*")


class Span(NamedTuple):
    """A part of a text, from ``start`` up to ``end``."""

    start: int
    end: int


class Finder:
    """Finds terms in a folded text, just as the index finds them."""

    def __init__(self, terms: Sequence[Term]) -> None:
        found: set[tuple[tuple[str, ...], bool]] = set()
        left = _MAX_TOKENS
        for run, starts in ((run, term.starts) for term in terms for run in (term.tokens, *term.others)):
            if left > 0:
                found.add((run[:left], starts and len(run) <= left))
                left -= len(run)
        self._runs = [_Run(*one) for one in sorted(found, key=lambda one: len("".join(one[0])), reverse=True)]
        # The literals alone: compiling the classes of letters for each query takes longer than searching.
        self._starts = re.compile("|".join(dict.fromkeys(re.escape(run.literals[0]) for run in self._runs)))

    def spans(self, folded: str) -> Iterator[Span]:
        """The matches, which do not overlap, from first to last."""
        at = 0
        while candidate := self._starts.search(folded, at):
            at = candidate.start()
            end = next((end for run in self._runs if (end := run.end(folded, at)) is not None), None)
            if end is not None:
                yield Span(at, end)
            at = max(end or 0, at + 1)


class _Run:
    """Tokens that follow one another; ``starts`` if the last may be the beginning of a word."""

    def __init__(self, tokens: tuple[str, ...], starts: bool) -> None:
        self.tokens, self.starts = tokens, starts
        self.literals = [token.translate(_SIGNS) for token in tokens]
        self._is_word = [re.match(f"[{UNSPACED}]", token) is None for token in tokens]

    def end(self, text: str, at: int) -> int | None:
        """Where the tokens that begin at ``at`` end; None where they are not there."""
        if not text.startswith(self.literals[0], at) or (self._is_word[0] and at and _is_letter(text, at - 1)):
            return None
        for place, token in enumerate(self.tokens):
            is_word = self._is_word[place]
            if place and (token == GAP or (self.tokens[place - 1] != GAP and (is_word or self._is_word[place - 1]))):
                before, at = at, _end(_BETWEEN, text, at)
                if token == GAP and at == before:
                    return None
            if token == GAP:
                continue
            if not text.startswith(self.literals[place], at):
                return None
            at += len(self.literals[place])
            if len(token) == MAX_WORD:
                at = _end(_LETTERS, text, at)
            if is_word and not (self.starts and place == len(self.tokens) - 1) and _is_letter(text, at):
                return None
        return _end(_LETTERS, text, at) if self.starts else at


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    return found.end() if found else at


def _is_letter(text: str, at: int) -> bool:
    return _LETTER.match(text, at) is not None


def finder(terms: Sequence[Term]) -> Finder | None:
    """What finds the terms; None where there are none."""
    return Finder(terms) if terms else None


def snippet(body: str, sought: Finder | None) -> Marked:
    """About ``WIDTH`` characters of ``body`` around the first match of ``sought``, else its beginning."""
    first = next(places(body, sought), None) if sought else None
    start, end = _window(body, first)
    shown = body[start:end]
    pieces = marked(shown, list(places(shown, sought)) if sought and first else [])
    return _with_ellipses(pieces, before=start > 0, after=end < len(body))


def places(text: str, sought: Finder) -> Iterator[Span]:
    """The matches in ``text``, from first to last."""
    at, step = 0, _STEPS[0]
    while at < len(text):
        piece = text[at : at + step]
        folded = fold(piece)
        back: list[int] | None = None
        is_last = at + step >= len(text)
        done = 0
        for number, span in enumerate(sought.spans(folded)):
            if not number:
                back = origins(piece, folded)
            start, end = span if back is None else (back[span.start], back[span.end])
            if is_last or start < step // 2:  # what begins later may end beyond the piece
                done = max(end, start + 1)
                yield Span(at + start, at + done)
        at = len(text) if is_last else at + max(done, step // 2 - _cut(piece, 0, step // 2))
        step = _STEPS[1]


def marked(text: str, spans: Sequence[Span]) -> Marked:
    """``text`` in pieces, those of ``spans`` marked, white space folded."""
    edges = [0, *(edge for span in spans for edge in span), len(text)]
    pieces = [(_SPACE.sub(" ", text[start:end]), bool(place % 2)) for place, (start, end) in enumerate(pairwise(edges))]
    return [piece for piece in pieces if piece[0]]


def _window(body: str, first: Span | None) -> Span:
    """The part that is shown: neither words nor the match are cut."""
    if first is None:
        return Span(0, _forward(body, 0, WIDTH))
    before = body[max(0, first.start - int(WIDTH * _BEFORE)) : first.start]
    start = first.start - _length(before, WIDTH * _BEFORE)
    if _cut(body, 0, start):
        rest = _REST_OF_WORD.match(body, start, first.start)
        start = rest.end() if rest else start
    return Span(start, max(_forward(body, start, WIDTH), first.end))


def _forward(body: str, start: int, width: float) -> int:
    end = start + _length(body[start : start + int(width)], width)
    if end >= len(body):
        return len(body)
    return end - _cut(body, start, end) if _is_letter(body, end) else end


def _cut(text: str, start: int, end: int) -> int:
    """Characters between ``start`` and ``end`` of the word that ends at ``end``; of a very long one 0."""
    at = end
    while at > start and _is_letter(text, at - 1):
        at -= 1
        if end - at == _MAX_CUT:
            return 0
    return end - at


def _length(text: str, width: float) -> int:
    """Characters of ``text`` that are about so wide; all, where it is narrower."""
    return min(len(text), int(width * len(text) / (len(text) + sum(map(len, _WIDE.findall(text))) or 1)))


def _with_ellipses(pieces: Marked, *, before: bool, after: bool) -> Marked:
    """With … where text was left out."""
    if pieces and before:
        first, is_match = pieces[0]
        pieces[:1] = [("…", False), pieces[0]] if is_match else [(f"…{first.lstrip()}", False)]
    if pieces and after:
        last, is_match = pieces[-1]
        pieces[-1:] = [pieces[-1], ("…", False)] if is_match else [(f"{last.rstrip()}…", False)]
    return pieces
