"""The nodes of a line of Markdown, and where emphasis may begin and end in it.

CommonMark 0.31.2, 6.2, “Emphasis and strong emphasis”: ``**`` begins emphasis only before a sign that is no space, and
before punctuation only after a space or punctuation; it ends emphasis likewise the other way round. Chinese has no
space there (``**注意：**我们``). So spaces, and punctuation with a letter on the other side, are moved out of the
emphasis, and what then begins and ends with letters is emphasis for every renderer. Versions of CommonMark differ on
whether symbols are punctuation: inside they count as such, outside they don't.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from typing import Final, Literal, NamedTuple

Emphasis = frozenset[str]
"""A subset of ``strong`` and ``em``."""
PLAIN: Final[Emphasis] = frozenset()
_ASCII: Final = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")


class Node(NamedTuple):
    """A part of a line.

    ``text``: words of the page, not yet escaped, with their white space folded. ``code``: as it is. ``raw``: Markdown
    that is written already, as a picture, a formula or the mark of a note. ``display``: the TeX of a formula on a
    line of its own. ``break``: the end of a line. ``box``: a link, or raised, lowered or struck text, whose ``inner``
    nodes are between ``text`` and ``closing``.
    """

    kind: Literal["text", "code", "raw", "display", "break", "box"]
    text: str
    emphasis: Emphasis = PLAIN
    closing: str = ""
    href: str | None = None
    """Where a box leads, if it is a link."""
    inner: tuple[Node, ...] = ()


def is_blank(node: Node) -> bool:
    """Whether nothing is seen of ``node`` but an empty space."""
    if node.kind == "box":
        return all(map(is_blank, node.inner))
    return node.kind == "break" or (node.kind == "text" and not node.text.strip())


def shown(nodes: list[Node]) -> slice:
    """Which of ``nodes`` are left without the blank ones at both ends."""
    start, end = 0, len(nodes)
    while start < end and is_blank(nodes[start]):
        start += 1
    while start < end and is_blank(nodes[end - 1]):
        end -= 1
    return slice(start, end)


def merged(nodes: Iterable[Node]) -> list[Node]:
    """``nodes`` with texts, and codes, that follow on each other as one."""
    found: list[Node] = []
    for node in nodes:
        last = found[-1] if found else None
        is_alike = last is not None and last.kind == node.kind
        if last and is_alike and node.kind in ("text", "code") and last.emphasis == node.emphasis:
            is_double = node.kind == "text" and last.text.endswith(" ") and node.text.startswith(" ")
            found[-1] = last._replace(text=last.text + node.text[is_double:])
        elif node.text and not (is_alike and node.kind == "break"):
            found.append(node)
    return found


def fitted(nodes: Iterable[Node]) -> list[Node]:
    """``nodes`` with every emphasis where it can be; strong and plain emphasis are nested or apart."""
    found = merged(_opened(nodes))
    if any(node.emphasis for node in found):
        found = _fit(_fit(found, "strong"), "em")
        _nest(found)
        found = merged(found)
        _clear(found, "strong", "em")
        _clear(found, "em", "strong")
        found = merged(found)
    return found


def _opened(nodes: Iterable[Node]) -> Iterator[Node]:
    """Blank boxes as what is in them; spaces at the ends of a box outside it."""
    for node in nodes:
        if node.kind == "code" and not node.text.strip():
            yield Node("text", " ", node.emphasis)
        elif node.kind != "box":
            yield node
        else:
            inner = merged(_opened(node.inner))
            kept = shown(inner)
            before, after = inner[: kept.start], inner[kept.stop :]
            inner = inner[kept]
            if inner and (first := inner[0]).kind == "text" and first.text[0].isspace():
                before.append(Node("text", " ", first.emphasis))
                inner[0] = first._replace(text=first.text.lstrip())
            if inner and (last := inner[-1]).kind == "text" and last.text[-1].isspace():
                after.insert(0, Node("text", " ", last.emphasis))
                inner[-1] = last._replace(text=last.text.rstrip())
            yield from before
            if inner:
                yield node._replace(inner=tuple(inner))
            yield from after


def _fit(nodes: list[Node], style: str) -> list[Node]:
    """``nodes`` with the edges of each run of ``style`` where it may begin and end."""
    nodes = [piece for node in nodes for piece in (_pieces(node) if style in node.emphasis else (node,))]
    at = 0
    while at < len(nodes):
        start, stop = at, _end(nodes, at, style)
        at = max(stop, at + 1)
        run = nodes[start:stop]
        has_words = any(node.kind not in ("text", "break") or any(map(str.isalnum, node.text)) for node in run)
        while start < stop and (not has_words or _must_leave(nodes, start, start - 1)):
            _leave(nodes, start, style)
            start += 1
        while start < stop and _must_leave(nodes, stop - 1, stop):
            stop -= 1
            _leave(nodes, stop, style)
    return nodes


def _pieces(node: Node) -> Iterator[Node]:
    """A text in up to three: what may have to leave together at either end, and the rest."""
    if node.kind != "text":
        yield node
        return
    text = node.text
    start = _movable(text)
    if start == len(text):
        start = len(text.rstrip()) or start
    stop = max(start, len(text) - _movable(text[::-1]))
    for piece in (text[:start], text[start:stop], text[stop:]):
        if piece:
            yield node._replace(text=piece)


def _movable(text: str) -> int:
    """The spaces at the beginning, or else the signs and the spaces among them."""
    spaces = len(text) - len(text.lstrip())
    return spaces or next((n for n, sign in enumerate(text) if not (_is_sign(sign) or sign.isspace())), len(text))


def _must_leave(nodes: list[Node], at: int, beside: int) -> bool:
    """Whether emphasis can't begin, or end, between a node and the one ``beside`` it."""
    node, side = nodes[at], 0 if beside < at else -1
    is_free = not 0 <= beside < len(nodes) or _is_open(_sign(nodes[beside], -1 - side))
    if node.kind != "text":
        return not is_free or node.kind == "break"
    return node.text[side].isspace() or (not is_free and _is_sign(node.text[side]))


