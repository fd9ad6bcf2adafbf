"""``picture`` and ``upload``: files in parts, pictures that the browser has and files that the user chose."""

from __future__ import annotations

from typing import NamedTuple

from jingdu.protocol.fields import Fields, wrong


class Picture(NamedTuple):
    """Brings one part of a picture, whose kind is known by its bytes alone."""

    id: int
    token: str
    url: str
    part: int
    """From 0."""
    parts: int
    data: bytes

    @classmethod
    def of(cls, fields: Fields) -> Picture:
        part, parts = fields.whole("part"), fields.whole("parts")
        if part >= parts:
            raise wrong("part", "less than parts")
        return cls(fields.whole("id"), fields.token("token"), fields.text("url"), part, parts, fields.base64("data"))


class PictureResult(NamedTuple):
    received: bool
    """False where a limit is met: the picture is then fetched, or missing."""


class Upload(NamedTuple):
    """Brings a part of a file; without ``data`` all that came under the token is thrown away."""

    id: int
    token: str
    name: str
    """The file's, with its folders within what was chosen, parted by ``/``."""
    offset: int
    """Where in the file the part begins, in bytes."""
    data: bytes | None

    @classmethod
    def of(cls, fields: Fields) -> Upload:
        return cls(
            id=fields.whole("id"),
            token=fields.token("token"),
            name=fields.text_or_none("name") or "",
            offset=fields.whole_or("offset", 0),
            data=fields.base64("data") if fields.has("data") else None,
        )


class UploadResult(NamedTuple):
    refused: str | None
    """Why the file can't be taken: its ``name``, it is too ``large``, too ``many`` files, a ``gap`` before the part."""
