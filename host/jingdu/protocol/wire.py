"""Frames and the JSON text in them.

A frame is a 4-byte length in native byte order and that many bytes of UTF-8 JSON
(https://developer.chrome.com/docs/extensions/develop/concepts/native-messaging). Frames are encoded and decoded by
nativemessaging-ng, which reads through `Guard`. `Guard` distinguishes the end of the input from an empty message, and
refuses a length that is too large before memory is allocated for it.

| Input                                  | Result                                        |
|----------------------------------------|-----------------------------------------------|
| end between two frames                 | ``EOFError``                                  |
| 1–3 bytes of length, or a short body   | ``SyncError``                                 |
| length over `MAX_REQUEST`              | ``SyncError``; the supervisor forwards none   |
| invalid UTF-8                          | fault ``bad_utf8``                            |
| length 0, invalid JSON, NaN, ±Infinity, nested too deeply, a number of over 4,300 digits | fault ``bad_json`` |
"""

import json
import os.path
from collections.abc import Iterator
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from types import ModuleType, SimpleNamespace
from typing import BinaryIO, Final, cast

from jingdu.faults import Fault
from jingdu.framing import MAX_FRAME, MAX_REQUEST

_ENVELOPE: Final = len('{"id":,"part":,"parts":,"json":""}') + 3 * 16
"""Maximum bytes around a slice; each of the three numbers is below 2**53 and has at most 16 digits."""


class SyncError(Exception):
    """The position in the stream of frames is lost, so the process has to end."""


class Wire:
    """Messages over two streams. ``receive`` and ``send`` may run in different threads."""

    def __init__(self, stdin: BinaryIO, stdout: BinaryIO) -> None:
        self._codec = _private_codec(Guard(stdin), stdout)

    def receive(self) -> str | Fault:
        """The JSON text of the next frame, or the fault for which it is refused.

        Raises ``EOFError`` if the stream ends between two frames, and ``SyncError`` if it ends or fails within one.
        """
        try:
            return cast(str, self._codec.get_message_raw())
        except UnicodeDecodeError:
            return Fault("bad_utf8")

    def send(self, reply: str, identity: int | None) -> None:
        """Writes a reply in one or more frames; raises ``OSError`` if the stream is closed."""
        for frame in frames(reply, identity):
            self._codec.send_message_raw(frame)


class Guard:
    """The input of nativemessaging-ng, which reads lengths and bodies alternately.

    ``stream`` must be buffered, so that it returns fewer bytes than requested only at its end. It may end within a
    frame, because the supervisor may be killed while forwarding one.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._at_length = False

    def read(self, size: int) -> bytes:
        self._at_length = not self._at_length
        if size > MAX_REQUEST:
            raise SyncError(f"a length of {size} bytes")
        data = self._stream.read(size)
        if self._at_length and not data:
            raise EOFError("the browser closed the stream")
        if len(data) < size:
            raise SyncError(f"{len(data)} of {size} bytes")
        return data


def parse(text: str) -> object:
    """Parses a message's JSON text; raises ``bad_json``."""
    try:
        # `int` raises ``ValueError`` for NaN and Infinity
        return cast(object, json.loads(text, parse_constant=int))
    except (ValueError, RecursionError):
        raise Fault("bad_json") from None


def frames(reply: str, identity: int | None) -> Iterator[str]:
    """The JSON text of each frame for ``reply``, which is JSON text.

    A reply that exceeds `MAX_FRAME` is split: each frame has a slice of the text in ``json``, and concatenating the
    slices of all ``parts`` restores it.
    """
    reply = well_formed(reply)
    if len(reply.encode()) <= MAX_FRAME:
        yield reply
        return
    # a character takes at most four bytes in a JSON string: JSON text has no control characters, which take six
    size = (MAX_FRAME - _ENVELOPE) // 4
    starts = range(0, len(reply), size)
    for part, start in enumerate(starts):
        escaped = json.dumps(reply[start : start + size], ensure_ascii=False)
        yield f'{{"id":{json.dumps(identity)},"part":{part},"parts":{len(starts)},"json":{escaped}}}'


def well_formed(text: str) -> str:
    """``text`` with lone surrogates replaced by U+FFFD, as by JavaScript's ``toWellFormed``."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def _private_codec(guard: Guard, stdout: BinaryIO) -> ModuleType:
    """A private copy of nativemessaging-ng's codec, bound to these streams.

    The codec uses ``sys.stdin`` and ``sys.stdout``; in the copy, ``sys`` has only these streams, so a stray ``print``
    elsewhere can't reach them. A normal import would also load the package's installer with argparse and logging, which
    takes half of the time to the first reply.
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
