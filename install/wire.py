"""Frames as the browser writes and reads them: a length in the machine's byte order, then JSON in UTF-8."""

from __future__ import annotations

import json
import struct
from typing import IO, Any, Final

from jingdu.i18n import gettext as _

_LENGTH: Final = struct.Struct("=I")
LARGEST: Final = 1_048_576
"""Bytes a browser accepts from a host in one frame."""


class NoFrame(Exception):
    """The host sent something else, or nothing."""


def write(stream: IO[bytes], message: dict[str, Any]) -> None:
    """Sends a message."""
    data = json.dumps(message, ensure_ascii=False).encode("utf-8")
    stream.write(_LENGTH.pack(len(data)) + data)
    stream.flush()


def read(stream: IO[bytes]) -> dict[str, Any]:
    """The next message; raises NoFrame."""
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        raise NoFrame(_("it ended without a reply"))
    (length,) = _LENGTH.unpack(head)
    if length > LARGEST:
        raise NoFrame(_("it sent {n} bytes, more than browsers accept", n=length))
    try:
        message = json.loads(stream.read(length).decode("utf-8"))
    except ValueError as error:
        raise NoFrame(_("its reply is not JSON")) from error
    if not isinstance(message, dict):
        raise NoFrame(_("its reply is not an object"))
    return message
