"""The tree of a page to blocks: runs of text, each of one container (paper W, step 2).

One walk in document order. A container opens a box; text joins the run of the nearest
box; a run ends where a container begins or ends, and at an empty line of ``br``.
"""

from __future__ import annotations

from array import array
from typing import Final

from jingdu.page.model import Blocks, Boxes, Element, Found

CONTAINERS: Final = frozenset(
    "html head body main article section div p h1 h2 h3 h4 h5 h6 header footer nav aside address blockquote pre "
    "ul ol li dl dt dd menu dir table caption thead tbody tfoot tr td th form fieldset legend figure figcaption "
    "details summary center hgroup dialog search button label listing xmp plaintext video audio".split()
)
"""Tags that cut a page into blocks. Custom elements (with a hyphen) do too."""

SKIPPED: Final = frozenset(
    "script style noscript template title select datalist textarea iframe frame noframes "
    "embed svg canvas math input progress meter area".split()
)
"""Tags whose text is in no block: not prose, or not shown. Math is kept as media when composing.

What a browser shows of an ``object`` that it cannot load, of a ``map``, of an ``option`` that is in no ``select``
and of a ``frameset`` in a body is text like any other.
"""

EMPTY_LINE: Final = 2
"""Tags ``br`` in a row that end a run, as a paragraph's end would."""

SEARCHED: Final = (
    "meta script h1 time abbr noscript img amp-img image video audio iframe math mjx-container table pre sup "
    "figcaption".split()
)
"""Tags whose elements the walk lists, so that no later step has to search the tree for them."""

_BOX, _PRE, _SKIP, _LINK, _BREAK, _INLINE, _LISTED = range(7)
"""What the walk does at an element; up to ``_PRE`` it opens a box."""


class _Kinds(dict[str, int]):
    """Tag → what to do; an unknown tag is a box if it is a custom element."""

    def __missing__(self, tag: str) -> int:
        return self.setdefault(tag, _BOX if "-" in tag else _INLINE)


class _KindsInPre(dict[str, int]):
    """The same inside of ``pre``, where no box is opened."""

    def __missing__(self, tag: str) -> int:
        return _INLINE


_IN_PRE: Final = _KindsInPre(
    {**dict.fromkeys(SEARCHED, _LISTED), **dict.fromkeys(SKIPPED, _SKIP), "a": _LINK, "br": _BREAK}
)
_OUTSIDE_PRE: Final = {
    **_IN_PRE,
    **dict.fromkeys(CONTAINERS, _BOX),
    "pre": _PRE,
    "mjx-container": _BOX,
    "amp-img": _BOX,
}


def segment(root: Element) -> tuple[Blocks, Boxes, Found]:  # noqa: C901
    """All blocks of the tree under ``root``, their boxes, and the elements of the tags in `SEARCHED`.

    Long, and almost without calls: half of the time that is ours in parsing is spent here.

    A run is the text since the last cut; a cut makes a block of it. Its state: ``parts`` of text, ``inline``
    tags, ``places`` from ``start`` on, ``links`` and the characters in them, and the ``br`` in a row.
    """
    found: Found = {tag: [] for tag in SEARCHED}
    kinds: dict[str, int] = _Kinds(_OUTSIDE_PRE)  # for one page, so that its tags are freed with it
    kinds[root.tag] = _BOX
    elements_left = root.iter()
    texts: list[str] = []
    blocks, boxes = array("q"), array("q")
    elements: list[Element] = []
    tags: list[str] = []
    places: list[Element] = []
    tails = bytearray()
    all_inline: list[str] = []
    parts: list[str] = []
    inline: list[str] = []
    start = links = link_chars = breaks = in_link = 0

    def cut(box: int) -> None:
        nonlocal start, links, link_chars, breaks, all_inline
        if len(places) > start:
            raw = parts[0] if len(parts) == 1 else "".join(parts)
            text = raw.strip()
            if pre and text:
                text = raw.strip("\n")
            elif "  " in text or not text.isprintable():  # only a space is printable white space
                text = " ".join(text.split())
            if text:
                start = len(places)
                all_inline += inline
                nbsp = 0 if raw.isascii() else raw.count("\xa0")
                texts.append(text)
                blocks.fromlist([box, min(link_chars, len(text)), links, nbsp, start, len(all_inline)])
            else:
                del places[start:], tails[start:]
        parts.clear()
        inline.clear()
        links = 1 if in_link else 0
        link_chars = breaks = 0

    outside = kinds
    box, depth, pre = -1, 0, False
    left = 2  # children still to come of the element around; of the root's surroundings one never comes
    around: list[tuple[int, Element, int, int]] = []
    for element in elements_left:
        tag = element.tag
        kind = kinds[tag]
        count = len(element)
        text = None
        outer = box
        if kind <= _PRE:
            if parts or inline:
                cut(box)
            box = len(elements)
            elements.append(element)
            tags.append(tag)
            boxes.fromlist([outer, len(texts), 0, depth])
            depth += 1
            if kind == _PRE:
                pre = True
                kinds = _IN_PRE
            if tag in found:
                found[tag].append(element)
            text = element.text
        elif kind == _SKIP:
            if tag in found:
                found[tag].append(element)
            while count:
                inner = next(elements_left)
                count += len(inner) - 1
                if inner.tag in found:
                    found[inner.tag].append(inner)
        else:
            inline.append(tag)
            if kind == _BREAK:
                breaks += 1
                if parts:
                    parts.append("\n")
                if breaks == EMPTY_LINE and not pre:
                    cut(box)
            else:
                text = element.text
                if kind == _LINK:
                    links += 1
                    in_link += 1
                elif kind == _LISTED:
                    found[tag].append(element)
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
            around.append((left, element, kind, outer))
            left = count
            continue
        while True:  # the element ends, and those around it whose last child it was
            if kind <= _PRE:
                if parts or inline:
                    cut(box)
                boxes[4 * box + 2] = len(texts)
                box = outer
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
            left, element, kind, outer = around.pop()  # noqa: PLW2901
    if parts or inline:
        cut(box)
    held = Boxes(elements, tags, boxes)
    return Blocks(held, texts, blocks, places, tails, all_inline), held, found
