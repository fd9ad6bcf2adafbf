"""related: articles of the library about the same as one of them."""

from __future__ import annotations

from jingdu.faults import Fault
from jingdu.library import indexed
from jingdu.messages.searching import Related, RelatedResult


def handle(request: Related) -> RelatedResult:
    """The likest first, by the item's keywords, tags and title; raises ``item_missing``."""
    index = indexed.opened()
    fields = index.fields(request.item)
    if fields is None:
        raise Fault("item_missing")
    words = [*fields["keywords"], *fields["tags"]] or _title_words(fields["title"])
    return RelatedResult([told | {"likeness": likeness} for told, likeness in index.related(request.item, words)])


def _title_words(title: str) -> list[str]:
    from jingdu.text.words import words

    return words(title)
