"""related: articles of the library about the same as one of them."""

from __future__ import annotations

from typing import Any, Final

from jingdu.faults import Fault
from jingdu.library import indexed
from jingdu.library.index import Index
from jingdu.library.topics.duplicates import features
from jingdu.library.topics.passages import TITLE, Passage, of_text
from jingdu.library.topics.terms import Sentence
from jingdu.protocol.searching import Related, RelatedResult

_KEYWORDS: Final = 5
"""Keywords that are searched for before the heaviest terms."""
_CANDIDATES: Final = 20
"""Articles found by any of the words, of which the most similar are shown."""
_MAX_ITEMS: Final = 10
_CHARACTERS: Final = 4000
"""Of a text, after its title; they are enough to tell its subject."""
_TERMS: Final = 50
"""Terms of a vector: what is about the same shares fewer of the heaviest than what is the same."""
_MIN_SIMILARITY: Final = 0.08
"""Similarity from which an article is related, and the share of the most similar one's that it has at least.

Of news on daniel-en and daniel-zh three quarters of the weak matches (below 0.13) go so, and 1 in 100 of the strong
ones (from 0.2 on).
"""
_SHARE: Final = 0.25


def handle(request: Related) -> RelatedResult:
    """The most similar first, by the cosine of their terms (paper S2); raises ``item_missing``."""
    index = indexed.opened()
    fields = index.fields(request.item)
    if fields is None:
        raise Fault("item_missing")
    own = _sentences(index, fields)
    wanted = features.vector(own, most=_TERMS)
    found = index.related(request.item, _words(fields, own), _CANDIDATES)
    scored = [(features.cosine(wanted, features.vector(_sentences(index, one), most=_TERMS)), one) for one, _ in found]
    best = sorted(scored, key=lambda pair: -pair[0])[:_MAX_ITEMS]
    least = max(_MIN_SIMILARITY, _SHARE * best[0][0]) if best else 0.0
    return RelatedResult([one | {"likeness": round(likeness, 3)} for likeness, one in best if likeness >= least])


def _words(fields: dict[str, Any], own: list[Sentence]) -> list[str]:
    """What the article is about, the surest first."""
    keywords = fields["keywords"]
    return [*fields["tags"], *keywords[:_KEYWORDS], *features.sought(own), *keywords[_KEYWORDS:]]


def _sentences(index: Index, fields: dict[str, Any]) -> list[Sentence]:
    """Of the text's beginning, its title and its tags, which weigh as much as the title."""
    text = index.text(fields["id"]) or ""
    tags = [Passage(tag, TITLE) for tag in fields["tags"]]
    return features.folded([*tags, *of_text(text[:_CHARACTERS], fields["title"])])
