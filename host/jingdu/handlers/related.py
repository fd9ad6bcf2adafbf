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
"""Keywords that are sought before the heaviest terms."""
_LOOKED_AT: Final = 20
"""Articles found by any of the words, of which the likest are told."""
_TOLD: Final = 10
_CHARACTERS: Final = 4000
"""Of a text, after its title: what it is about is told by then."""
_TERMS: Final = 50
"""Terms of a vector: what is about the same shares fewer of the heaviest than what is the same."""
_LIKE: Final = 0.08
"""Likeness from which an article is related, and the share of the likest one's that it has at least.

Of news on daniel-en and daniel-zh three quarters of the weak matches (below 0.13) go so, and 1 in 100 of the strong
ones (from 0.2 on).
"""
_SHARE: Final = 0.25


def handle(request: Related) -> RelatedResult:
    """The likest first, by the cosine of their terms (paper S2); raises ``item_missing``."""
    index = indexed.opened()
    fields = index.fields(request.item)
    if fields is None:
        raise Fault("item_missing")
    own = _sentences(index, fields)
    wanted = features.vector(own, most=_TERMS)
    found = index.related(request.item, _words(fields, own), _LOOKED_AT)
    like = [(features.cosine(wanted, features.vector(_sentences(index, told), most=_TERMS)), told) for told, _ in found]
    best = sorted(like, key=lambda pair: -pair[0])[:_TOLD]
    least = max(_LIKE, _SHARE * best[0][0]) if best else 0.0
    return RelatedResult([told | {"likeness": round(likeness, 3)} for likeness, told in best if likeness >= least])


def _words(fields: dict[str, Any], own: list[Sentence]) -> list[str]:
    """What the article is about, the surest first."""
    keywords = fields["keywords"]
    return [*fields["tags"], *keywords[:_KEYWORDS], *features.sought(own), *keywords[_KEYWORDS:]]


def _sentences(index: Index, fields: dict[str, Any]) -> list[Sentence]:
    """Of the text's beginning, its title and its tags, which weigh as much as the title."""
    text = index.text(fields["id"]) or ""
    tags = [Passage(tag, TITLE) for tag in fields["tags"]]
    return features.folded([*tags, *of_text(text[:_CHARACTERS], fields["title"])])
