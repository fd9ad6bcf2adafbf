"""restore_items: articles come back from the trash."""

from __future__ import annotations

from jingdu.library import repository
from jingdu.protocol.library import ItemIds, Items


def handle(request: Items) -> ItemIds:
    """The ids; raises the faults of the library."""
    return ItemIds(repository.restore(request.items))
