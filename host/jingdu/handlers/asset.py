"""asset: the bytes of a kept picture."""

from __future__ import annotations

import base64

from jingdu.library import store
from jingdu.library.pictures import files
from jingdu.messages.library import Asset, AssetResult


def handle(request: Asset) -> AssetResult:
    """The picture; raises ``item_missing`` and the faults of the library."""
    data = store.asset(request.item, request.name)
    return AssetResult(files.mime(request.name), base64.b64encode(data).decode("ascii"))
