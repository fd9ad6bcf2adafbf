"""Bodies unpacked as they come, never beyond a limit: a small answer can't grow without end."""

from __future__ import annotations

import zlib
from typing import Any

from jingdu.web import Unfetched


class Unpacker:
    """Takes the pieces of a body; ``data`` grows to ``largest`` bytes at most."""

    def __init__(self, encoding: str, largest: int) -> None:
        encoding = encoding.strip().lower()
        if encoding not in ("", "identity", "gzip", "x-gzip", "deflate"):
            raise Unfetched("broken", f"came packed as {encoding[:40]}, which was not asked for")
        self.data = bytearray()
        self._largest = largest
        self._packed = encoding not in ("", "identity")
        self._inflate: Any = zlib.decompressobj(16 + zlib.MAX_WBITS) if encoding.endswith("gzip") else None

    def add(self, piece: bytes) -> None:
        """Raises `Unfetched` where there is too much, or where the bytes are not what they were said to be."""
        self.data += self._plain(piece) if self._packed else piece
        if len(self.data) > self._largest:
            raise Unfetched("large", f"is larger than {self._largest / 2**20:.3g} MiB")

    def end(self) -> bytes:
        """All of it; raises `Unfetched` where the packed bytes broke off."""
        if self._packed and self._inflate is not None and not self._inflate.eof:
            raise Unfetched("broken", "came incomplete")
        return bytes(self.data)

    def _plain(self, piece: bytes) -> bytes:
        """ "deflate" is zlib by the standard and bare deflate from many servers: the first byte tells."""
        if self._inflate is None:
            self._inflate = zlib.decompressobj(zlib.MAX_WBITS if piece[0] & 0x0F == 8 else -zlib.MAX_WBITS)
        try:
            unpacked: bytes = self._inflate.decompress(piece, self._largest + 1 - len(self.data))
        except zlib.error as error:
            raise Unfetched("broken", "is not packed as the server says") from error
        return unpacked
