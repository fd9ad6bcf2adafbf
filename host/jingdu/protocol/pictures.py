"""``picture``: bytes that the browser already has, sent in parts before the article is saved."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

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


class PictureResult(NamedTuple):
    received: bool
    """False where a limit is met: the picture is then had elsewhere, or not at all."""


def _picture(fields: Fields) -> Picture:
    part, parts = fields.whole("part"), fields.whole("parts")
    if part >= parts:
        raise wrong("part", "less than parts")
    return Picture(fields.whole("id"), fields.token("token"), fields.text("url"), part, parts, _bytes(fields))


def _bytes(fields: Fields) -> bytes:
    try:
        return base64.b64decode(fields.text("data"), validate=True)
    except (binascii.Error, ValueError):
        raise wrong("data", "base64") from None


READERS: Final[Mapping[str, Callable[[Fields], Picture]]] = {"picture": _picture}
"""Action → what reads its request."""
