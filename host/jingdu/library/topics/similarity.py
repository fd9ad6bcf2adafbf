"""How much two texts are the same, as a user would say it: "92 % the same".

The share of both texts, taken together, that is in the other too: words (of Chinese, characters)
that lie in a run of ``RUN`` which the other text has somewhere. Linear in the texts.

Two articles are not the same for having in common what their site puts under all of its articles. A paragraph is the
site's own where the library has it in several of its articles with different titles, or where the reader has met it on
several pages of the site (`jingdu.sites`). While an article is the only one of its site, text that both have word for
word is taken for the site's where it is about neither: the titles differ, few words of either title are in it, and the
rest of the two is not similar.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from jingdu.library.index import Filters, Index
from jingdu.library.index.tokens import tokens
from jingdu.library.topics.terms import keys
from jingdu.sites import site_of
from jingdu.sites.codec import profiles
from jingdu.text.fold import fold
from jingdu.text.words import simplified

RUN: Final = 4
MAX_UNITS: Final = 60_000
"""Units of a text that are compared."""
SAME: Final = 0.6
"""Similarity from which two articles are the same."""
HELD: Final = 0.85
"""Share of an article in another from which it is an extract of it, and so the same."""
MIN_LENGTH: Final = 0.3
"""Of the longer one's length: a shorter extract is rather a quotation."""


SAMPLE: Final = 30
"""Articles of a site, those saved last, whose paragraphs are counted."""
MIN_TITLES: Final = 3
"""Titles, or pages of the site's profile, that have a paragraph before it is the site's."""
SHARE: Final = 1 / 3
"""Of the articles of the sample, at the least."""
ABOUT: Final = 0.5
"""Share of a title's words in a text from which the text is about that article."""
UNLIKE: Final = 0.3
"""Similarity below which the rest of two articles is not the same."""
MIN_REST: Final = 12
"""Units that have to be left of both, and a tenth of the text."""


class Shared(NamedTuple):
    """What two texts share: of each the units in common runs, and all its units."""

    one: int
    other: int
    of_one: int
    of_other: int

    @property
    def similarity(self) -> float:
        """0 … 1: (c₁ + c₂) / (n₁ + n₂)."""
        return (self.one + self.other) / max(self.of_one + self.of_other, 1)

    @property
    def held(self) -> float:
        """0 … 1: how much of the text that is rather held by the other is held: 1 for an extract of it."""
        return max(self.one / max(self.of_one, 1), self.other / max(self.of_other, 1))


def units(text: str) -> list[str]:
    """A text as characters of Chinese and words of others, folded."""
    return tokens(fold(text[: 4 * MAX_UNITS]))[:MAX_UNITS]


def shared(one: Sequence[str], other: Sequence[str]) -> Shared:
    """What two texts, as ``units``, have in common."""
    ours, theirs = _runs(one), _runs(other)
    return Shared(_covered(ours, set(theirs), len(one)), _covered(theirs, set(ours), len(other)), len(one), len(other))


def is_same(found: Shared) -> bool:
    """Whether a user would say that they have the article already."""
    shorter, longer = sorted((found.of_one, found.of_other))
    return found.similarity >= SAME or (found.held >= HELD and shorter >= MIN_LENGTH * longer)


def _runs(text: Sequence[str]) -> list[tuple[str, ...]]:
    size = min(RUN, len(text)) or 1
    return list(zip(*(text[at:] for at in range(size)), strict=False))


def _covered(runs: Sequence[tuple[str, ...]], known: set[tuple[str, ...]], length: int) -> int:
    """Units of a text that lie in a run that the other has."""
    covered = end = 0
    for at, run in enumerate(runs):
        if run in known:
            covered += min(at + len(run), length) - max(at, end)
            end = at + len(run)
    return covered


class Piece(NamedTuple):
    """An article as it is compared."""

    title: str
    text: str
    site: str
    url: str | None


class Recurring:
    """The paragraphs that recur across the articles of each site, as far as the library and the reader know."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._known: dict[str, frozenset[str]] = {}

    def of(self, piece: Piece) -> frozenset[str]:
        """The site's own paragraphs among those of an article, folded."""
        site = piece.site
        if site not in self._known:
            found = self._index.search("", Filters(site=site), sort="saved", limit=SAMPLE).items if site else []
            texts = ((hit.fields["title"], self._index.text(hit.fields["id"]) or "") for hit in found)
            self._known[site] = _recurring(texts)
        return self._known[site] | _of_profile(piece)

    def without(self, piece: Piece) -> str:
        """The article's text without them."""
        own = self.of(piece)
        return "\n".join(line for line in _lines(piece.text) if fold(line) not in own)

    def common(self, one: Piece, other: Piece, whole: Shared) -> Shared:
        """What two articles have in common, of which ``whole`` is known, apart from what their site adds."""
        if not is_same(whole) or not one.site or one.site != other.site:
            return whole
        texts = self.without(one), self.without(other)
        if not all(map(units, texts)):  # nothing but the site's own text: then that is the article
            return whole
        found = whole if texts == (one.text, other.text) else shared(*map(units, texts))
        return _unlike_rest(one, other, *texts) or found if is_same(found) else found


def _recurring(articles: Iterable[tuple[str, str]]) -> frozenset[str]:
    """The paragraphs of articles (title and text) that are under enough different titles."""
    titles: dict[str, set[str]] = {}
    for title, text in articles:
        titles.setdefault(fold(title), set()).update(map(fold, _lines(text)))
    counts = Counter(line for lines in titles.values() for line in lines)
    least = max(MIN_TITLES, SHARE * len(titles))
    return frozenset(line for line, count in counts.items() if count >= least)


def _of_profile(piece: Piece) -> frozenset[str]:
    """The paragraphs that the reader has met on enough pages of the site."""
    site = site_of(piece.url)
    profile = profiles.load(site) if site else None
    if profile is None:
        return frozenset()
    met: Mapping[int, float] = profile.texts
    return frozenset(fold(line) for line in _lines(piece.text) if met.get(profile.checksum(line), 0) >= MIN_TITLES)


def _unlike_rest(one: Piece, other: Piece, text: str, other_text: str) -> Shared | None:
    """What is in common without the paragraphs that are about neither article; None where they are about one."""
    if fold(one.title) == fold(other.title):
        return None
    lines, others = _lines(text), _lines(other_text)
    both = {fold(line) for line in lines} & {fold(line) for line in others}
    common = simplified(" ".join(line for line in lines if fold(line) in both).lower())
    if max(_about(one.title, common), _about(other.title, common)) >= ABOUT:
        return None
    rest = units("\n".join(line for line in lines if fold(line) not in both))
    other_rest = units("\n".join(line for line in others if fold(line) not in both))
    if len(rest) < _shortest(text) or len(other_rest) < _shortest(other_text):
        return None
    found = shared(rest, other_rest)
    return found if found.similarity < UNLIKE and not is_same(found) else None


def _about(title: str, text: str) -> float:
    """The share of a title's words that are in a text."""
    wanted = set(keys(title))
    return sum(word in text for word in wanted) / len(wanted) if wanted else 1.0


def _shortest(text: str) -> float:
    return max(MIN_REST, len(units(text)) / 10)


def _lines(text: str) -> list[str]:
    return [line for one in text.splitlines() if (line := " ".join(one.split()))]
