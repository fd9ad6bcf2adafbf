"""The similarity of two texts, as in "92 % the same".

It is the share of both texts' units (words, or Chinese characters) that are in runs of units common to both texts. It
is computed in linear time.

Boilerplate of a site does not make its articles similar. A paragraph is boilerplate if several pages in the site's
profile (`jingdu.sites`) have it. Other verbatim common text of two articles is boilerplate if the titles differ, it
contains few words of either title, and the rest of the two is not similar.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from jingdu.library.index.tokens import tokens
from jingdu.library.topics.terms import keys
from jingdu.sites import profile_of
from jingdu.text.fold import fold
from jingdu.text.words import simplified

RUN_LENGTH: Final = 4
MAX_UNITS: Final = 60_000
MIN_SIMILARITY: Final = 0.6
MIN_CONTAINMENT: Final = 0.85
"""Minimum share of an extract in the other article; an extract is a near-duplicate."""
MIN_LENGTH: Final = 0.3
"""Minimum length of an extract, as a share of the longer article; a shorter one is only a quotation."""

MIN_PAGES: Final = 3
"""Minimum number of pages in the site's profile with a paragraph for it to be boilerplate."""
MIN_TITLE_SHARE: Final = 0.5
"""Minimum share of a title's words in a text for the text to be about that article."""
MAX_REST_SIMILARITY: Final = 0.3
MIN_REST_UNITS: Final = 12
"""Minimum units of the rest of each text; also at least a tenth of the text."""


class Shared(NamedTuple):
    """Number of units in common runs, of each text, and number of all units of each text."""

    one: int
    other: int
    of_one: int
    of_other: int

    @property
    def similarity(self) -> float:
        """0 … 1: (c₁ + c₂) / (n₁ + n₂)."""
        return (self.one + self.other) / max(self.of_one + self.of_other, 1)

    @property
    def containment(self) -> float:
        """0 … 1: the larger share of either text that is in the other; 1 for an extract."""
        return max(self.one / max(self.of_one, 1), self.other / max(self.of_other, 1))


def units(text: str) -> list[str]:
    """The folded units of a text: Chinese characters, and words of other scripts."""
    return tokens(fold(text[: 4 * MAX_UNITS]))[:MAX_UNITS]


def shared(one: Sequence[str], other: Sequence[str]) -> Shared:
    """Counts the common units of two texts, which are given as `units`."""
    ours, theirs = _runs(one), _runs(other)
    return Shared(_covered(ours, set(theirs), len(one)), _covered(theirs, set(ours), len(other)), len(one), len(other))


def is_same(found: Shared) -> bool:
    """Whether two articles are near-duplicates."""
    shorter, longer = sorted((found.of_one, found.of_other))
    is_extract = found.containment >= MIN_CONTAINMENT and shorter >= MIN_LENGTH * longer
    return is_extract or found.similarity >= MIN_SIMILARITY


def _runs(text: Sequence[str]) -> list[tuple[str, ...]]:
    """All runs of `RUN_LENGTH` adjacent units; a shorter text is one run."""
    return list(zip(*(text[at:] for at in range(min(RUN_LENGTH, len(text)) or 1)), strict=False))


def _covered(runs: Sequence[tuple[str, ...]], known: set[tuple[str, ...]], length: int) -> int:
    """Number of a text's units in runs that the other text has."""
    covered = end = 0
    for at, run in enumerate(runs):
        if run in known:
            covered += min(at + len(run), length) - max(at, end)
            end = at + len(run)
    return covered


class Piece(NamedTuple):
    title: str
    text: str
    site: str
    url: str | None


def common(one: Piece, other: Piece, whole: Shared) -> Shared:
    """The common units of two articles without boilerplate; ``whole`` is the result for the whole texts."""
    if not is_same(whole) or not one.site or one.site != other.site:
        return whole
    texts = _without_boilerplate(one), _without_boilerplate(other)
    if not all(map(units, texts)):  # only boilerplate: the whole texts are compared
        return whole
    found = whole if texts == (one.text, other.text) else shared(*map(units, texts))
    return (_unlike_rest(one, other, *texts) or found) if is_same(found) else found


def _without_boilerplate(piece: Piece) -> str:
    own = boilerplate(piece)
    return "\n".join(line for line in _lines(piece.text) if fold(line) not in own)


def boilerplate(piece: Piece) -> frozenset[str]:
    """The folded paragraphs of an article that are on enough pages of the site's profile."""
    profile = profile_of(piece.url)
    if profile is None:
        return frozenset()
    pages, checksum = profile.texts, profile.checksum
    return frozenset(fold(line) for line in _lines(piece.text) if pages.get(checksum(line), 0) >= MIN_PAGES)


def _unlike_rest(one: Piece, other: Piece, text: str, other_text: str) -> Shared | None:
    """The common units outside the common paragraphs if these are boilerplate; else None."""
    if fold(one.title) == fold(other.title):
        return None
    lines, others = _lines(text), _lines(other_text)
    both = {fold(line) for line in lines} & {fold(line) for line in others}
    text_of_both = simplified(" ".join(line for line in lines if fold(line) in both).lower())
    if max(_about(one.title, text_of_both), _about(other.title, text_of_both)) >= MIN_TITLE_SHARE:
        return None
    rest = units("\n".join(line for line in lines if fold(line) not in both))
    other_rest = units("\n".join(line for line in others if fold(line) not in both))
    if len(rest) < _shortest(text) or len(other_rest) < _shortest(other_text):
        return None
    found = shared(rest, other_rest)
    return found if found.similarity < MAX_REST_SIMILARITY and not is_same(found) else None


def _about(title: str, text: str) -> float:
    """The share of a title's words that are in a text."""
    words = set(keys(title))
    return sum(word in text for word in words) / len(words) if words else 1.0


def _shortest(text: str) -> float:
    """Minimum units of the rest of a text for it to be compared."""
    return max(MIN_REST_UNITS, len(units(text)) / 10)


def _lines(text: str) -> list[str]:
    return [line for raw in text.splitlines() if (line := " ".join(raw.split()))]
