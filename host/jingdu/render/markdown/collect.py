"""The nodes of a line from the elements of a paragraph."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from jingdu.page.model import Element
from jingdu.page.query import inner_text
from jingdu.render import literal
from jingdu.render.markdown.nodes import PLAIN, Box, Break, Code, Display, Emphasis, Node, Raw, Text, merged
from jingdu.render.markdown.notes import Notes

BLOCKS: Final = frozenset(
    "p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre figure figcaption table caption thead tbody tfoot tr td th "
    "details summary hr div section header article aside html body".split()
)
MAX_DEPTH: Final = 80
"""Levels of elements in a line; deeper ones are their text."""
_EMPHASIS: Final = {"b": "strong", "strong": "strong", "em": "em", "i": "em", "var": "em", "dfn": "em"}
_TAGS: Final = {"sup": "sup", "sub": "sub", "del": "del", "s": "del", "ul": "ul", "ol": "ol", "li": "li"}
"""What Markdown has no signs for: everywhere, or, as lists, in the cells of tables."""
_LISTS: Final = frozenset({"ul", "ol", "li"})
_CODE: Final = frozenset({"code", "kbd", "samp", "pre"})
_SPACE: Final = re.compile("[ \t\n\r\f\v\x1c-\x1f\x85\u2028\u2029]+")


class Context(NamedTuple):
    """What the elements around a text mean for it."""

    emphasis: Emphasis = PLAIN
    href: str | None = None
    is_code: bool = False
    depth: int = 0
    in_cell: bool = False

    def within(self, element: Element) -> Context:
        """The same inside ``element``."""
        tag = str(element.tag)
        emphasis = self.emphasis | {_EMPHASIS[tag]} if tag in _EMPHASIS else self.emphasis
        href = self.href or (element.get("href") if tag == "a" else None)
        return Context(emphasis, href, self.is_code or tag in _CODE, self.depth + 1, self.in_cell)


class Collector:
    """Collects the nodes of a line."""

    def __init__(self, notes: Notes) -> None:
        self._notes = notes

    def line(self, pieces: list[str | Element], context: Context) -> list[Node]:
        """The nodes of texts and elements that follow on each other; all in one link where they are in one."""
        nodes: list[Node] = []
        for piece in pieces:
            if isinstance(piece, str):
                nodes += self._text(piece, context)
            else:
                nodes += self._element(piece, context)
        nodes = merged(nodes)
        return [_link(context.href, nodes, context.emphasis)] if context.href and nodes else nodes

    def inner(self, element: Element, context: Context) -> list[Node]:
        """The nodes of what is in ``element``."""
        return merged(list(self._children(element, context)))

    def _children(self, element: Element, context: Context) -> Iterator[Node]:
        yield from self._text(element.text, context)
        for child in element:
            yield from self._element(child, context)
            yield from self._text(child.tail, context)

    def _text(self, text: str | None, context: Context) -> Iterator[Node]:
        if text:
            kind = Code if context.is_code else Text
            yield kind(_folded(text), context.emphasis)

    def _element(self, element: Element, context: Context) -> Iterator[Node]:
        tag = str(element.tag)
        if (label := self._notes.label(element)) is not None:
            yield Raw(f"[^{label}]", context.emphasis)
        elif self._notes.is_dropped(element):
            return
        elif tag == "br":
            yield Break("\n", context.emphasis)
        elif tag == "img":
            yield from _image(element, context)
        elif tag == "math" or (tag == "code" and "math" in (element.get("class") or "").split()):
            yield _formula(element, context)
        elif context.depth > MAX_DEPTH:
            yield from self._text(inner_text(element), context)
        else:
            yield from self._container(element, tag, context)

    def _container(self, element: Element, tag: str, context: Context) -> Iterator[Node]:
        inner = context.within(element)
        if tag == "a" and inner.href and not context.href:
            yield _link(inner.href, self.inner(element, inner), context.emphasis)
        elif (name := _TAGS.get(tag)) and not context.is_code and (context.in_cell or tag not in _LISTS):
            yield Box(f"<{name}>", f"</{name}>", None, self.inner(element, inner), context.emphasis)
        else:
            before, after = _around(element, tag)
            yield from self._text(before, context)
            yield from self._children(element, inner)
            yield from self._text(after, context)


def _folded(text: str) -> str:
    """``text`` with each stretch of white space as one space; no other white space than that is printable."""
    return text if text.isprintable() and "  " not in text else _SPACE.sub(" ", text)


def _around(element: Element, tag: str) -> tuple[str, str]:
    """What is shown before and after an element without being in it."""
    if tag == "q":
        return '"', '"'
    if tag == "rt":
        before = element.getprevious()
        return ("", "") if before is not None and before.tag == "rp" else ("(", ")")
    return (" ", " ") if tag in BLOCKS else ("", "")


def _link(href: str, nodes: list[Node], emphasis: Emphasis) -> Box:
    return Box("[", f"]({literal.address(href)})", href, nodes, emphasis)


def _image(element: Element, context: Context) -> Iterator[Node]:
    alt = _folded((element.get("alt") or "").replace("|", " ")).strip()
    source = element.get("src")
    if source:
        yield Raw(f"![{literal.words(alt, in_link=True)}]({literal.address(source)})", context.emphasis)
    elif alt:
        yield Text(alt, context.emphasis)


def _formula(element: Element, context: Context) -> Node:
    tex = literal.tex(element.get("alttext") or inner_text(element))
    is_display = element.get("display") == "block" or "display" in (element.get("class") or "").split()
    if not tex:
        return Text("", context.emphasis)
    return Display(tex, context.emphasis) if is_display else Raw(f"${tex}$", context.emphasis)
