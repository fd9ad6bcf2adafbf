"""Excerpts of articles around the matches of a query, with the matches marked."""

import re
from collections.abc import Iterable, Iterator, Sequence
from heapq import merge
from itertools import pairwise
from typing import Final, NamedTuple

from jingdu.library.index.query import Term
from jingdu.library.index.tokens import LETTER, UNSPACED, joined, placed_tokens
from jingdu.text.fold import fold, origins

Marked = list[tuple[str, bool]]
"""Pieces of a text, each with whether it is a match."""

WIDTH: Final = 180
"""Width of a snippet in characters, of which East Asian ones count twice."""
_BEFORE: Final = 0.15
"""Share of the width before the match; small, so that on a phone the match is in the first line."""
_STEPS: Final = (1000, 6000)
"""Characters folded in the first and in every later step; most matches are near the beginning."""
_OVERLAP: Final = 500
"""Characters folded beyond a step, as a match that begins in the step may end there."""
_SPACE: Final = re.compile(r"\s+")
_SIGNS: Final = str.maketrans("＋＃", "+#")
_WIDE: Final = re.compile(f"[{UNSPACED}\u3000-\u303f\uff01-\uff60]+")
_LETTER: Final = re.compile(LETTER)
_REST_OF_WORD: Final = re.compile(rf"{LETTER}{{0,40}}\s*")
_BEGUN_WORD: Final = re.compile(rf"{LETTER}{{0,40}}\Z")
Run = tuple[str, ...]


class Span(NamedTuple):
    """A range of a text, in characters."""

    start: int
    end: int


class Finder:
    """Finds terms in a folded text with the semantics of the index."""

    def __init__(self, terms: Sequence[Term]) -> None:
        found = {(run, term.is_prefix) for term in terms for run in (term.tokens, *term.variants)}
        self.runs = sorted(found, key=lambda pair: len("".join(pair[0])), reverse=True)
        # Only literals: compiling character classes for each query would take longer than searching.
        starts = dict.fromkeys(re.escape(run[0].translate(_SIGNS)) for run, _ in self.runs)
        self._starts = re.compile("|".join(starts) or "(?!)")

    def spans(self, folded: str) -> Iterator[Span]:
        """The matches in order, without overlaps."""
        last = 0
        for span in merge(self._spans(folded), sorted(self._joined(folded))):
            if span.start >= last:
                yield span
                last = span.end

    def _joined(self, folded: str) -> Iterator[Span]:
        """The matches in words with hyphens and numbers with separators."""
        for word, start, end in joined(folded):
            if any(run == (word,) or (is_prefix and word.startswith("".join(run))) for run, is_prefix in self.runs):
                yield Span(start, end)

    def _spans(self, folded: str) -> Iterator[Span]:
        """The matches of adjacent tokens, in order."""
        at = 0
        while candidate := self._starts.search(folded, at):
            at = candidate.start()
            end = None
            if not (at and _is_letter(folded, at) and _is_letter(folded, at - 1)):
                end = next((end for run, is_prefix in self.runs if (end := _end(run, is_prefix, folded, at))), None)
            if end:
                yield Span(at, end)
            at = max(end or 0, at + 1)


def _end(run: Run, is_prefix: bool, text: str, at: int) -> int | None:
    """Where a run that starts at ``at`` ends; None if the text there differs."""
    end, found = at, placed_tokens(text, at)
    for number, expected in enumerate(run, 1):
        token, end = next(found, ("", at))
        if token != expected and not (is_prefix and number == len(run) and token.startswith(expected)):
            return None
    return end


def _is_letter(text: str, at: int) -> bool:
    return _LETTER.match(text, at) is not None


def snippet(body: str, matcher: Finder) -> Marked:
    """About ``WIDTH`` characters of ``body`` around the first match, or its beginning."""
    first = _first(body, matcher)
    start, end = _window(body, first or Span(0, 0))
    excerpt = f"…{body[start:end].lstrip()}" if start else body[:end]
    if end < len(body):
        excerpt = f"{excerpt.rstrip()}…"
    return marked(excerpt, matches(excerpt, matcher) if first else [])


def _first(body: str, matcher: Finder) -> Span | None:
    """The first match; only the text up to it is folded, in steps."""
    at, step = 0, _STEPS[0]
    while matcher.runs and at < len(body):
        before = min(at, 1)  # the preceding character decides whether a word starts
        for start, end in matches(body[at - before : at + step + _OVERLAP], matcher):
            if start >= before:
                return Span(at - before + start, at - before + end)
        at, step = at + step, _STEPS[1]
    return None


def matches(text: str, matcher: Finder) -> Iterator[Span]:
    folded = fold(text)
    back: list[int] | None = None
    for number, span in enumerate(matcher.spans(folded)):
        if not number:
            back = origins(text, folded)
        yield Span(back[span.start], back[span.end]) if back else span


def marked(text: str, spans: Iterable[Span]) -> Marked:
    """Splits ``text`` into marked ``spans`` and unmarked rest, and normalises white space."""
    edges = [0, *(edge for span in spans for edge in span), len(text)]
    pieces = [(_SPACE.sub(" ", text[start:end]), bool(i % 2)) for i, (start, end) in enumerate(pairwise(edges))]
    return [piece for piece in pieces if piece[0]]


def _window(body: str, first: Span) -> Span:
    """The span to show, which splits neither words nor the match."""
    before = body[max(0, first.start - int(WIDTH * _BEFORE)) : first.start]
    start = first.start - _length(before, WIDTH * _BEFORE)
    if start and _is_letter(body, start - 1) and (rest := _REST_OF_WORD.match(body, start, first.start)):
        start = rest.end()
    end = max(start + _length(body[start : start + WIDTH], WIDTH), first.end)
    if end < len(body) and _is_letter(body, end) and (begun := _BEGUN_WORD.search(body, max(first.end, end - 40), end)):
        end = begun.start()
    return Span(start, end)


def _length(text: str, width: float) -> int:
    """Characters of ``text`` that fill about ``width``."""
    columns = len(text) + sum(map(len, _WIDE.findall(text)))
    return min(len(text), int(width * len(text) / max(columns, 1)))
