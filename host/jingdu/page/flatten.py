"""A tree of limited depth for a page that is nested more deeply than libxml2 builds trees.

libxml2 reads tags at any depth but stops building a tree at about 2,045 levels. As a parser's
target this class builds the tree itself and puts a space for each deeper tag; text
is never left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from lxml import etree

from jingdu.page.model import Element

MAX_DEPTH: Final = 1500
"""Levels that are kept."""


class Flattened:
    """A target for ``etree.HTMLParser``; its ``close`` returns the root, or None for a page without elements."""

    def __init__(self) -> None:
        self._builder = etree.TreeBuilder()
        self._depth = 0

    def start(self, tag: str, attributes: Mapping[str | bytes, str | bytes]) -> None:
        """Opens an element."""
        self._depth += 1
        if self._depth <= MAX_DEPTH:
            self._builder.start(tag, dict(attributes))
        else:
            self._builder.data(" ")

    def end(self, tag: str) -> None:
        """Closes it."""
        if self._depth <= MAX_DEPTH:
            self._builder.end(tag)
        else:
            self._builder.data(" ")
        self._depth -= 1

    def data(self, text: str) -> None:
        """Adds text to the innermost open element."""
        self._builder.data(text)

    def close(self) -> Element | None:
        """Ends the page."""
        try:
            return self._builder.close()
        except (AssertionError, etree.XMLSyntaxError):
            return None
