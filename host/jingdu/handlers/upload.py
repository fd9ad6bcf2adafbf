"""upload: a part of a file that the user chose, kept until the import is started."""

from __future__ import annotations

from jingdu.library import uploads
from jingdu.protocol.sending import Upload, UploadResult


def handle(request: Upload) -> UploadResult:
    """Whether the part was taken."""
    if request.data is None:
        uploads.forget(request.token)
        return UploadResult(None)
    return UploadResult(uploads.put(request.token, request.name, request.offset, request.data))
