"""edit_items: title, tags and marks of articles."""

from __future__ import annotations

from jingdu.library import store
from jingdu.messages.library import EditedItems, EditItems


def handle(request: EditItems) -> EditedItems:
    """The items as they are now; raises the faults of the library."""
    return EditedItems(store.edit(request.items, request.changes))
