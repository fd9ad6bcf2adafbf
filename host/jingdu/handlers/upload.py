"""upload: a part of a file that the user chose, kept until the import is started."""

from __future__ import annotations

from jingdu.library import uploads
from jingdu.protocol.uploading import Upload, UploadResult
from jingdu.storage import os_errors


def handle(request: Upload) -> UploadResult:
    """Whether the part was taken; raises the faults of a disk."""
    if request.data is None:
        uploads.forget(request.token)
        return UploadResult(None)
    with os_errors.map_os_errors():
        return UploadResult(uploads.put(request.token, request.name, request.offset, request.data))
