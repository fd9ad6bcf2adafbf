"""Segments a tree into blocks: runs of text of one container (paper W, step 2).

Text belongs to the innermost container. A run ends where a container begins or ends, and at two consecutive ``br``.
"""

from array import array
from struct import Struct
from typing import Final

from jingdu.page.model import Blocks, Containers, Element, ElementsByTag

CONTAINERS: Final = frozenset(
    "html head body main article section div p h1 h2 h3 h4 h5 h6 header footer nav aside address blockquote pre "
    "ul ol li dl dt dd menu dir table caption thead tbody tfoot tr td th form fieldset legend figure figcaption "
    "details summary center hgroup dialog search button label listing xmp plaintext".split()
)
"""Tags of containers. Custom elements (with a hyphen) are containers too, except those that `parse` makes a span."""

SKIPPED: Final = frozenset(
    "script style noscript template title select datalist textarea iframe frame noframes "
    "video audio embed svg canvas math input progress meter area".split()
)
"""Tags whose text is in no block, because it is not prose or not displayed. Formulas are rendered as media.

Not skipped, because displayed: ``object``, ``map``, ``frameset``, and an ``option`` outside ``select``.
"""

EMPTY_LINE: Final = 2
"""Consecutive ``br`` that end a run."""

SEARCHED: Final = (
    "base meta title script h1 time abbr noscript img amp-img image video audio iframe math mjx-container table pre "
    "sup figcaption".split()
)
"""Tags whose elements are listed, so that later steps need not search the tree."""

_BLOCK_ROW: Final = Struct("6q").pack
_CONTAINER_ROW: Final = Struct("4q").pack
"""Pack numbers as bytes, which are appended to an array faster than a list of numbers."""

_CONTAINER, _PRE, _SKIP, _LINK, _BREAK, _INLINE, _LISTED = range(7)
"""Kinds of elements; those up to ``_PRE`` open a container."""


class _Kinds(dict[str, int]):
    """Tag → kind; unknown tags are inline, except custom elements."""

    def __missing__(self, tag: str) -> int:
        return self.setdefault(tag, _CONTAINER if "-" in tag else _INLINE)


class _KindsInPre(dict[str, int]):
    """Tag → kind inside ``pre``, where no container is opened."""

    def __missing__(self, tag: str) -> int:
        return _INLINE


_INLINE_KINDS: Final = dict.fromkeys(SEARCHED, _LISTED) | dict.fromkeys(SKIPPED, _SKIP) | {"a": _LINK, "br": _BREAK}
_IN_PRE: Final = _KindsInPre(_INLINE_KINDS)
_OUTSIDE_PRE: Final = _IN_PRE | dict.fromkeys((*CONTAINERS, "mjx-container", "amp-img"), _CONTAINER) | {"pre": _PRE}


def segment(root: Element) -> tuple[Blocks, Containers, ElementsByTag]:  # noqa: C901
    """The blocks of a tree, their containers, and the elements of the tags in `SEARCHED`.

    It is one long function because calls would double its time, which is half of the parsing time outside lxml. The
    current run consists of ``parts`` of its text, ``inline`` tags, ``places`` from ``start``, ``links``, ``link_chars``
    and consecutive ``breaks``. ``cut`` ends the run and appends a block if it has text.
    """
    by_tag: ElementsByTag = {tag: [] for tag in SEARCHED}
    kinds: dict[str, int] = _Kinds(_OUTSIDE_PRE)  # a copy, since unknown tags are added to it
    kinds[root.tag] = _CONTAINER
    walk = root.iter()
    texts: list[str] = []
    blocks, containers = array("q"), array("q")
    elements: list[Element] = []
    tags: list[str] = []
    places: list[Element] = []
    tails = bytearray()
    all_inline: list[str] = []
    parts: list[str] = []
    inline: list[str] = []
    start = links = link_chars = breaks = in_link = 0

    def cut(container: int) -> None:
        nonlocal start, links, link_chars, breaks, all_inline
        if len(places) > start:
            raw = parts[0] if len(parts) == 1 else "".join(parts)
            text = raw.strip()
            if pre and text:
                text = raw.strip("\n")
            elif "  " in text or not text.isprintable():  # all white space but the space is unprintable
                text = " ".join(text.split()) if text.strip("\u200b\u2060\ufeff ") else ""  # only zero-width characters
            if text:
                start = len(places)
                all_inline += inline
                nbsp = 0 if raw.isascii() else raw.count("\xa0")
                texts.append(text)
                blocks.frombytes(_BLOCK_ROW(container, min(link_chars, len(text)), links, nbsp, start, len(all_inline)))
            else:
                del places[start:], tails[start:]
        parts.clear()
        inline.clear()
        links = 1 if in_link else 0
        link_chars = breaks = 0

    outside = kinds
    container, depth, pre = -1, 0, False
    left = 2  # remaining children of the parent; never 0 for the root's
    stack: list[tuple[int, Element, int, int]] = []
    for element in walk:
        tag = element.tag
        kind = kinds[tag]
        count = len(element)
        text = None
        outer = container
        if kind <= _PRE:
            if parts or inline:
                cut(container)
            container = len(elements)
            elements.append(element)
            tags.append(tag)
            containers.frombytes(_CONTAINER_ROW(outer, len(texts), 0, depth))
            depth += 1
            if kind == _PRE:
                pre = True
                kinds = _IN_PRE
            if tag in by_tag:
                by_tag[tag].append(element)
            text = element.text
        elif kind == _SKIP:
            if tag in by_tag:
                by_tag[tag].append(element)
            while count:
                inner = next(walk)
                count += len(inner) - 1
                if inner.tag in by_tag:
                    by_tag[inner.tag].append(inner)
        else:
            inline.append(tag)
            if kind == _BREAK:
                breaks += 1
                if parts:
                    parts.append("\n")
                if breaks == EMPTY_LINE and not pre:
                    cut(container)
            else:
                text = element.text
                if kind == _LINK:
                    links += 1
                    in_link += 1
                elif kind == _LISTED:
                    by_tag[tag].append(element)
        if text:
            if pre or not text.isspace():
                parts.append(text)
                places.append(element)
                tails.append(False)
                breaks = 0
                if in_link:
                    link_chars += len(text.strip())
            elif parts or not text.isascii():
                parts.append(text)
        if count:
            stack.append((left, element, kind, outer))
            left = count
            continue
        while True:  # end of the element, and of ancestors whose last child it is
            if kind <= _PRE:
                if parts or inline:
                    cut(container)
                containers[4 * container + 2] = len(texts)
                container = outer
                depth -= 1
                if kind == _PRE:
                    pre = False
                    kinds = outside
            elif kind == _LINK:
                in_link -= 1
                if not parts and not inline:
                    links = 0
            text = element.tail
            if text:
                if pre or not text.isspace():
                    parts.append(text)
                    places.append(element)
                    tails.append(True)
                    breaks = 0
                    if in_link:
                        link_chars += len(text.strip())
                elif parts or not text.isascii():
                    parts.append(text)
            left -= 1
            if left:
                break
            left, element, kind, outer = stack.pop()  # noqa: PLW2901
    held = Containers(elements, tags, containers)
    return Blocks(held, texts, blocks, places, tails, all_inline), held, by_tag
