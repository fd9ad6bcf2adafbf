"""A line of Markdown from its nodes."""

from __future__ import annotations

import re
from typing import Final

from jingdu.render import literal
from jingdu.render.markdown.emphasis import fitted
from jingdu.render.markdown.nodes import (
    PLAIN,
    Box,
    Break,
    Code,
    Display,
    Emphasis,
    Node,
    Raw,
    Text,
    is_blank,
    with_emphasis,
)

_SIGNS: Final = {"strong": "**", "em": "*"}
_BARE: Final = re.compile(r"https?://(?!\S*xn--)[\w.~:/?#@!$'()*+,;=-]+", re.ASCII)
"""Addresses that every renderer reads alike between ``<`` and ``>``."""
_AFTER_NOTE: Final = re.compile(r"(?=[(:])")


def line(nodes: list[Node], *, breaks: bool = True) -> str:
    """The Markdown of ``nodes``; without ``breaks`` the end of a line is a space, as in headings and cells."""
    if len(nodes) == 1 and type(nodes[0]) is Text and not nodes[0].emphasis:  # most lines
        text = literal.words(nodes[0].text) if nodes[0].text.strip() else ""
    else:
        text = _Writer(breaks).row(_without_end(fitted(nodes)), PLAIN)
    return "\n".join(part.strip(" ") for part in text.split("\n"))


class _Writer:
    def __init__(self, breaks: bool) -> None:
        self._breaks = breaks

    def row(self, nodes: list[Node], outer: Emphasis, *, in_link: bool = False) -> str:
        """``nodes``, already fitted, in a row; all are in ``outer`` emphasis."""
        out = ""
        opened: list[str] = []
        for at, node in enumerate(nodes):
            while not node.emphasis.issuperset(opened):
                out += _SIGNS[opened.pop()]
            for style in _by_length(nodes, at, node.emphasis.difference(opened)):
                opened.append(style)
                out += _SIGNS[style]
            out = _joined(out, self._written(node, outer, in_link), nodes[at - 1] if at else None)
        return out + "".join(_SIGNS[style] for style in reversed(opened))

    def _written(self, node: Node, outer: Emphasis, in_link: bool) -> str:
        if isinstance(node, Text):
            return literal.words(node.text, in_link=in_link)
        if isinstance(node, Code):
            return literal.code(node.text)
        if isinstance(node, Break):
            return "\\\n" if self._breaks else " "
        if isinstance(node, Display):
            return f"$${node.text}$$"
        return node.text if isinstance(node, Raw) else self._box(node, outer, in_link)

    def _box(self, box: Box, outer: Emphasis, in_link: bool) -> str:
        if box.href and all(isinstance(node, Text) for node in box.nodes):
            words = "".join(node.text for node in box.nodes)
            if words == box.href and _BARE.fullmatch(words):
                return f"<{words}>"
        outer |= box.emphasis
        nodes = fitted([with_emphasis(node, node.emphasis - outer) for node in box.nodes])
        inner = self.row(nodes, outer, in_link=in_link or bool(box.href))
        return f"{box.opening}{inner}{box.closing}"


def _by_length(nodes: list[Node], at: int, styles: Emphasis) -> list[str]:
    """``styles``, which begin at a node, the one that ends last first."""

    def end(style: str) -> int:
        return next((n for n in range(at, len(nodes)) if style not in nodes[n].emphasis), len(nodes))

    return sorted(styles, key=lambda style: (-end(style), style != "strong")) if len(styles) > 1 else list(styles)


def _joined(before: str, text: str, last: Node | None) -> str:
    """An exclamation mark before a link would make a picture of it, a colon after a note's mark a note."""
    if before.endswith("!") and text.startswith(("[", "![")):
        before = f"{before[:-1]}\\!"
    if isinstance(last, Raw) and before.endswith("]") and last.text.startswith("[^"):
        text = _AFTER_NOTE.sub(r"\\", text, count=1) if text.startswith(("(", ":")) else text
    return before + text


def _without_end(nodes: list[Node]) -> list[Node]:
    """A line's ``nodes`` without a line break at either end."""
    start, end = 0, len(nodes)
    while start < end and is_blank(nodes[start]):
        start += 1
    while start < end and is_blank(nodes[end - 1]):
        end -= 1
    return nodes[start:end]
