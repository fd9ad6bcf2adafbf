"""The tree of a page to blocks: runs of text, each of one container (paper W, step 2).

One walk in document order. A container opens a box; text joins the run of the nearest
box; a run ends where a container begins or ends, and at an empty line of ``br``.
"""

from __future__ import annotations

from collections.abc import Iterator
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
    "meta script h1 time abbr noscript img amp-img image video audio iframe math mjx-container table pre".split()
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


def segment(root: Element) -> tuple[Blocks, Boxes, Found]:
    """All blocks of the tree under ``root``, their boxes, and the elements of the tags in `SEARCHED`."""
    boxes = Boxes()
    blocks = Blocks(boxes)
    found: Found = {tag: [] for tag in SEARCHED}
    kinds = _Kinds(_OUTSIDE_PRE)  # for one page, so that its tags are freed with it
    kinds[root.tag] = _BOX
    _walk(root.iter(), blocks, boxes, found, kinds)
    return blocks, boxes, found


def _walk(  # noqa: C901
    elements_left: Iterator[Element], blocks: Blocks, boxes: Boxes, found: Found, kinds: dict[str, int]
) -> None:
    """Fills the columns. Long, and without calls where most elements pass: half of parsing's own time is spent here."""
    run = Run(blocks)
    add, cut, parts, inline, texts = run.add, run.cut, run.parts, run.inline, blocks.texts
    elements, tags, parents, depths = boxes.elements, boxes.tags, boxes.parents, boxes.depths
    firsts, lasts = boxes.firsts, boxes.lasts
    outside = kinds
    box, depth, pre = -1, 0, False
    left = 2  # children that are still to come of the element around; of the root's surroundings one never comes
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
            parents.append(outer)
            depths.append(depth)
            first = len(texts)
            firsts.append(first)
            lasts.append(first)
            depth += 1
            if kind == _PRE:
                pre = run.pre = True
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
                run.line(box)
            else:
                text = element.text
                if kind == _LINK:
                    run.link()
                elif kind == _LISTED:
                    found[tag].append(element)
        if text:
            if pre or not text.isspace():
                add(element, False, text)
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
                lasts[box] = len(texts)
                box = outer
                depth -= 1
                if kind == _PRE:
                    pre = run.pre = False
                    kinds = outside
            elif kind == _LINK:
                run.unlink()
            text = element.tail
            if text:
                if pre or not text.isspace():
                    add(element, True, text)
                elif parts or not text.isascii():
                    parts.append(text)
            left -= 1
            if left:
                break
            left, element, kind, outer = around.pop()  # noqa: PLW2901
    if parts or inline:
        cut(box)


class Run:
    """Text, text places and inline tags since the last cut; a cut with any text in it makes a block.

    ``parts`` and ``inline`` stay the same lists, so that the walk may look at them: nothing
    is to be cut where both are empty.
    """

    __slots__ = (
        "_blocks", "_breaks", "_in_link", "_link_chars", "_links", "_places", "_start", "_tails", "inline", "parts",
        "pre",
    )  # fmt: skip

    def __init__(self, blocks: Blocks) -> None:
        self.parts: list[str] = []
        self.inline: list[str] = []
        self.pre = False
        self._blocks, self._places, self._tails = blocks, blocks.places, blocks.tails
        self._start = 0
        self._links = self._link_chars = self._breaks = self._in_link = 0

    def add(self, element: Element, tail: bool, text: str) -> None:
        """More text: that of ``element``, or its tail."""
        self.parts.append(text)
        self._places.append(element)
        self._tails.append(tail)
        self._breaks = 0
        if self._in_link:
            self._link_chars += len(text.strip())

    def link(self) -> None:
        """A link begins."""
        self._links += 1
        self._in_link += 1

    def unlink(self) -> None:
        """A link ends; it doesn't count where nothing of it is in the run."""
        self._in_link -= 1
        if not self.parts and not self.inline:
            self._links = 0

    def line(self, box: int) -> None:
        """A ``br``."""
        self._breaks += 1
        if self.parts:
            self.parts.append("\n")
        if self._breaks == EMPTY_LINE and not self.pre:
            self.cut(box)

    def cut(self, box: int) -> None:
        """Ends the run: a block of that box, if it has any text."""
        if len(self._places) > self._start:
            raw = self.parts[0] if len(self.parts) == 1 else "".join(self.parts)
            if text := _kept(raw) if self.pre else _folded(raw):
                self._block(box, text, 0 if raw.isascii() else raw.count("\xa0"))
            else:
                del self._places[self._start :], self._tails[self._start :]
        self.parts.clear()
        self.inline.clear()
        self._links = 1 if self._in_link else 0
        self._link_chars = self._breaks = 0

    def _block(self, box: int, text: str, nbsp: int) -> None:
        blocks = self._blocks
        blocks.texts.append(text)
        blocks.box_of.append(box)
        blocks.link_chars.append(min(self._link_chars, len(text)))
        blocks.links.append(self._links)
        blocks.nbsp.append(nbsp)
        self._start = len(self._places)
        blocks.places_from.append(self._start)
        blocks.inline += self.inline
        blocks.inline_from.append(len(blocks.inline))


def _kept(raw: str) -> str:
    """Text of ``pre``, without the empty lines around it; nothing where it is white space."""
    return "" if raw.isspace() else raw.strip("\n")


def _folded(raw: str) -> str:
    """``raw`` with each stretch of white space as one space. Only a space is printable white space."""
    text = raw.strip()
    return text if text.isprintable() and "  " not in text else " ".join(text.split())
