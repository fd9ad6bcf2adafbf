"""Markup: escaped text, end tags, and the parts that a writer has written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Final


def escape(text: str) -> str:
    """``text`` for an element or a quoted attribute."""
    if "&" in text:
        text = text.replace("&", "&amp;")
    if "<" in text:
        text = text.replace("<", "&lt;")
    if ">" in text:
        text = text.replace(">", "&gt;")
    return text.replace('"', "&quot;") if '"' in text else text


@lru_cache(maxsize=100)
def closing(opening: str) -> str:
    """The end tags for a row of start tags."""
    return "".join(f"</{tag}>" for tag in reversed(re.findall(r"<(?!br)(\w+)", opening)))


PIECE: Final = 1_000_000
"""Characters after which a large article's HTML is handed on, at the next end of an outermost paragraph."""
_FEW: Final = 500
"""Parts between two places where it may be divided."""


class Output:
    """What a writer has written."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.ends: list[int] = []
        """How many parts there were at ends of outermost paragraphs."""
        self.links: list[tuple[int, str]] = []
        """The part that opens a link within the page, and the id that it leads to."""
        self.ids: set[str] = set()

    def may_end(self) -> None:
        """An outermost paragraph has ended."""
        if len(self.parts) - (self.ends[-1] if self.ends else 0) > _FEW:
            self.ends.append(len(self.parts))

    def drop(self, start: int) -> None:
        """Removes the parts from ``start`` on."""
        del self.parts[start:]
        self.links = [link for link in self.links if link[0] < start]

    def pieces(self, page: str) -> Iterator[str]:
        """The HTML in pieces; a link to a place that wasn't kept leads to the original at ``page``."""
        for place, name in self.links:
            if name not in self.ids:
                self.parts[place] = f'<a href="{escape(page)}#{escape(name)}">' if page else "<a>"
        start = size = 0
        for before, end in pairwise([0, *self.ends]):
            size += sum(map(len, self.parts[before:end]))
            if size > PIECE:
                yield "".join(self.parts[start:end])
                start, size = end, 0
        yield "".join(self.parts[start:])
