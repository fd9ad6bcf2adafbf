"""trash_items: articles go into the trash."""

from __future__ import annotations

from collections.abc import Iterator

from jingdu.library import store
from jingdu.messages.library import ItemIds, Items


def handle(request: Items) -> ItemIds:
    """The ids; raises the faults of the library."""
    return ItemIds(store.trash(request.items))


def afterwards(request: Items) -> Iterator[None]:
    """What has been in the trash for 30 days goes."""
    return store.empty_trash()
