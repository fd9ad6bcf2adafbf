"""The walk over the page that tells the writer what was kept.

Only elements on the way to kept text are entered, and the media among them. What an
element becomes is looked up by its tag; what has no entry is an inline element without
meaning of its own (``span``, ``font``), whose text stays.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from jingdu.article import code, tables
from jingdu.article.addresses import Addresses
from jingdu.article.belongs import surroundings_fit
from jingdu.article.marks import Marks
from jingdu.article.markup import escape
from jingdu.article.media import Media
from jingdu.article.permalinks import is_permalink
from jingdu.article.tags import CODE, FRAMES, INLINE, ITEMS, MEANING, MEDIA, PARAGRAPHS, PARTS, direction, meaning
from jingdu.article.writer import Writer
from jingdu.page.blocks import CONTAINERS, SKIPPED
from jingdu.page.model import Element
from jingdu.page.query import inner_text

Close = Callable[[], None]

_LEVELS: Final = frozenset("123456")
"""Levels of headings."""
MAX_CAPTION: Final = 600
"""Characters of a caption that is kept with its picture although its text was rejected."""


class Walk:
    """One walk; ``run()`` fills the writer."""

    def __init__(
        self,
        marks: Marks,
        formulas: Mapping[Element, str],
        addresses: Addresses,
        writer: Writer,
        targets: frozenset[str] = frozenset(),
    ) -> None:
        self.marks = marks
        self.addresses = addresses
        self.writer = writer
        self.formulas = formulas
        self.targets = targets
        """The ids that kept links point at."""
        self.media = Media(addresses, writer)
        self.left = marks.slots
        """Kept places still to come: after the last, the first rejected text ends the article."""
        self.ended = False
        self.whole = 0
        """Depth of elements whose text is all kept (rows of data tables, captions)."""
        self.pictures = 0
        """Depth of subtrees entered for their pictures alone."""

    def run(self) -> None:
        """Walks from the top; any depth, each element once. Half of composing is spent here, so little is called."""
        stack = [(iter((self.marks.top,)), self.marks.top, _nothing)]
        path, formulas, targets = self.marks.path, self.formulas, self.targets
        while stack:
            children, parent, close = stack[-1]
            for child in children:
                if (child in path or self.whole) and child not in formulas:
                    if targets:
                        self._anchor(child)
                    tag = child.tag
                    inner = _OPENERS.get(tag, _UNKNOWN)(self, child, tag)
                    if inner is not None and (text := child.text):
                        self._text(text, child in self.marks.text)
                else:
                    inner = self._beside(child)
                if inner is not None:
                    if len(child):
                        stack.append((iter(child), child, inner))
                        break
                    inner()
                if (tail := child.tail) and child is not self.marks.top:
                    self._text(tail, child in self.marks.tails)
            else:
                stack.pop()
                close()
                if (tail := parent.tail) and len(stack) > 1:
                    self._text(tail, parent in self.marks.tails)

    def _text(self, text: str, kept: bool) -> None:
        if kept:
            self.left -= 1
            self.writer.text(text)
        elif text.isspace():
            self.writer.space()
        elif self.whole:
            self.writer.text(text)
        elif not self.left:
            self.ended = True

    # elements without kept text

    def _beside(self, element: Element) -> Close | None:
        """A formula, or a subtree without kept text: a break, an anchor, or media that may belong to the article."""
        if element in self.formulas and (self.whole or element in self.marks.path):
            self._formula(element)
            return None
        tag = element.tag
        if element in self.marks.media or (self.pictures and tag == "figcaption"):
            if self.pictures or (not self.ended and surroundings_fit(element, self.formulas)):
                close = self._open_picture(element, tag)
                if close is not None and element.text:
                    self._text(element.text, False)
                return close
        elif tag == "br":
            self.writer.line_break()
        elif tag == "hr":
            self.writer.rule()
        elif tag in CONTAINERS:
            self.writer.end_run()
        elif tag not in SKIPPED and (text := element.text) and text.isspace():
            self.writer.space()
        if self.targets and len(element) == 0 and not element.text:
            self._anchor(element)
        if not self.left and not self.ended:
            self.ended = any(not text.isspace() for text in element.itertext())
        return None

    def _open_picture(self, element: Element, tag: str) -> Close | None:
        """Enters ``element`` for its media alone; captions come along."""
        if element in self.formulas:
            self._formula(element)
            return None
        if tag in MEDIA or tag == "table":
            return _OPENERS[tag](self, element, tag)
        if tag in SKIPPED:
            return None
        self.pictures += 1
        inside = tag in ("figure", "figcaption", "a", "picture")
        close = (_OPENERS.get(tag, _UNKNOWN)(self, element, tag) if inside else None) or self._block()
        if tag == "figcaption" and len(inner_text(element).strip()) <= MAX_CAPTION:
            close = self._all_of(close)

        def leave() -> None:
            self.pictures -= 1
            close()

        return leave

    # elements with kept text: what is done on the way in; returned is what is done on the way out

    def _formula(self, element: Element) -> None:
        self._pass(element)
        self.media.formula(self.formulas[element])

    def _medium(self, element: Element, tag: str) -> None:
        getattr(self.media, MEDIA[tag])(element)

    def _skipped(self, element: Element, tag: str) -> None:
        self._pass(element)

    def _break(self, element: Element, tag: str) -> None:
        self.writer.line_break()

    def _rule(self, element: Element, tag: str) -> None:
        self.writer.rule()

    def _code(self, element: Element, tag: str) -> None:
        self._pass(element)
        if html := code.block(element):
            self.writer.block(html)

    def _inline(self, element: Element, tag: str) -> Close | None:
        name = INLINE[tag]
        if name == "code" and next(element.iterchildren("br"), None) is not None:
            self._code(element, tag)
            return None
        if name:
            opening = f"<{name}{meaning(element)}>" if tag in MEANING else f"<{name}>"
            if self.writer.open_inline(name, opening):
                return self.writer.close_inline
        return _nothing

    def _list(self, element: Element, tag: str) -> Close:
        return self._frame(FRAMES[tag], element)

    def _part(self, element: Element, tag: str) -> Close:
        frame = self.writer.frames[-1].tag
        if frame in PARTS[tag]:
            return self._frame(tag, element)
        if tag in ITEMS and frame in ITEMS:
            return self._unclosed(tag, frame, element)
        return self._paragraph(element, tag) if tag in PARAGRAPHS else self._block()

    def _paragraph(self, element: Element, tag: str) -> Close:
        self.writer.open_paragraph(PARAGRAPHS[tag], direction(element))
        return self.writer.close_paragraph

    def _container(self, element: Element, tag: str) -> Close:
        if element.get("role") == "heading" and (level := element.get("aria-level", "2")) in _LEVELS:
            self.writer.open_paragraph(f"h{level}", direction(element))
            return self.writer.close_paragraph
        return self._block()

    def _unknown(self, element: Element, tag: str) -> Close | None:
        if "-" in tag:
            return self._block()
        if self.writer.in_heading and is_permalink(element, True):
            self._pass(element)
            return None
        return _nothing

    def _table(self, element: Element, tag: str) -> Close | None:
        if tables.is_code(element):
            if element in self.marks.path:
                self._code(element, tag)
            return None
        if not tables.is_data(element):
            return self._block()
        close = self._frame("table", element)
        return close if element in self.marks.path or self.whole else self._all_of(close)

    def _link(self, element: Element, tag: str) -> Close | None:
        href = element.get("href")
        if not href:
            return _nothing
        target = self.addresses.fragment(href) if "#" in href else None
        if target is not None or href[0] == "#":
            if is_permalink(element, self.writer.in_heading):
                self._pass(element)
                return None
            opened = target is not None and self.writer.open_inline("a", f'<a href="#jd-{escape(target)}">', target)
            return self.writer.close_inline if opened else _nothing
        address = self.addresses.link(href)
        if address and self.writer.open_inline("a", f'<a href="{escape(address)}">'):
            return self.writer.close_inline
        return _nothing

    # what they have in common

    def _block(self) -> Close:
        self.writer.end_run()
        return self.writer.end_run

    def _frame(self, tag: str, element: Element) -> Close:
        attributes = direction(element)
        if tag == "ol":
            attributes += _start(element)
        elif tag == "details" and element.get("open") is not None:
            attributes += " open"
        elif tag in ("td", "th"):
            attributes += tables.spans(element)
        if not self.writer.open_frame(tag, attributes, empty=tag in ("td", "th")):
            return self._block()
        if tag == "tr" and not self.whole:
            return self._all_of(self.writer.close_frame)
        return self.writer.close_frame

    def _unclosed(self, tag: str, frame: str, element: Element) -> Close:
        """A ``dd`` that the page left open holds those after it: it is closed, and opened again later."""
        self.writer.close_frame()
        close = self._frame(tag, element)

        def leave() -> None:
            close()
            self.writer.open_frame(frame)

        return leave

    def _all_of(self, close: Close) -> Close:
        """All text is kept until ``close``."""
        self.whole += 1

        def leave() -> None:
            self.whole -= 1
            close()

        return leave

    def _pass(self, element: Element) -> None:
        """Counts the kept places inside an element that isn't walked."""
        if element in self.marks.path:
            text, tails = self.marks.text, self.marks.tails
            self.left -= sum((step in text) + (step is not element and step in tails) for step in element.iter())

    def _anchor(self, element: Element) -> None:
        """Sets the target of a kept link, where ``element`` is one."""
        name = element.get("id") or (element.get("name") if element.tag == "a" else None)
        if name and name in self.targets:
            self.writer.anchor(name)


