"""What the supervisor knows of a request: its first bytes, its size, how long it may take. It is never parsed here."""

from __future__ import annotations

from typing import Final

PAGES: Final = frozenset((b"extract", b"explain", b"following", b"save"))
"""Actions that read a page: time on the processor is what they take."""

_BASE: Final = 7.5
_PER_MEGABYTE: Final = 0.1
"""Seconds of the processor for a page, and for each million bytes of it: 50 MB within 15 s, 20 MB within 10 s."""
_PATIENCE: Final = 18.0
_PATIENCE_PER_MEGABYTE: Final = 0.9
"""Seconds on the clock for anything: less than the extension waits (`extension/background/host.js`)."""
_LOOKED_AT: Final = 256
"""Bytes in which the extension has the id and the action, which it says first."""
LARGEST_KEPT: Final = 64 * 1024 * 1024 + 4
"""Bytes kept until the reply comes, so that another worker can be asked; a longer message gets a fault anyway."""


class Request:
    """A frame on its way to the worker."""

    def __init__(self, size: int) -> None:
        self.size = size
        """Bytes of the body."""
        self.left = size
        """Bytes of the body that are still to come."""
        self._kept: list[bytes] = [_length(size)]
        self._size_kept = 0

    def add(self, data: bytes) -> None:
        """More of the body."""
        self.left -= len(data)
        if self._size_kept + len(data) <= LARGEST_KEPT:
            self._kept.append(data)
            self._size_kept += len(data)

    @property
    def is_kept(self) -> bool:
        """Whether all of it is still here, to be sent once more."""
        return self._size_kept == self.size

    @property
    def whole(self) -> list[bytes]:
        """The frame, in pieces."""
        return self._kept

    @property
    def identity(self) -> int | None:
        """Its id, where it says it first, as the extension does; None is understood as the oldest one under way."""
        before, _, after = self._beginning().partition(b'"id":')
        digits = after.lstrip().partition(b",")[0].strip()
        return int(digits) if before.strip() == b"{" and digits.isdigit() and len(digits) <= 16 else None

    @property
    def action(self) -> bytes:
        """What it asks for, where it says it soon, as the extension does; else empty."""
        return self._beginning().partition(b'"action":')[2].lstrip(b' "').partition(b'"')[0]

    @property
    def clock(self) -> float:
        """Seconds it may take in all."""
        return _PATIENCE + self.size / 1e6 * _PATIENCE_PER_MEGABYTE

    @property
    def processor(self) -> float:
        """Seconds of the processor that it may take; whatever reads no page waits for the disk too."""
        of_page = not self.action or self.action in PAGES
        return _BASE + self.size / 1e6 * _PER_MEGABYTE if of_page else self.clock

    def _beginning(self) -> bytes:
        return b"".join(piece[:_LOOKED_AT] for piece in self._kept[1:3])[:_LOOKED_AT]


def _length(size: int) -> bytes:
    import sys

    return size.to_bytes(4, sys.byteorder)
