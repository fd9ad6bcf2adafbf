"""asset, picture and upload: the bytes of a saved picture; pictures and files of the browser, sent in parts."""

from __future__ import annotations

import base64

from jingdu.library import repository, uploads
from jingdu.library.images import files, received
from jingdu.protocol.library import Asset, AssetResult
from jingdu.protocol.sending import Picture, PictureResult, Upload, UploadResult


def asset(request: Asset) -> AssetResult:
    """A saved picture; raises ``item_missing`` and the faults of the library."""
    data = repository.asset(request.item, request.name)
    return AssetResult(files.mime(request.name), base64.b64encode(data).decode("ascii"))


def picture(request: Picture) -> PictureResult:
    """Whether the part was kept; a disk that takes nothing is no fault of the save, which goes on without it."""
    try:
        return PictureResult(received.put(request.token, request.url, request.part, request.parts, request.data))
    except OSError:
        return PictureResult(received=False)


def upload(request: Upload) -> UploadResult:
    """Whether the part of a file was taken."""
    if request.data is None:
        uploads.forget(request.token)
        return UploadResult(None)
    return UploadResult(uploads.put(request.token, request.name, request.offset, request.data))
