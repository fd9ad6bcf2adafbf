"""Where emphasis may begin and end: CommonMark 0.31.2, 6.2, “Emphasis and strong emphasis”.

``**`` begins emphasis only before a sign that is no space, and before punctuation only after a space or punctuation;
it ends emphasis likewise the other way round. Chinese has no space there (``**注意：**我们``). So spaces, and
punctuation with a letter on the other side, are moved out of the emphasis, and what then begins and ends with
letters is emphasis for every renderer. Versions of CommonMark differ on whether symbols are punctuation: inside they
count as such, outside they don't.
"""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from typing import Final

from jingdu.render.markdown.nodes import Box, Break, Code, Node, Text, is_blank, merged, with_emphasis

_ASCII: Final = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")


def fitted(nodes: list[Node]) -> list[Node]:
    """``nodes`` with every emphasis where it can be; strong and plain emphasis are nested or apart."""
    nodes = merged(_opened(nodes))
    if not any(node.emphasis for node in nodes):
        return nodes
    nodes = merged(_nested(_fit(_fit(nodes, "strong"), "em")))
    return merged(_clear(_clear(nodes, "strong", "em"), "em", "strong"))


def _opened(nodes: list[Node]) -> list[Node]:
    """Blank boxes as what is in them; spaces at the ends of a box outside it."""
    found: list[Node] = []
    for node in nodes:
        if not isinstance(node, Box):
            is_space = isinstance(node, Code) and not node.text.strip()
            found.append(Text(" ", node.emphasis) if is_space else node)
            continue
        inner = merged(_opened(node.nodes))
        before, inner, after = _trimmed(inner)
        found += before
        if inner:
            found.append(replace(node, nodes=inner))
        found += after
    return found


def _trimmed(nodes: list[Node]) -> tuple[list[Node], list[Node], list[Node]]:
    """The blank ends of ``nodes``, and the rest between them."""
    nodes = list(nodes)
    before: list[Node] = []
    after: list[Node] = []
    while nodes and is_blank(nodes[0]):
        before.append(nodes.pop(0))
    while nodes and is_blank(nodes[-1]):
        after.insert(0, nodes.pop())
    if nodes and isinstance(first := nodes[0], Text) and first.text[0].isspace():
        before.append(Text(" ", first.emphasis))
        nodes[0] = replace(first, text=first.text.lstrip())
    if nodes and isinstance(last := nodes[-1], Text) and last.text[-1].isspace():
        after.insert(0, Text(" ", last.emphasis))
        nodes[-1] = replace(last, text=last.text.rstrip())
    return before, nodes, after


def _fit(nodes: list[Node], style: str) -> list[Node]:
    """``nodes`` with the edges of each run of ``style`` where it may begin and end."""
    found: list[Node] = []
    at = 0
    while at < len(nodes):
        end = _end(nodes, at, style)
        if end == at:
            found.append(nodes[at])
            at += 1
            continue
        run = nodes[at:end]
        if not any(map(_has_words, run)):
            found += [_without(node, style) for node in run]
            at = end
            continue
        before, run = _edge(run, style, found[-1] if found else None, 0)
        run, after = _reversed_edge(run, style, nodes[end] if end < len(nodes) else None)
        found += [*before, *run, *after]
        at = end
    return found


def _has_words(node: Node) -> bool:
    return not isinstance(node, Text | Break) or any(map(str.isalnum, node.text))


def _end(nodes: list[Node], at: int, style: str) -> int:
    """The end of the run of ``style`` that begins at ``at``; ``at`` itself where none does."""
    while at < len(nodes) and style in nodes[at].emphasis:
        at += 1
    return at


def _reversed_edge(run: list[Node], style: str, neighbour: Node | None) -> tuple[list[Node], list[Node]]:
    after, run = _edge(run[::-1], style, neighbour, -1)
    return run[::-1], after[::-1]


def _edge(run: list[Node], style: str, neighbour: Node | None, side: int) -> tuple[list[Node], list[Node]]:
    """What has to leave ``run`` at its first node, and the rest; ``side`` is where a text meets its ``neighbour``."""
    left: list[Node] = []
    is_free = neighbour is None or _is_open(_sign(neighbour, -1 - side))
    while run:
        first, *rest = run
        length = _movable(first, side, is_free)
        if not length:
            break
        if isinstance(first, Text) and length < len(first.text):
            first, kept = _split(first, length, side)
            rest = [kept, *rest]
        left.append(_without(first, style))
        is_free = _is_open(_sign(first, -1 - side))
        run = rest
    return left, run


def _movable(node: Node, side: int, is_free: bool) -> int:
    """How many characters of ``node``, from its edge, have to leave before anything else can."""
    if not isinstance(node, Text):
        return 0 if is_free and not isinstance(node, Break) else len(node.text)
    text = node.text[::-1] if side else node.text
    spaces = len(text) - len(text.lstrip())
    if spaces or is_free or not _is_sign(text[0]):
        return spaces
    return next((n for n, sign in enumerate(text) if not (_is_sign(sign) or sign.isspace())), len(text))


def _sign(node: Node, at: int) -> str:
    """The character at an edge of ``node`` as it is written."""
    return node.text[at] if isinstance(node, Text | Break) else "]"


def _split(node: Text, length: int, side: int) -> tuple[Text, Text]:
    """The ``length`` characters at the edge of ``node``, and the others."""
    at = len(node.text) - length if side else length
    first, second = replace(node, text=node.text[:at]), replace(node, text=node.text[at:])
    return (second, first) if side else (first, second)


def _without(node: Node, style: str) -> Node:
    return with_emphasis(node, node.emphasis - {style})


def _is_sign(sign: str) -> bool:
    """Whether a version of CommonMark has ``sign`` for punctuation."""
    return sign in _ASCII or unicodedata.category(sign)[0] in "PS"


def _is_open(sign: str) -> bool:
    """Whether all versions have ``sign`` for punctuation or a space."""
    category = unicodedata.category(sign)
    return sign in _ASCII or category[0] == "P" or category == "Zs" or sign in "\n\t"


def _nested(nodes: list[Node]) -> list[Node]:
    """Without the plain emphasis that reaches over the end of a strong one, outside it."""
    found = list(nodes)
    at = 0
    while at < len(found):
        end = _end(found, at, "em")
        strong = [n for n in range(at, end) if "strong" in found[n].emphasis]
        if strong and (_crosses(found, at - 1, at) or _crosses(found, end - 1, end)):
            for n in set(range(at, end)) - set(strong):
                found[n] = _without(found[n], "em")
        at = max(end, at + 1)
    return found


def _crosses(nodes: list[Node], before: int, behind: int) -> bool:
    """Whether strong emphasis goes on between two neighbours."""
    return (
        before >= 0
        and behind < len(nodes)
        and "strong" in nodes[before].emphasis
        and "strong" in nodes[behind].emphasis
    )


def _clear(nodes: list[Node], outer: str, inner: str) -> list[Node]:
    """Without ``inner`` emphasis that Markdown would take for the end of the ``outer`` one around it.

    Where both began with one run of three signs, the next run that may end something ends a part of that.
    """
    found = list(nodes)
    at = 0
    while at < len(found):
        end = _end(found, at, outer)
        if end == at or inner not in found[at].emphasis:
            at = max(end, at + 1)
            continue
        at = _end(found, at, inner)
        for n in range(at, end):
            begins = inner in found[n].emphasis and inner not in found[n - 1].emphasis
            if begins and not _sign(found[n - 1], -1).isspace():
                for m in range(n, _end(found, n, inner)):
                    found[m] = _without(found[m], inner)
        at = max(at, end)
    return found
