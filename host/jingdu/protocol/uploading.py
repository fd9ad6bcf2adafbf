"""``upload``: a part of a file that the user chose to import."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from jingdu.protocol.fields import Fields, wrong


class Upload(NamedTuple):
    """Brings a part of a file; without ``data`` all that came under the token is thrown away."""

    id: int
    token: str
    name: str
    """The file's, with its folders within what was chosen, parted by ``/``."""
    offset: int
    """Where in the file the part begins, in bytes."""
    data: bytes | None


class UploadResult(NamedTuple):
    refused: str | None
    """Why the file can't be taken: its ``name``, it is too ``large``, too ``many`` files, a ``gap`` before the part."""


def _upload(fields: Fields) -> Upload:
    token = fields.token("token")
    data = _bytes(fields) if fields.has("data") else None
    return Upload(fields.whole("id"), token, fields.text_or_none("name") or "", fields.whole_or("offset", 0), data)


def _bytes(fields: Fields) -> bytes:
    try:
        return base64.b64decode(fields.text("data"), validate=True)
    except (binascii.Error, ValueError):
        raise wrong("data", "base64") from None


READERS: Final[Mapping[str, Callable[[Fields], Upload]]] = {"upload": _upload}
"""Action → what reads its request."""
