"""picture: a part of a picture that the browser already has, kept until the article is saved."""

from __future__ import annotations

from jingdu.library.images import received
from jingdu.protocol.sending import Picture, PictureResult


def handle(request: Picture) -> PictureResult:
    """Whether the part was kept; a disk that takes nothing is no fault of the save, which goes on without it."""
    try:
        return PictureResult(received.put(request.token, request.url, request.part, request.parts, request.data))
    except OSError:
        return PictureResult(received=False)
