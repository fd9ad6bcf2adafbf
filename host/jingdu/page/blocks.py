"""The tree of a page to blocks: runs of text, each of one container (paper W, step 2).

One walk in document order. A container opens a box; text joins the run of the nearest
box; a run ends where a container begins or ends, and at an empty line of ``br``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from jingdu.page.model import Block, Box, Element, Slot

CONTAINERS: Final = frozenset(
    "html head body main article section div p h1 h2 h3 h4 h5 h6 header footer nav aside address blockquote pre "
    "ul ol li dl dt dd menu dir table caption thead tbody tfoot tr td th form fieldset legend figure figcaption "
    "details summary center hgroup dialog search button label listing xmp plaintext video audio".split()
)
"""Tags that cut a page into blocks. Custom elements (with a hyphen) do too."""

SKIPPED: Final = frozenset(
    "script style noscript template title select datalist textarea option optgroup iframe frame frameset noframes "
    "object embed applet svg canvas math input progress meter map area".split()
)
"""Tags whose text is in no block: not prose, or not shown. Math is kept as media when composing."""


class Cutting(NamedTuple):
    """The blocks of a page and the boxes they stand in, both in document order."""

    blocks: list[Block]
    boxes: list[Box]


class _Run:
    """The run of text being gathered."""

    __slots__ = ("breaks", "inline", "link_chars", "links", "parts", "slots")

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.slots: list[Slot] = []
        self.inline: list[str] = []
        self.links = 0
        self.link_chars = 0
        self.breaks = 0


def segment(root: Element | None) -> Cutting:
    """All blocks of the tree under ``root`` and their boxes; nesting of any depth."""
    if root is None:
        return Cutting([], [])
    walk = _Walk(root)
    walk.run_through()
    return Cutting(walk.blocks, walk.boxes)


class _Walk:
    """The state of the one walk over the tree."""

    def __init__(self, root: Element) -> None:
        self.blocks: list[Block] = []
        self.boxes: list[Box] = []
        self.run = _Run()
        self.pre = 0
        self.in_link = 0
        self.root = root

    def run_through(self) -> None:
        box = self._open(self.root, "html", None)
        stack: list[tuple[Iterator[Element], Element, Box, str]] = [(iter(self.root), self.root, box, "html")]
        if self.root.text:
            self._text(self.root, False, self.root.text)
        while stack:
            children, parent, box, kind = stack[-1]
            for child in children:
                tag = child.tag
                if tag in SKIPPED:
                    if child.tail:
                        self._text(child, True, child.tail)
                    continue
                if len(child) == 0 and tag not in CONTAINERS and "-" not in tag:
                    self._leaf(child, tag, box)
                    continue
                stack.append(self._enter(child, tag, box))
                break
            else:
                stack.pop()
                if stack:
                    self._leave(parent, kind, box)
                else:
                    self._flush(box)
                    box.last = len(self.blocks)

    def _leaf(self, element: Element, tag: str, box: Box) -> None:
        """An inline element without children, the commonest case, without the stack."""
        text, tail = element.text, element.tail
        run = self.run
        if tag == "br":
            self._break(box)
        else:
            run.inline.append(tag)
            if tag == "a":
                run.links += 1
            if text:
                if tag == "a" and not self.in_link:
                    run.link_chars += len(text.strip())
                self._text(element, False, text)
        if tail:
            self._text(element, True, tail)

    def _enter(self, element: Element, tag: str, box: Box) -> tuple[Iterator[Element], Element, Box, str]:
        kind = "inline"
        if not self.pre and (tag in CONTAINERS or "-" in tag):
            self._flush(box)
            box = self._open(element, tag, box)
            kind = "box"
            if tag == "pre":
                self.pre += 1
                kind = "pre"
        else:
            self.run.inline.append(tag)
        if tag == "a":
            self.in_link += 1
            self.run.links += 1
            kind = "link"
        if element.text:
            self._text(element, False, element.text)
        return iter(element), element, box, kind

    def _leave(self, element: Element, kind: str, box: Box) -> None:
        if kind == "link":
            self.in_link -= 1
            if not self.run.parts:
                self.run.links = 0
        elif kind != "inline":
            self._flush(box)
            box.last = len(self.blocks)
            if kind == "pre":
                self.pre -= 1
        if element.tail:
            self._text(element, True, element.tail)

    def _open(self, element: Element, tag: str, parent: Box | None) -> Box:
        box = Box(element, tag, parent, len(self.boxes), len(self.blocks))
        self.boxes.append(box)
        return box

    def _text(self, element: Element, tail: bool, text: str) -> None:
        run = self.run
        run.parts.append(text)
        if text.isspace() and not self.pre:
            return
        run.slots.append(Slot(element, tail))
        run.breaks = 0
        if self.in_link:
            run.link_chars += len(text.strip())

    def _break(self, box: Box) -> None:
        """A ``br``: the second in a row ends the run, as a paragraph's end would."""
        run = self.run
        run.breaks += 1
        run.parts.append("\n")
        run.inline.append("br")
        if run.breaks == 2 and not self.pre:
            self._flush(box)

    def _flush(self, box: Box) -> None:
        """Ends the run: a block, if it has any text."""
        run = self.run
        if not run.parts and not run.inline:
            return
        self.run = _Run()
        if self.in_link:
            self.run.links = 1
        if not run.slots:
            return
        raw = "".join(run.parts)
        text = raw.strip("\n") if self.pre else " ".join(raw.split())
        if not text or text.isspace():
            return
        chars = min(run.link_chars, len(text))
        nbsp = raw.count("\xa0")
        number = len(self.blocks)
        self.blocks.append(Block(number, box.element, run.slots, text, box, chars, run.links, run.inline, nbsp))
