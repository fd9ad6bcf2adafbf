"""trash_items: articles go into the trash."""

from __future__ import annotations

from collections.abc import Iterator

from jingdu.library import repository
from jingdu.protocol.library import ItemIds, Items


def handle(request: Items) -> ItemIds:
    """The ids; raises the faults of the library."""
    return ItemIds(repository.trash(request.items))


def afterwards(request: Items) -> Iterator[None]:
    """What has been in the trash for 30 days goes."""
    return repository.empty_trash()
