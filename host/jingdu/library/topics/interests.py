"""Interests (paper U): ranks unread articles by the subjects of the articles that the user read.

Idea: terms of read articles are weighted by frequency, with more weight in titles, headings and bold. The 30 heaviest
terms are the interest vector, by which unread articles are scored.

Reference: the user model from structural features of web pages, judged by precision and recall of liked pages
among liked and not liked ones.

Symbols → names: f(t, d) → ``frequencies``; extra frequency → ``extra``; W(t) → ``weights``; interest vector →
``interests``; the place of a term in an unread article → ``PLACES``; worth of an article → ``worth``.

Departures: a term's weight is multiplied by its IDF, and an article's weights are normalised, else common words and
long articles would dominate. The weight of a term in an unread article is that of the best place where it occurs
(title, labels, text), not its frequency, because the index finds that quickly for 10,000 articles.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from jingdu.library.topics.features import unit
from jingdu.library.topics.passages import HEADING, TITLE
from jingdu.library.topics.terms import STRESS, Sentence, Term

MAX_INTERESTS: Final = 30
MAX_ARTICLE_TERMS: Final = 60
MAX_REASONS: Final = 3
EXTRA: Final = {TITLE: 4.0, HEADING: 2.0}
EXTRA_STRESSED: Final = 1.0
"""See `extra`; 4 for the title as published."""
PLACES: Final = {"title": 5.0, "labels": 3.0, "body": 1.0}
"""Weight of a term in an unread article: one occurrence with the extra frequency of its place."""


class Worth(NamedTuple):
    """An article's score by the user's interests, 0 to 1, and the terms with the highest contributions."""

    score: float
    reasons: list[str]


def extra(kind: str, stressed: bool) -> float:
    """Extra frequency of an occurrence: +4 in the title, +2 in a heading, +1 in bold, italics or a link."""
    return EXTRA.get(kind, EXTRA_STRESSED if stressed else 0.0)


def frequencies(found: Iterable[Sentence]) -> dict[str, tuple[str, float]]:
    """f(t, d) = Σ over t's occurrences in d of 1 + extra; with the most frequent form of t."""
    forms: defaultdict[str, Counter[str]] = defaultdict(Counter)
    totals: defaultdict[str, float] = defaultdict(float)
    for sentence in found:
        for term in sentence.terms:
            totals[term.key] += 1 + extra(sentence.kind, term.weight > STRESS.get(sentence.kind, 1.0))
            forms[term.key][term.shown] += 1
    return {key: (forms[key].most_common(1)[0][0], total) for key, total in totals.items()}


def weights(found: Mapping[str, tuple[str, float]], idf: Callable[[str], float]) -> list[Term]:
    """W(t, d) = f(t, d) · idf(t) / |f · idf| of the article's heaviest terms."""
    raw = {key: value * idf(key) for key, (_, value) in found.items()}
    weighted = (Term(key, found[key][0], value) for key, value in unit(raw).items() if value)
    return _heaviest(weighted, MAX_ARTICLE_TERMS)


def interests(read: Iterable[Iterable[Term]]) -> list[Term]:
    """The interest vector: the heaviest terms by W(t) = Σ W(t, d) over the read articles."""
    totals: dict[str, Term] = {}
    for term in (term for article in read for term in article):
        before = totals.get(term.key)
        totals[term.key] = before._replace(weight=before.weight + term.weight) if before else term
    return _heaviest(totals.values(), MAX_INTERESTS)


def worth(vector: Sequence[Term], places: Mapping[str, str]) -> Worth:
    """Σ W(t)·p(t) / Σ W(t)·p(title), the share of the maximum; ``places`` maps keys to places."""
    shares = [term._replace(weight=term.weight * PLACES[places[term.key]]) for term in vector if term.key in places]
    most = PLACES["title"] * sum(term.weight for term in vector)
    reasons = [term.shown for term in _heaviest(shares, MAX_REASONS)]
    return Worth(sum(term.weight for term in shares) / most if most else 0.0, reasons)


def _heaviest(terms: Iterable[Term], most: int) -> list[Term]:
    return sorted(terms, key=lambda term: (-term.weight, term.key))[:most]
