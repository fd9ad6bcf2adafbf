"""The elements of a paragraph as a line of Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from jingdu.page.model import Element
from jingdu.page.query import inner_text, needs_brackets
from jingdu.render.markdown import literal
from jingdu.render.markdown.nodes import PLAIN, Emphasis, Node, fitted, shown
from jingdu.render.markdown.notes import Notes

BLOCKS: Final = frozenset(
    "p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre figure figcaption table caption thead tbody tfoot tr td th "
    "details summary hr div section header article aside html body".split()
)
MAX_DEPTH: Final = 80
"""Maximum nesting of elements in a line; deeper ones are plain text."""
_EMPHASIS: Final = {"b": "strong", "strong": "strong", "em": "em", "i": "em", "var": "em", "dfn": "em"}
_TAGS: Final = {"sup": "sup", "sub": "sub", "del": "del", "s": "del", "ul": "ul", "ol": "ol", "li": "li"}
"""Elements written as HTML, because Markdown has no signs for them; lists only in the cells of tables."""
_LISTS: Final = frozenset({"ul", "ol", "li"})
_CODE: Final = frozenset({"code", "kbd", "samp", "pre"})
_SPACE: Final = re.compile("[ \t\n\r\f\v\x1c-\x1f\x85\u2028\u2029]+")
_SIGNS: Final = {"strong": "**", "em": "*"}
_BARE: Final = re.compile(r"https?://(?!\S*xn--)[\w.~:/?#@!$'()*+,;=-]+", re.A)
"""Addresses that all renderers parse in ``<…>``."""


class Context(NamedTuple):
    """The effects of the elements around a text."""

    notes: Notes
    emphasis: Emphasis = PLAIN
    is_code: bool = False
    depth: int = 0
    in_cell: bool = False

    def within(self, element: Element) -> Context:
        """The context inside ``element``."""
        notes, emphasis, is_code, depth, in_cell = self
        tag = str(element.tag)
        if tag in _EMPHASIS:
            emphasis |= {_EMPHASIS[tag]}
        elif tag in _CODE:
            is_code = True
        return Context(notes, emphasis, is_code, depth + 1, in_cell)


def contents(element: Element) -> list[str | Element]:
    """The texts and elements in ``element``."""
    found: list[str | Element] = [text] if (text := element.text) else []
    for child in element:
        found.append(child)
        if tail := child.tail:
            found.append(tail)
    return found


# elements to nodes


def nodes_of(pieces: Iterable[str | Element], context: Context) -> list[Node]:
    """The nodes of a sequence of texts and elements."""
    nodes: list[Node] = []
    for piece in pieces:
        nodes += [_text(piece, context)] if isinstance(piece, str) else _element(piece, context)
    return nodes


def _text(text: str, context: Context) -> Node:
    return Node("code" if context.is_code else "text", _folded(text), context.emphasis)


def _folded(text: str) -> str:
    """Collapses white space; only unprintable or double white space needs it."""
    return text if text.isprintable() and "  " not in text else _SPACE.sub(" ", text)


def _element(element: Element, context: Context) -> list[Node]:
    tag = str(element.tag)
    if context.notes.labels:
        if (label := context.notes.marks.get(element)) is not None:
            return [Node("raw", f"[^{label}]", context.emphasis)]
        if element in context.notes.dropped:
            return []
    if tag == "br":
        return [Node("break", "\n", context.emphasis)]
    if tag == "img":
        return _image(element, context)
    if tag == "math" or (tag == "code" and "math" in (element.get("class") or "").split()):
        return _formula(element, context)
    if tag == "pre" and context.in_cell:
        return _code_lines(element, context.emphasis)
    if context.depth > MAX_DEPTH:
        return nodes_of([inner_text(element)], context)
    return _container(element, tag, context)


def _code_lines(pre: Element, emphasis: Emphasis) -> list[Node]:
    """Code in the cell of a table: each line on its own, indented by no-break spaces, since others are not shown."""
    nodes = [Node("text", " ", emphasis)]
    for at, text in enumerate(inner_text(pre).strip("\r\n").expandtabs(4).splitlines()):
        code = text.strip()
        indent = "\xa0" * (len(text) - len(text.lstrip()) if code else 0)
        nodes += [Node("raw", "<br>", emphasis)] * (at > 0) + [Node("code", indent + code, emphasis)]
    return [*nodes, Node("text", " ", emphasis)]


def _container(element: Element, tag: str, context: Context) -> list[Node]:
    nodes = nodes_of(contents(element), context.within(element))
    if tag == "a" and (href := element.get("href")):
        return [Node("box", "[", context.emphasis, f"]({literal.address(href)})", href, tuple(nodes))]
    if (name := _TAGS.get(tag)) and not context.is_code and (context.in_cell or tag not in _LISTS):
        return [Node("box", f"<{name}>", context.emphasis, f"</{name}>", inner=tuple(nodes))]
    before, after = _around(element, tag)
    return [_text(before, context), *nodes, _text(after, context)] if before else nodes


def _around(element: Element, tag: str) -> tuple[str, str]:
    """The texts to write before and after the contents of an element."""
    if tag == "q":
        return '"', '"'
    if tag == "rt":
        return ("(", ")") if needs_brackets(element) else ("", "")
    return (" ", " ") if tag in BLOCKS else ("", "")


def _image(element: Element, context: Context) -> list[Node]:
    """A picture with its address; only its ``alt`` if the address is a ``data:`` URL."""
    alt = _folded((element.get("alt") or "").replace("|", " ")).strip()
    if (source := element.get("src")) and not source.startswith("data:"):
        return [Node("raw", f"![{literal.words(alt, in_link=True)}]({literal.address(source)})", context.emphasis)]
    return [Node("text", alt, context.emphasis)] if alt else []


def _formula(element: Element, context: Context) -> list[Node]:
    is_display = element.get("display") == "block" or "display" in (element.get("class") or "").split()
    tex = literal.tex(element.get("alttext") or inner_text(element))
    if not tex:
        return []
    return [Node("display", tex, context.emphasis) if is_display else Node("raw", f"${tex}$", context.emphasis)]


# nodes to Markdown


def line(nodes: list[Node], *, breaks: bool = True) -> str:
    """The Markdown of ``nodes``; without ``breaks`` line breaks are spaces, as in headings and cells."""
    nodes = fitted(nodes)
    text = _row(nodes[shown(nodes)], PLAIN, "\\\n" if breaks else " ")
    return "\n".join([part.strip(" ") for part in text.split("\n")]) if "\n" in text else text.strip(" ")


def _row(nodes: list[Node], outer: Emphasis, line_end: str, *, in_link: bool = False) -> str:
    """The Markdown of fitted ``nodes``, all of which are in ``outer`` emphasis."""
    out = ""
    opened: list[str] = []
    for at, node in enumerate(nodes):
        while opened and not node.emphasis.issuperset(opened):
            out += _SIGNS[opened.pop()]
        if node.emphasis:
            for style in _by_length(nodes, at, node.emphasis.difference(opened)):
                opened.append(style)
                out += _SIGNS[style]
        text = _written(node, outer, line_end, in_link)
        if at:
            if out.endswith("!") and text.startswith(("[", "![")):  # else the link becomes a picture
                out = f"{out[:-1]}\\!"
            elif nodes[at - 1].kind == "raw" and nodes[at - 1].text.startswith("[^") and text.startswith(("(", ":")):
                text = f"\\{text}"  # else the note's mark begins a note
        out += text
    return out + "".join(_SIGNS[style] for style in reversed(opened))


def _by_length(nodes: list[Node], at: int, styles: Emphasis) -> list[str]:
    """``styles`` that begin at a node, sorted by their ends, the last first."""

    def end(style: str) -> int:
        return next((n for n in range(at, len(nodes)) if style not in nodes[n].emphasis), len(nodes))

    return sorted(styles, key=lambda style: (-end(style), style != "strong")) if len(styles) > 1 else list(styles)


def _written(node: Node, outer: Emphasis, line_end: str, in_link: bool) -> str:
    match node.kind:
        case "text":
            return literal.words(node.text, in_link=in_link)
        case "code":
            return literal.code(node.text)
        case "break":
            return line_end
        case "display":
            return f"$${node.text}$$"
        case "raw":
            return node.text
    words = "".join([one.text for one in node.inner])
    if words == node.href and _BARE.fullmatch(words) and all(one.kind == "text" for one in node.inner):
        return f"<{words}>"
    outer |= node.emphasis
    in_link = in_link or bool(node.href)
    if len(node.inner) == 1 and node.inner[0].kind == "text" and node.inner[0].emphasis <= outer:  # most links
        text = literal.words(words, in_link=in_link)
    else:
        inner = fitted([one._replace(emphasis=one.emphasis - outer) for one in node.inner])
        text = _row(inner, outer, line_end, in_link=in_link)
    return f"{node.text}{text}{node.closing}"
