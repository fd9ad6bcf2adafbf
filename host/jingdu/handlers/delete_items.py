"""delete_items: articles go for good."""

from __future__ import annotations

from jingdu.library import repository
from jingdu.protocol.library import ItemIds, Items


def handle(request: Items) -> ItemIds:
    """The ids; raises the faults of the library."""
    return ItemIds(repository.delete(request.items))
