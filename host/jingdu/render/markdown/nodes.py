"""The nodes of a line of Markdown."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

Emphasis = frozenset[str]
"""A subset of ``strong`` and ``em``."""
PLAIN: Final[Emphasis] = frozenset()


@dataclass(frozen=True)
class _Leaf:
    text: str
    emphasis: Emphasis = PLAIN


class Text(_Leaf):
    """Words of the page, not yet escaped, with their white space folded."""


class Code(_Leaf):
    """Code within a line, as it is."""


class Raw(_Leaf):
    """Markdown that is written already: a picture, a formula, the mark of a note."""


class Display(_Leaf):
    """A formula on a line of its own, in TeX."""


class Break(_Leaf):
    """The end of a line."""


@dataclass(frozen=True, slots=True)
class Box:
    """A link, or raised, lowered or struck text: nodes between two signs that belong together."""

    opening: str
    closing: str
    href: str | None = None
    """Where it leads, if it is a link."""
    nodes: list[Node] = field(default_factory=list)
    emphasis: Emphasis = PLAIN

    @property
    def text(self) -> str:
        """The signs at both ends, which only count as punctuation."""
        return "[]"


Node = Text | Code | Raw | Display | Break | Box
_MERGED: Final = (Text, Code)


def with_emphasis(node: Node, emphasis: Emphasis) -> Node:
    """``node`` with another emphasis around it; that of the nodes in a box stays."""
    return node if node.emphasis == emphasis else replace(node, emphasis=emphasis)


def is_blank(node: Node) -> bool:
    """Whether nothing is seen of ``node`` but an empty space."""
    if isinstance(node, Box):
        return all(map(is_blank, node.nodes))
    return isinstance(node, Break) or (isinstance(node, Text) and not node.text.strip())


def merged(nodes: list[Node]) -> list[Node]:
    """``nodes`` with texts, and codes, that follow on each other as one."""
    found: list[Node] = []
    for node in nodes:
        last = found[-1] if found else None
        if isinstance(node, _MERGED) and type(last) is type(node) and last.emphasis == node.emphasis:
            is_double = isinstance(node, Text) and last.text.endswith(" ") and node.text.startswith(" ")
            found[-1] = replace(node, text=last.text + node.text[is_double:])
        elif not (isinstance(node, Break) and isinstance(last, Break)) and (node.text or isinstance(node, Box)):
            found.append(node)
    return found
