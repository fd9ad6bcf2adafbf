"""delete_items: articles go for good."""

from __future__ import annotations

from jingdu.library import store
from jingdu.messages.library import ItemIds, Items


def handle(request: Items) -> ItemIds:
    """The ids; raises the faults of the library."""
    return ItemIds(store.delete(request.items))
