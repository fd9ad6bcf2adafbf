"""edit_items, trash_items, restore_items and delete_items: changes of articles; all raise the faults of the library."""

from __future__ import annotations

from collections.abc import Iterator

from jingdu.library import repository
from jingdu.library.topics import suggestions
from jingdu.protocol.library import EditedItems, EditItems, ItemIds, Items


def edit_items(request: EditItems) -> EditedItems:
    """Changes title, tags and marks; the items as they are now."""
    return EditedItems(repository.edit(request.items, request.changes))


def trash_items(request: Items) -> ItemIds:
    return ItemIds(repository.trash(request.items))


def restore_items(request: Items) -> ItemIds:
    return ItemIds(repository.restore(request.items))


def delete_items(request: Items) -> ItemIds:
    return ItemIds(repository.delete(request.items))


def afterwards(request: EditItems | Items) -> Iterator[None]:
    """Tag suggestions are learned from changed tags; of the trash what has been there for 30 days is deleted."""
    return suggestions.when_idle() if isinstance(request, EditItems) else repository.empty_trash()
