"""The nodes of a line of Markdown, and where emphasis may begin and end.

CommonMark 0.31.2, 6.2, “Emphasis and strong emphasis”: ``**`` begins emphasis only before a character that is not
white space, and before punctuation only after white space or punctuation; vice versa for its end. Chinese has no
space there (``**注意：**我们``). Therefore white space, and punctuation next to a letter, are moved out of the
emphasis, which then begins and ends with letters. Versions of CommonMark differ on whether symbols are punctuation;
here they count as punctuation inside the emphasis, but not outside it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal, NamedTuple

Emphasis = frozenset[str]
"""A subset of ``strong`` and ``em``."""
PLAIN: Final[Emphasis] = frozenset()
_ASCII: Final = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")


class Node(NamedTuple):
    """A part of a line.

    ``text``: unescaped text with white space collapsed. ``code``: verbatim. ``raw``: Markdown, such as a picture, a
    formula or a note's mark. ``display``: TeX of a displayed formula. ``break``: a line break. ``box``: a link, or
    superscript, subscript or strikethrough, whose ``inner`` nodes are between ``text`` and ``closing``.
    """

    kind: Literal["text", "code", "raw", "display", "break", "box"]
    text: str
    emphasis: Emphasis = PLAIN
    closing: str = ""
    href: str | None = None
    """Destination of a box that is a link."""
    inner: tuple[Node, ...] = ()


def is_blank(node: Node) -> bool:
    """Whether ``node`` shows nothing but white space."""
    if node.kind == "box":
        return all(map(is_blank, node.inner))
    return node.kind == "break" or (node.kind == "text" and not node.text.strip())


def shown(nodes: list[Node]) -> slice:
    """The slice of ``nodes`` without blank ones at both ends."""
    start, end = 0, len(nodes)
    while start < end and is_blank(nodes[start]):
        start += 1
    while start < end and is_blank(nodes[end - 1]):
        end -= 1
    return slice(start, end)


def merged(nodes: Iterable[Node]) -> list[Node]:
    """Merges consecutive texts, codes or line breaks, and drops empty nodes."""
    found: list[Node] = []
    for node in nodes:
        kind, text = node.kind, node.text
        if not text:
            continue
        if found and (last := found[-1]).kind == kind:
            if kind in ("text", "code") and last.emphasis == node.emphasis:
                is_double = kind == "text" and last.text.endswith(" ") and text.startswith(" ")
                found[-1] = Node(kind, last.text + text[is_double:], node.emphasis)
                continue
            if kind == "break":
                continue
        found.append(node)
    return found


def fitted(nodes: Iterable[Node]) -> list[Node]:
    """Moves emphasis to where it is valid, and makes ``strong`` and ``em`` nested or disjoint."""
    found = merged(_trimmed(nodes))
    styles = PLAIN.union(*[node.emphasis for node in found])
    for style in ("strong", "em"):
        if style in styles:
            found = _fit(found, style)
    if len(styles) > 1:
        _nest(found)
        found = merged(found)
        _clear(found, "strong", "em")
        _clear(found, "em", "strong")
    return merged(found) if styles else found


def _trimmed(nodes: Iterable[Node]) -> Iterator[Node]:
    """Unwraps blank boxes, and moves spaces at the ends of a box outside it."""
    for node in nodes:
        if node.kind == "code" and not node.text.strip():
            yield Node("text", " ", node.emphasis)
        elif node.kind != "box" or _is_plain(node.inner):
            yield node
        else:
            inner = merged(_trimmed(node.inner))
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


def _is_plain(nodes: Sequence[Node]) -> bool:
    """Whether ``nodes`` are a text without space at its ends."""
    return len(nodes) == 1 and nodes[0].kind == "text" and nodes[0].text.strip() == nodes[0].text != ""


def _fit(nodes: list[Node], style: str) -> list[Node]:
    """Moves the ends of each run of ``style`` to where it may begin and end."""
    nodes = [piece for node in nodes for piece in (_pieces(node) if style in node.emphasis else (node,))]
    at = 0
    while at < len(nodes):
        start, stop = at, _end(nodes, at, style)
        at = max(stop, at + 1)
        run = nodes[start:stop]
        has_words = any(node.kind not in ("text", "break") or any(map(str.isalnum, node.text)) for node in run)
        while start < stop and (not has_words or _must_drop(nodes, start, start - 1)):
            _drop(nodes, start, style)
            start += 1
        while start < stop and _must_drop(nodes, stop - 1, stop):
            stop -= 1
            _drop(nodes, stop, style)
    return nodes


def _pieces(node: Node) -> Iterator[Node]:
    """Splits a text into up to three: the movable parts at both ends, and the rest."""
    text = node.text
    if node.kind != "text" or (text[0].isalnum() and text[-1].isalnum()):
        yield node
        return
    start = _movable(text)
    if start == len(text):
        start = len(text.rstrip()) or start
    stop = max(start, len(text) - _movable(text[::-1]))
    for piece in (text[:start], text[start:stop], text[stop:]):
        if piece:
            yield node._replace(text=piece)


def _movable(text: str) -> int:
    """Length of the white space at the beginning of ``text``, or else of punctuation and white space there."""
    spaces = len(text) - len(text.lstrip())
    return spaces or next((n for n, sign in enumerate(text) if not (_is_sign(sign) or sign.isspace())), len(text))


def _must_drop(nodes: list[Node], at: int, beside: int) -> bool:
    """Whether emphasis can't begin, or end, between a node and the one ``beside`` it."""
    node, side = nodes[at], 0 if beside < at else -1
    is_free = not 0 <= beside < len(nodes) or _is_boundary(_sign(nodes[beside], -1 - side))
    if node.kind != "text":
        return not is_free or node.kind == "break"
    return node.text[side].isspace() or (not is_free and _is_sign(node.text[side]))


