"""Frames and the JSON text in them; no input or output of its own.

A frame is a 4-byte length in the machine's byte order and that many bytes of UTF-8 JSON
(https://developer.chrome.com/docs/extensions/develop/concepts/native-messaging). The
format itself is nativemessaging-ng's: its reader and writer do the packing here. What it
leaves open is guarded: it sees the two streams through `Guard`, which distinguishes the end of
the input from an empty message, and refuses a length before anything is allocated for it.

| What comes in                          | What happens                                  |
|----------------------------------------|-----------------------------------------------|
| nothing more, between two frames       | ``EOFError``                                  |
| 1–3 bytes of length, or a short body   | ``SyncError``                                 |
| length over `MAX_REQUEST`              | ``SyncError``: the host passes none on        |
| bytes that are not UTF-8               | fault ``bad_utf8``                            |
| length 0, no JSON, NaN, ±Infinity, nested too deep, a number of over 4,300 digits | fault ``bad_json`` |
"""

from __future__ import annotations

import json
import os.path
from collections.abc import Iterator
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from types import ModuleType, SimpleNamespace
from typing import BinaryIO, Final, NoReturn, cast

from jingdu.faults import Fault
from jingdu.framing import MAX_FRAME, MAX_REQUEST

_ENVELOPE: Final = len('{"id":,"part":,"parts":,"json":""}') + 3 * 16
"""Bytes around a slice: three whole numbers below 2**53 have at most 16 digits each."""


class SyncError(Exception):
    """Where the next frame begins is no longer known: the process can only end."""


class Wire:
    """The two streams as messages. ``receive`` and ``send`` may run in different threads."""

    def __init__(self, stdin: BinaryIO, stdout: BinaryIO) -> None:
        self._codec = _private_codec(Guard(stdin), stdout)

    def receive(self) -> str | Fault:
        """The JSON text of the next frame, or the fault for which it was refused.

        Raises ``EOFError`` when the browser has closed the stream between two frames and
        ``SyncError`` when it broke off or went astray.
        """
        try:
            return cast(str, self._codec.get_message_raw())
        except UnicodeDecodeError:
            return Fault("bad_utf8")

    def send(self, reply: str, identity: int | None) -> None:
        """Writes a reply in as many frames as it takes; raises ``OSError`` when nobody reads."""
        for frame in frames(reply, identity):
            self._codec.send_message_raw(frame)


class Guard:
    """The input as nativemessaging-ng reads it: by turns 4 bytes of length, then a body.

    ``stream`` is buffered: it gives fewer bytes than asked for only at its end. What is too large the supervisor
    refuses; but it may be killed in the middle of a frame.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._at_length = False

    def read(self, size: int) -> bytes:
        self._at_length = not self._at_length
        if not self._at_length:
            return self._body(size)
        data = self._stream.read(size)
        if not data:
            raise EOFError("the browser closed the stream")
        return _whole(data, size)

    def _body(self, size: int) -> bytes:
        if size <= MAX_REQUEST:
            return _whole(self._stream.read(size), size)
        raise SyncError(f"a length of {size} bytes")


def parse(text: str) -> object:
    """The value of a message's JSON text; raises the fault ``bad_json``."""
    try:
        return cast(object, json.loads(text, parse_constant=_refuse_constant))
    except (ValueError, RecursionError):
        raise Fault("bad_json") from None


def frames(reply: str, identity: int | None) -> Iterator[str]:
    """The JSON text of each frame that carries ``reply``, itself JSON text.

    One that fits goes as it is. A longer one is cut: each frame has a slice of the text
    in ``json``, and joining the slices of all ``parts`` in order gives it back.
    """
    reply = well_formed(reply)
    if len(reply.encode()) <= MAX_FRAME:
        yield reply
        return
    slices = list(_slices(reply, MAX_FRAME - _ENVELOPE))
    for part, piece in enumerate(slices):
        yield f'{{"id":{json.dumps(identity)},"part":{part},"parts":{len(slices)},"json":"{piece}"}}'


def well_formed(text: str) -> str:
    """``text`` with U+FFFD for each lone surrogate, as JavaScript's ``toWellFormed`` has it."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def _slices(text: str, size: int) -> Iterator[str]:
    """``text``, which is JSON, as bodies of JSON strings of at most ``size`` bytes.

    JSON text has no bare control characters, so quotes and backslashes are all that is
    escaped, each in two bytes: a slice must end neither between those nor in a character.
    """
    escaped = json.dumps(text, ensure_ascii=False)[1:-1].encode()
    start = 0
    while start < len(escaped):
        end = start + size
        while end < len(escaped) and escaped[end] & 0xC0 == 0x80:
            end -= 1
        piece = escaped[start:end]
        if (len(piece) - len(piece.rstrip(b"\\"))) % 2:
            piece = piece[:-1]
        yield piece.decode()
        start += len(piece)


def _whole(data: bytes, size: int) -> bytes:
    if len(data) < size:
        raise SyncError(f"{len(data)} of {size} bytes")
    return data


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _private_codec(guard: Guard, stdout: BinaryIO) -> ModuleType:
    """nativemessaging-ng's reader and writer, in a copy of their own bound to these streams.

    They read ``sys.stdin`` and write ``sys.stdout``; in this copy ``sys`` is only our two
    streams, so a stray ``print`` elsewhere can't reach them. Importing the package the
    plain way would bring its installer along, and argparse and logging with that: half of
    the time the host needs to answer its first request.
    """
    package = find_spec("nativemessaging")
    if package is None or not package.submodule_search_locations:
        raise ImportError("nativemessaging-ng is not installed")
    path = os.path.join(package.submodule_search_locations[0], "nativemessaging.py")
    spec = spec_from_file_location("jingdu._nativemessaging", path)
    assert spec and spec.loader
    codec = module_from_spec(spec)
    spec.loader.exec_module(codec)
    streams = SimpleNamespace(stdin=SimpleNamespace(buffer=guard), stdout=SimpleNamespace(buffer=stdout))
    codec.__dict__["sys"] = streams
    return codec