def _start(ordered: Element) -> str:
    """The attribute ``start`` of an ordered list that doesn't count from 1, by its own or its first item's number."""
    first = next(ordered.iterchildren("li"), None)
    number = ordered.get("start") or (first.get("value") if first is not None else None) or ""
    return f' start="{number}"' if number.isascii() and number.isdigit() and len(number) < 6 and number != "1" else ""


def _nothing() -> None:
    """Closes an element that left no trace."""


Opener = Callable[[Walk, Element, str], Close | None]

_UNKNOWN: Final[Opener] = Walk._unknown
_OPENERS: Final[dict[str, Opener]] = {
    **dict.fromkeys(CONTAINERS, Walk._container),
    **dict.fromkeys(PARAGRAPHS, Walk._paragraph),
    **dict.fromkeys(PARTS, Walk._part),
    **dict.fromkeys(FRAMES, Walk._list),
    **dict.fromkeys(INLINE, Walk._inline),
    **dict.fromkeys(SKIPPED, Walk._skipped),
    **dict.fromkeys(CODE, Walk._code),
    **dict.fromkeys(MEDIA, Walk._medium),
    "a": Walk._link,
    "br": Walk._break,
    "hr": Walk._rule,
    "table": Walk._table,
}
"""Tag → what is done where such an element holds kept text; of two entries the later one counts."""
