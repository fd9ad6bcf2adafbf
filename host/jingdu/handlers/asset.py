"""asset: the bytes of a kept picture."""

from __future__ import annotations

import base64

from jingdu.library import repository
from jingdu.library.images import files
from jingdu.protocol.library import Asset, AssetResult


def handle(request: Asset) -> AssetResult:
    """The picture; raises ``item_missing`` and the faults of the library."""
    data = repository.asset(request.item, request.name)
    return AssetResult(files.mime(request.name), base64.b64encode(data).decode("ascii"))
