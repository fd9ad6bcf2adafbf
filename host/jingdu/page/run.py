"""The run of text that is being gathered, and the blocks made of the runs before it."""

from __future__ import annotations

from typing import Final

from jingdu.page.cutting import Blocks
from jingdu.page.model import Element

EMPTY_LINE: Final = 2
"""Tags ``br`` in a row that end a run, as a paragraph's end would."""


class Run:
    """Text, text places and inline tags since the last cut; a cut with any text in it makes a block.

    ``parts`` and ``inline`` stay the same lists, so that the walk may look at them: nothing
    is to be cut where both are empty.
    """

    __slots__ = (
        "_blocks", "_breaks", "_in_link", "_link_chars", "_links", "_places", "_start", "_tails", "inline", "parts",
        "pre",
    )  # fmt: skip

    def __init__(self, blocks: Blocks) -> None:
        self.parts: list[str] = []
        self.inline: list[str] = []
        self.pre = False
        self._blocks, self._places, self._tails = blocks, blocks.places, blocks.tails
        self._start = 0
        self._links = self._link_chars = self._breaks = self._in_link = 0

    def add(self, element: Element, tail: bool, text: str) -> None:
        """More text: that of ``element``, or its tail."""
        self.parts.append(text)
        self._places.append(element)
        self._tails.append(tail)
        self._breaks = 0
        if self._in_link:
            self._link_chars += len(text.strip())

    def link(self) -> None:
        """A link begins."""
        self._links += 1
        self._in_link += 1

    def unlink(self) -> None:
        """A link ends; it doesn't count where nothing of it is in the run."""
        self._in_link -= 1
        if not self.parts and not self.inline:
            self._links = 0

    def line(self, box: int) -> None:
        """A ``br``."""
        self._breaks += 1
        if self.parts:
            self.parts.append("\n")
        if self._breaks == EMPTY_LINE and not self.pre:
            self.cut(box)

    def cut(self, box: int) -> None:
        """Ends the run: a block of that box, if it has any text."""
        if len(self._places) > self._start:
            raw = self.parts[0] if len(self.parts) == 1 else "".join(self.parts)
            if text := _kept(raw) if self.pre else _folded(raw):
                self._block(box, text, 0 if raw.isascii() else raw.count("\xa0"))
            else:
                del self._places[self._start :], self._tails[self._start :]
        self.parts.clear()
        self.inline.clear()
        self._links = 1 if self._in_link else 0
        self._link_chars = self._breaks = 0

    def _block(self, box: int, text: str, nbsp: int) -> None:
        blocks = self._blocks
        blocks.texts.append(text)
        blocks.box_of.append(box)
        blocks.link_chars.append(min(self._link_chars, len(text)))
        blocks.links.append(self._links)
        blocks.nbsp.append(nbsp)
        self._start = len(self._places)
        blocks.places_from.append(self._start)
        blocks.inline += self.inline
        blocks.inline_from.append(len(blocks.inline))


def _kept(raw: str) -> str:
    """Text of ``pre``, without the empty lines around it; nothing where it is white space."""
    return "" if raw.isspace() else raw.strip("\n")


def _folded(raw: str) -> str:
    """``raw`` with each stretch of white space as one space. Only a space is printable white space."""
    text = raw.strip()
    return text if text.isprintable() and "  " not in text else " ".join(text.split())
