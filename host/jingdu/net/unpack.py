"""Bodies unpacked as they come, never beyond a limit: a small answer can't grow without end."""

from __future__ import annotations

import zlib
from typing import Any, Final

from jingdu.net import Unfetched

MAX_MEMBERS: Final = 10_000
"""Members of one gzip stream (RFC 1952, 2.2); those of bgzip hold 64 KiB each."""
_GZIP: Final = 16 + zlib.MAX_WBITS
_MAGIC: Final = b"\x1f\x8b"


class Unpacker:
    """Takes the pieces of a body; neither what comes nor ``data``, what is in it, exceeds ``largest`` bytes.

    All members of a gzip stream are read. What follows the end of a packed stream is no part of the body: it is
    counted and, as browsers do, ignored.
    """

    def __init__(self, encoding: str, largest: int) -> None:
        encoding = encoding.strip().lower()
        if encoding not in ("", "identity", "gzip", "x-gzip", "deflate"):
            raise Unfetched("broken", f"came packed as {encoding[:40]}, which was not asked for")
        self.data = bytearray()
        self._largest = largest
        self._received = 0
        self._packed = encoding not in ("", "identity")
        self._is_gzip = encoding.endswith("gzip")
        self._inflate: Any = zlib.decompressobj(_GZIP) if self._is_gzip else None
        self._members = 1
        self._ended = False

    def add(self, piece: bytes) -> None:
        """Raises `Unfetched` where there is too much, or where the bytes are not what they were said to be."""
        self._received += len(piece)
        if self._packed:
            self._unpack(piece)
        else:
            self.data += piece
        if max(len(self.data), self._received) > self._largest:
            raise Unfetched("large", f"is larger than {self._largest / 2**20:.3g} MiB")

    def end(self) -> bytes:
        """All of it; raises `Unfetched` where the packed bytes broke off."""
        if self._packed and self._inflate is not None and not self._inflate.eof:
            raise Unfetched("broken", "came incomplete")
        return bytes(self.data)

    def _unpack(self, piece: bytes) -> None:
        """ "deflate" is zlib by the standard and bare deflate from many servers: the first byte shows which."""
        if self._inflate is None:
            self._inflate = zlib.decompressobj(zlib.MAX_WBITS if piece[0] & 0x0F == 8 else -zlib.MAX_WBITS)
        while piece and not self._ended and len(self.data) <= self._largest:
            if self._inflate.eof and not self._next_member(piece):
                self._ended = True
                return
            try:
                self.data += self._inflate.decompress(piece, self._largest + 1 - len(self.data))
            except zlib.error as error:
                raise Unfetched("broken", "is not packed as the server says") from error
            piece = self._inflate.unused_data

    def _next_member(self, piece: bytes) -> bool:
        """Begins another member where ``piece``, which follows one, is the beginning of one."""
        if not self._is_gzip or piece[:2] != _MAGIC[: len(piece)]:
            return False
        self._members += 1
        if self._members > MAX_MEMBERS:
            raise Unfetched("broken", f"came packed in more than {MAX_MEMBERS} parts")
        self._inflate = zlib.decompressobj(_GZIP)
        return True
