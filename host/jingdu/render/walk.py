"""Walks the page and writes what is kept.

First the tree is marked: the text nodes of kept blocks, their ancestors, and the media. Only marked elements are
entered. An element is handled by the opener of its tag; elements without one (``span``, ``font``) are transparent.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import InitVar, dataclass, field
from functools import partial
from itertools import accumulate, chain, compress, pairwise
from operator import not_
from typing import Final

from jingdu.page.blocks import CONTAINERS, SKIPPED
from jingdu.page.model import Block, Element, Page
from jingdu.page.query import climb, inner_text, outwards
from jingdu.render import captions
from jingdu.render.images import has_one_picture, icons_only, surroundings_fit
from jingdu.render.markup import MEDIA, direction
from jingdu.render.media import Media
from jingdu.render.writer import Writer
from jingdu.text.addresses import Addresses

MAX_VERSE: Final = 75
"""Maximum length of a line of verse, in bytes of UTF-8: 25 ideographs or 75 Latin letters."""
_MEDIA: Final = ("img", "amp-img", "image", "video", "audio", "iframe", "math", "mjx-container")
_SMALL: Final = frozenset("p h1 h2 h3 h4 h5 h6 pre figcaption figure".split())
_ANCHOR: Final = "jingdu-block-"
"""Prefix of the ids of block anchors; the cleaner puts ``jd-`` before it."""
_WHOLE: Final = frozenset({"pre", "code", "table", "listing", "xmp", "plaintext"})
"""Elements written as one piece, with the anchor before them."""

Close = Callable[[], None]
"""Called where an element closes."""
Opener = Callable[["Walk", Element, str], Close | None]
"""Called where an element opens; if it returns None, the element is not walked."""


def numbers_in(html: str) -> set[int]:
    """The numbers of the blocks that have an anchor in cleaned HTML."""
    return set(map(int, re.findall(f'<a id="jd-{_ANCHOR}([0-9]+)"', html)))


# what is kept


@dataclass(frozen=True, slots=True)
class Marks:
    """Elements with a kept ``text``, with a kept tail (``tails``), and around kept text (``path``)."""

    top: Element
    text: Set[Element]
    tails: Set[Element]
    path: set[Element]
    media: set[Element]
    """Media under ``top``, and elements around them without kept text."""
    text_nodes: int
    verses: Mapping[Element, bool] = field(default_factory=dict)
    """Line of a poem, or of another group of short paragraphs → whether its group continues after it."""


def around(kept: Sequence[Block]) -> Element:
    """The smallest element, larger than a paragraph, that contains all blocks of ``kept``, which is not empty."""
    first, last = kept[0].element, kept[-1].element
    outer = {*outwards(first)}
    top = next((step for step in outwards(last) if step in outer), first)
    while top.tag in _SMALL and (parent := top.getparent()) is not None:
        top = parent
    return top


def mark(
    page: Page, top: Element, kept: Sequence[Block], formulas: Iterable[Element], also: Iterable[Element] = ()
) -> Marks:
    """Marks the blocks ``kept`` under ``top``; ``formulas`` are media too, and ``also`` are entered."""
    places: list[Element] = []
    in_tails = bytearray()
    for block in kept:
        span = page.blocks.span(block.index)
        places += page.blocks.places[span]
        in_tails += page.blocks.tails[span]
    text, tails = set(compress(places, map(not_, in_tails))), set(compress(places, in_tails))
    path = {top}
    climb(chain(text, (element.getparent() for element in tails), also), path)
    media = {top}
    climb(chain(formulas, *(page.by_tag[tag] for tag in _MEDIA)), media, path)
    return Marks(top, text, tails, path, media, len(text) + len(tails), _verses(kept))


def _verses(kept: Sequence[Block]) -> dict[Element, bool]:
    """Line of a poem, or of another group of short paragraphs → whether its group continues after it."""
    stanzas = [[kept[0]]]
    for before, block in pairwise(kept):
        is_short = min(len(before.text), len(block.text)) <= MAX_VERSE  # else neither is in a stanza
        if is_short and before.element.getnext() is block.element and before.element.tag == block.element.tag:
            stanzas[-1].append(block)
        else:
            stanzas.append([block])
    found: dict[Element, bool] = {}
    for pair in pairwise(stanzas):
        if all(map(_is_stanza, pair)) and _are_apart(pair[0][-1].element, pair[1][0].element):
            found |= {line.element: line is not stanza[-1] for stanza in pair for line in stanza}
    return found


def _is_stanza(lines: Sequence[Block]) -> bool:
    tags = {line.element.tag for line in lines}
    return len(lines) > 1 and tags <= {"p", "div"} and max(len(line.text.encode()) for line in lines) <= MAX_VERSE


def _are_apart(last: Element, line: Element) -> bool:
    """Whether only empty elements, or the boundary of their parents, are between ``last`` and ``line``."""
    step, outer = last.getnext(), line.getparent()
    if step is None:
        return outer is not None and outer.getprevious() is last.getparent()
    while step is not None and step is not line and step.tag == last.tag and not inner_text(step).strip():
        step = step.getnext()
    return step is line


# the walk


def nothing() -> None:
    """Closes a transparent element."""


def skipped(walk: "Walk", element: Element, tag: str) -> Close | None:
    """The opener of an element that is left out."""
    walk.skip(element)
    return None


@dataclass(eq=False)
class Walk:
    """Fills ``writer`` in ``run()``; ``openers`` has an opener for every tag; ``numbered`` blocks get anchors."""

    openers: Mapping[str, Opener]
    marks: Marks
    formulas: Mapping[Element, str]
    addresses: Addresses
    writer: Writer
    targets: Set[str]
    """The ids that kept links refer to."""
    own: dict[Element, Opener]
    """Openers of individual elements, which override the opener of the tag."""
    numbered: InitVar[Sequence[Block]]

    def __post_init__(self, numbered: Sequence[Block]) -> None:
        self.item_numbers: dict[Element, int] = {}
        """Item of an ordered list → its number, if this does not follow the number of the last kept item."""
        self.media = Media(self.addresses, self.writer)
        self._numbers = [block.index for block in numbered]
        sizes = (one.blocks.places_from[one.index + 1] - one.blocks.places_from[one.index] for one in numbered)
        self._starts = [0, *accumulate(sizes)][: len(numbered)]
        """The number of kept text nodes before each numbered block, from which ``_number`` infers the block."""
        self.remaining = self.marks.text_nodes
        """Kept text nodes still to be written; after the last, the first rejected text ends the article."""
        self.ended = False
        self.keeping_all = 0
        """Depth of elements whose text is all kept (rows of data tables, captions)."""
        self.in_media = 0
        """Depth of subtrees that are entered only for their pictures."""
        self.in_one_picture = 0
        """1 inside an element that contains only one picture, else 0."""

    def run(self, marks: Marks) -> None:  # noqa: C901
        """Walks from the top, without recursion: this loop takes half of the rendering time."""
        stack = [(iter((marks.top,)), marks.top, nothing)]
        formulas, targets, own = self.formulas, self.targets, self.own
        path, texts, tails, top = marks.path, marks.text, marks.tails, marks.top
        openers = self.openers
        while stack:
            children, parent, close = stack[-1]
            for child in children:
                if (child in path or self.keeping_all) and child not in formulas:
                    if targets:
                        self.anchor(child)
                    tag = child.tag
                    inner = (own.get(child) or openers[tag] if own else openers[tag])(self, child, tag)
                    if inner is not None and (text := child.text):
                        self._text(text, child in texts)
                else:
                    inner = self._without_text(child)
                if inner is not None:
                    if len(child):
                        stack.append((iter(child), child, inner))
                        break
                    if inner is not nothing:
                        inner()
                if (tail := child.tail) and child is not top:
                    self._text(tail, child in tails)
            else:
                stack.pop()
                close()
                if (tail := parent.tail) and len(stack) > 1:
                    self._text(tail, parent in tails)

    def _text(self, text: str, kept: bool) -> None:
        if kept:
            if self._numbers and text.strip():
                self._number()
            self.remaining -= 1
            self.writer.text(text)
        elif text.isspace():
            self.writer.space()
        elif self.keeping_all:
            self.writer.text(text)
        elif not self.remaining:
            self.ended = True

    # elements without kept text

    def _without_text(self, element: Element) -> Close | None:
        """Handles a formula, or a subtree without kept text: a break, an anchor, or media of the article."""
        if element in self.formulas and (self.keeping_all or element in self.marks.path):
            self._formula(element)
            return None
        tag = element.tag
        is_medium = tag == "figcaption" or element in self.marks.media  # such a caption's figure has kept text
        if self.in_media and not is_medium:
            is_medium = tag == "div" and element.find(".//figcaption") is not None
        if is_medium and (self.in_media or (not self.ended and surroundings_fit(element, self.formulas))):
            close = self._open_picture(element, tag)
            if close is not None and element.text:
                self._text(element.text, False)
            return close
        self._gap(element, tag)
        if not self.remaining and not self.ended:
            self.ended = any(not text.isspace() for text in element.itertext())
        return None

    def _gap(self, element: Element, tag: str) -> None:
        """Writes the line break, end of paragraph, space or anchor of a subtree that is not walked."""
        if tag == "br":
            self.writer.line_break()
        elif tag == "hr":
            self.writer.rule()
        elif tag in CONTAINERS:
            self.writer.end_run()
        elif tag not in SKIPPED:
            if (element.text or inner_text(element)).isspace():
                self.writer.space()
            for _ in element.iterchildren("br"):
                self.writer.line_break()
        if self.targets and len(element) == 0 and not element.text:
            self.anchor(element)

    def _open_picture(self, element: Element, tag: str) -> Close | None:
        """Enters an element without kept text for its media and captions."""
        if element in self.formulas:
            self._formula(element)
            return None
        is_row = tag == "tr" and self.writer.frames[-1].tag == "table"  # of pictures
        if tag in MEDIA or tag == "table" or is_row:
            return self.openers[tag](self, element, tag)
        if tag in SKIPPED:
            return None
        self.in_media += 1
        # of nested elements around one picture only the outermost can be its figure
        is_outermost = tag in ("div", "dl") and not self.in_one_picture and has_one_picture(element)
        self.in_one_picture += is_outermost
        close: Close | None = None
        if tag == "figure" or is_outermost:
            close = self._open_figure(element, tag)
        elif tag in ("figcaption", "a", "picture"):
            close = self.openers[tag](self, element, tag)
        if close is None:  # icons do not end the paragraph
            close = nothing if tag not in CONTAINERS and icons_only(element, self.addresses) else self.block()
        if tag == "figcaption" and len(inner_text(element).strip()) <= captions.MAX_CAPTION:
            close = self.all_of(close)

        def leave() -> None:
            self.in_media -= 1
            self.in_one_picture -= is_outermost
            close()

        return leave

    def _open_figure(self, element: Element, tag: str) -> Close | None:
        """Opens a figure with its caption; outside figures and tables, any element with a caption becomes one."""
        if tag != "figure" and any(frame.tag in ("figure", "table") for frame in self.writer.frames):
            return None
        has_own = next(element.iter("figcaption"), None) is not None
        caption = "" if has_own else captions.named(element)
        if (tag != "figure" and not (has_own or caption)) or not self.writer.open_frame("figure", direction(element)):
            return None
        return partial(self.writer.close_figure, caption)

    def _formula(self, element: Element) -> None:
        self.skip(element)
        self.media.formula(self.formulas[element])

    # for openers

    def block(self) -> Close:
        """Ends the run of text here, and again where the element closes."""
        self.writer.end_run()
        return self.writer.end_run

    def bold(self, attributes: str = "") -> Close:
        """Opens a bold paragraph, such as the title of a box."""
        self.writer.open_paragraph("p", attributes)
        is_bold = self.writer.open_inline("strong", "<strong>")

        def close() -> None:
            if is_bold:
                self.writer.close_inline()
            self.writer.close_paragraph()

        return close

    def all_of(self, close: Close) -> Close:
        """Keeps all text until the returned function, which calls ``close``, is called."""
        self.keeping_all += 1

        def leave() -> None:
            self.keeping_all -= 1
            close()

        return leave

    def skip(self, element: Element) -> None:
        """Counts as written the kept text nodes in an element that is not walked."""
        if element in self.marks.path:
            if self._numbers and element.tag in _WHOLE:
                self._number()
            text, tails = self.marks.text, self.marks.tails
            self.remaining -= sum((step in text) + (step is not element and step in tails) for step in element.iter())

    def _number(self) -> None:
        """Writes the anchor of the current block."""
        at = bisect_right(self._starts, self.marks.text_nodes - self.remaining) - 1
        self.writer.anchor(f"{_ANCHOR}{self._numbers[at]}")

    def anchor(self, element: Element) -> None:
        """Writes the anchor of ``element``, if a kept link refers to it."""
        name = element.get("id") or (element.get("name") if element.tag == "a" else None)
        if name and name in self.targets:
            self.writer.anchor(name)