def _sign(node: Node, at: int) -> str:
    """The character at an end of ``node``'s Markdown."""
    return node.text[at] if node.kind in ("text", "break") else "]"


def _is_sign(sign: str) -> bool:
    """Whether ``sign`` is punctuation in any version of CommonMark."""
    return sign in _ASCII or unicodedata.category(sign)[0] in "PS"


def _is_boundary(sign: str) -> bool:
    """Whether ``sign`` is punctuation or white space in all versions."""
    category = unicodedata.category(sign)
    return sign in _ASCII or category[0] == "P" or category == "Zs" or sign in "\n\t"


def _end(nodes: list[Node], at: int, style: str) -> int:
    """The end of the run of ``style`` that begins at ``at``, or ``at`` without one."""
    while at < len(nodes) and style in nodes[at].emphasis:
        at += 1
    return at


def _drop(nodes: list[Node], at: int, style: str) -> None:
    nodes[at] = nodes[at]._replace(emphasis=nodes[at].emphasis - {style})


def _nest(nodes: list[Node]) -> None:
    """Where ``em`` crosses an end of ``strong``, removes its part outside ``strong``."""

    def crosses(behind: int) -> bool:
        return 0 < behind < len(nodes) and all("strong" in node.emphasis for node in nodes[behind - 1 : behind + 1])

    at = 0
    while at < len(nodes):
        end = _end(nodes, at, "em")
        strong = [n for n in range(at, end) if "strong" in nodes[n].emphasis]
        if strong and (crosses(at) or crosses(end)):
            for n in set(range(at, end)) - set(strong):
                _drop(nodes, n, "em")
        at = max(end, at + 1)


def _clear(nodes: list[Node], outer: str, inner: str) -> None:
    """Removes ``inner`` emphasis where Markdown would parse its opening sign as a closing one.

    If ``outer`` and ``inner`` emphasis both began with one run of three signs, the next run that can close emphasis
    closes one of them.
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
                    _drop(nodes, m, inner)
        at = max(_end(nodes, at, inner), end)
