"""edit_items: title, tags and marks of articles."""

from __future__ import annotations

from collections.abc import Iterator

from jingdu.library import repository
from jingdu.library.topics import suggestions
from jingdu.protocol.library import EditedItems, EditItems


def handle(request: EditItems) -> EditedItems:
    """The items as they are now; raises the faults of the library."""
    return EditedItems(repository.edit(request.items, request.changes))


def afterwards(request: EditItems) -> Iterator[None]:
    """Tag suggestions are learned of the tags that were given."""
    return suggestions.when_idle()
