"""restore_items: articles come back from the trash."""

from __future__ import annotations

from jingdu.library import store
from jingdu.messages.library import ItemIds, Items


def handle(request: Items) -> ItemIds:
    """The ids; raises the faults of the library."""
    return ItemIds(store.restore(request.items))
