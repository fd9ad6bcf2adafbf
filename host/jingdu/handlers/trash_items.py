"""trash_items: articles go into the trash."""

from __future__ import annotations

from jingdu.library import store
from jingdu.messages.library import ItemIds, Items


def handle(request: Items) -> ItemIds:
    """The ids; raises the faults of the library."""
    return ItemIds(store.trash(request.items))
