"""A request on its way to the worker: the bytes of its frame, of which id and action are only read when needed."""

from __future__ import annotations

import sys
from functools import cached_property
from typing import Final

MAX_KEPT: Final = 64 * 1024 * 1024
"""Bytes kept to ask another worker with; a longer message is refused by the worker anyway."""
PAGE_ACTIONS: Final = frozenset(("extract", "explain", "following", "save"))
"""Actions that read a page, which may be what takes the time."""


class Request:
    """One frame from the browser."""

    def __init__(self, size: int) -> None:
        self.size = self.missing = size
        """Bytes of the body: of all of it, and of what has not arrived yet."""
        self._pieces: list[bytes] = []

    def add(self, data: bytes) -> None:
        """Adds what has arrived of the body."""
        self.missing -= len(data)
        if self.size <= MAX_KEPT:
            self._pieces.append(data)

    @property
    def is_kept(self) -> bool:
        """Whether all of it is here to be sent again."""
        return self.size <= MAX_KEPT

    def frame(self) -> list[bytes]:
        """The frame as far as it has arrived, in pieces."""
        return [self.size.to_bytes(4, sys.byteorder), *self._pieces]

    @property
    def id(self) -> int | None:
        """Its id, wherever it stands in the message; None where there is none."""
        return self._head[0]

    @property
    def reads_page(self) -> bool:
        """Whether it is an action that reads a page."""
        return self._head[1] in PAGE_ACTIONS

    @cached_property
    def _head(self) -> tuple[int | None, object]:
        """Id and action. Only a request that is refused, or takes long, is parsed."""
        from jingdu import protocol
        from jingdu.faults import Fault
        from jingdu.protocol import wire

        try:
            message = wire.parse(b"".join(self._pieces).decode())
        except (Fault, UnicodeDecodeError):
            return None, None
        action = message.get("action") if isinstance(message, dict) else None
        return protocol.identity(message), action