def _sign(node: Node, at: int) -> str:
    """The character at an edge of ``node`` as it is written."""
    return node.text[at] if node.kind in ("text", "break") else "]"


def _is_sign(sign: str) -> bool:
    """Whether a version of CommonMark has ``sign`` for punctuation."""
    return sign in _ASCII or unicodedata.category(sign)[0] in "PS"


def _is_open(sign: str) -> bool:
    """Whether all versions have ``sign`` for punctuation or a space."""
    category = unicodedata.category(sign)
    return sign in _ASCII or category[0] == "P" or category == "Zs" or sign in "\n\t"


def _end(nodes: list[Node], at: int, style: str) -> int:
    """The end of the run of ``style`` that begins at ``at``; ``at`` itself where none does."""
    while at < len(nodes) and style in nodes[at].emphasis:
        at += 1
    return at


def _leave(nodes: list[Node], at: int, style: str) -> None:
    nodes[at] = nodes[at]._replace(emphasis=nodes[at].emphasis - {style})


def _nest(nodes: list[Node]) -> None:
    """Removes the plain emphasis that reaches over the end of a strong one, outside it."""

    def crosses(behind: int) -> bool:
        return 0 < behind < len(nodes) and all("strong" in node.emphasis for node in nodes[behind - 1 : behind + 1])

    at = 0
    while at < len(nodes):
        end = _end(nodes, at, "em")
        strong = [n for n in range(at, end) if "strong" in nodes[n].emphasis]
        if strong and (crosses(at) or crosses(end)):
            for n in set(range(at, end)) - set(strong):
                _leave(nodes, n, "em")
        at = max(end, at + 1)


def _clear(nodes: list[Node], outer: str, inner: str) -> None:
    """Removes ``inner`` emphasis that Markdown would take for the end of the ``outer`` one around it.

    Where both began with one run of three signs, the next run that may end something ends a part of that.
    """
    at = 0
    while at < len(nodes):
        end = _end(nodes, at, outer)
        if end == at or inner not in nodes[at].emphasis:
            at = max(end, at + 1)
            continue
        for n in range(_end(nodes, at, inner), end):
            begins = inner in nodes[n].emphasis and inner not in nodes[n - 1].emphasis
            if begins and not _sign(nodes[n - 1], -1).isspace():
                for m in range(n, _end(nodes, n, inner)):
                    _leave(nodes, m, inner)
        at = max(_end(nodes, at, inner), end)
