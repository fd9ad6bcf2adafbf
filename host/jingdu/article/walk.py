"""The walk over the page that tells the writer what was kept.

Only elements on the way to kept text are entered, and the media among them. What an
element becomes is looked up by its tag; what has no entry is an inline element without
meaning of its own (``span``, ``font``), whose text stays.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from jingdu.article import code, tables
from jingdu.article.addresses import Addresses
from jingdu.article.belongs import surroundings_fit
from jingdu.article.marks import Marks
from jingdu.article.markup import escape
from jingdu.article.media import Media
from jingdu.article.tags import (
    CODE,
    FRAMES,
    INLINE,
    ITEMS,
    MEDIA,
    PARAGRAPHS,
    PARTS,
    direction,
    meaning,
)
from jingdu.article.writer import Writer
from jingdu.page.blocks import CONTAINERS, SKIPPED
from jingdu.page.model import Element
from jingdu.page.query import inner_text

Close = Callable[[], None]

MAX_CAPTION: Final = 600
"""Characters of a caption that is kept with its picture although its text was rejected."""

_PERMALINK: Final = re.compile(r"headerlink|anchor|permalink|heading-?link|editsection|hash-link|direct-link", re.I)
_PILCROWS: Final = frozenset({"¶", "#", "§", "🔗", "∞", ""})


class Walk:
    """One walk; ``run()`` fills the writer."""

    def __init__(self, marks: Marks, formulas: Mapping[Element, str], addresses: Addresses, writer: Writer) -> None:
        self.marks = marks
        self.addresses = addresses
        self.writer = writer
        self.formulas = formulas
        self.media = Media(addresses, writer)
        self.left = marks.slots
        """Kept places still to come: after the last, the first rejected text ends the article."""
        self.ended = False
        self.whole = 0
        """Depth of elements whose text is all kept (rows of data tables, captions)."""
        self.pictures = 0
        """Depth of subtrees entered for their pictures alone."""

    def run(self) -> None:
        """Walks from the top; any depth, each element once."""
        top = self.marks.top
        close = self._enter(top)
        if close is None:
            return
        stack: list[tuple[Element, Iterator[Element], Close]] = [(top, iter(top), close)]
        tails = self.marks.tails
        while stack:
            parent, children, close = stack[-1]
            for child in children:
                inner = self._enter(child)
                if inner is not None:
                    stack.append((child, iter(child), inner))
                    break
                if child.tail:
                    self._text(child.tail, child in tails)
            else:
                stack.pop()
                close()
                if stack and parent.tail:
                    self._text(parent.tail, parent in tails)

    def _text(self, text: str, kept: bool) -> None:
        if kept:
            self.left -= 1
            self.writer.text(text)
        elif self.whole or text.isspace():
            self.writer.text(text)
        elif not self.left:
            self.ended = True

    def _enter(self, element: Element) -> Close | None:
        """Opens ``element`` and writes its first text; None where its insides aren't walked."""
        tag = element.tag
        on_path = self.whole or element in self.marks.path
        close = self._open(element, tag) if on_path else self._aside(element, tag)
        if close is not None and element.text:
            self._text(element.text, element in self.marks.text)
        return close

    # elements without kept text

    def _aside(self, element: Element, tag: str) -> Close | None:
        """A subtree without kept text: a break, an anchor, or media that may belong to the article."""
        if element in self.marks.media or (self.pictures and tag == "figcaption"):
            if self.pictures or (not self.ended and surroundings_fit(element)):
                return self._open_picture(element, tag)
        elif tag == "br":
            self.writer.line_break()
        elif tag == "hr":
            self.writer.rule()
        elif len(element) == 0 and not element.text:
            self._anchor(element)
        if not self.left and not self.ended:
            self.ended = any(not text.isspace() for text in element.itertext())
        return None

    def _open_picture(self, element: Element, tag: str) -> Close | None:
        """Enters ``element`` for its media alone; captions come along."""
        if element in self.formulas or tag in MEDIA or tag == "table":
            return self._open(element, tag)
        if tag in SKIPPED:
            return None
        self.pictures += 1
        opened = self._opened(element, tag) if tag in ("figure", "figcaption", "a", "picture") else None
        close = opened or self._block()
        if tag == "figcaption" and len(inner_text(element).strip()) <= MAX_CAPTION:
            close = self._all_of(close)

        def leave() -> None:
            self.pictures -= 1
            close()

        return leave

    # elements with kept text

    def _open(self, element: Element, tag: str) -> Close | None:
        if element in self.formulas:
            self._pass(element)
            self.media.formula(self.formulas[element])
            return None
        if tag == "table":
            return self._table(element)
        if tag in MEDIA:
            getattr(self.media, MEDIA[tag])(element)
            return None
        if tag in SKIPPED:
            self._pass(element)
            return None
        if tag == "br":
            self.writer.line_break()
            return None
        if tag == "hr":
            self.writer.rule()
            return None
        if tag in CODE:
            self._code(element)
            return None
        return self._opened(element, tag)

    def _opened(self, element: Element, tag: str) -> Close | None:
        attributes = element.attrib
        if ("id" in attributes or "name" in attributes) and self.addresses.targets:
            self._anchor(element)
        if tag == "a":
            return self._link(element)
        writer = self.writer
        name = INLINE.get(tag)
        if name is not None:
            return writer.close_inline if name and writer.open_inline(name, f"<{name}{meaning(element)}>") else _nothing
        frame = writer.frames[-1].tag
        if tag in FRAMES or (tag in PARTS and frame in PARTS[tag]):
            return self._frame(FRAMES.get(tag, tag), element)
        if tag in ITEMS and frame in ITEMS:
            return self._unclosed(tag, frame, element)
        if tag in PARAGRAPHS:
            before = writer.open_paragraph(PARAGRAPHS[tag], direction(element))
            return lambda: writer.close_paragraph(before)
        if tag in CONTAINERS or "-" in tag:
            return self._block()
        if self._is_permalink(element):
            self._pass(element)
            return None
        return _nothing

    def _block(self) -> Close:
        self.writer.end_run()
        return self.writer.end_run

    def _frame(self, tag: str, element: Element) -> Close:
        attributes = direction(element)
        if tag == "ol" and (element.get("start") or "").isdigit() and len(element.get("start") or "") < 6:
            attributes += f' start="{element.get("start")}"'
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

    def _table(self, element: Element) -> Close | None:
        if tables.is_code(element):
            if element in self.marks.path:
                self._code(element)
            return None
        if not tables.is_data(element):
            return self._block()
        close = self._frame("table", element)
        return close if element in self.marks.path or self.whole else self._all_of(close)

    def _pass(self, element: Element) -> None:
        """Counts the kept places inside an element that isn't walked."""
        if element in self.marks.path:
            text, tails = self.marks.text, self.marks.tails
            self.left -= sum((step in text) + (step is not element and step in tails) for step in element.iter())

    def _code(self, element: Element) -> None:
        self._pass(element)
        if html := code.block(element):
            self.writer.block(html)

    def _link(self, element: Element) -> Close | None:
        href = element.get("href")
        if not href:
            return _nothing
        target = self.addresses.fragment(href)
        if target is not None or href.startswith("#"):
            if self._is_permalink(element):
                self._pass(element)
                return None
            opened = target is not None and self.writer.open_inline("a", f'<a href="#jd-{escape(target)}">', target)
            return self.writer.close_inline if opened else _nothing
        address = self.addresses.link(href)
        if address and self.writer.open_inline("a", f'<a href="{escape(address)}">'):
            return self.writer.close_inline
        return _nothing

    def _is_permalink(self, element: Element) -> bool:
        """Whether the element is the ¶ or "edit" that sites hang on their headings and terms."""
        names, wanted = element.get("class") or "", self.writer.wanted
        in_heading = wanted is not None and wanted[0] != "p"
        if in_heading and "editsection" in names:
            return True
        if element.tag == "a" and (element.get("href") or "").startswith("#"):
            return _short(element) in _PILCROWS
        if not in_heading or not _PERMALINK.search(names):
            return False
        return _short(element) in _PILCROWS

    def _anchor(self, element: Element) -> None:
        name = element.get("id") or (element.get("name") if element.tag == "a" else None)
        if name and name in self.addresses.targets:
            self.writer.anchor(name)


def _nothing() -> None:
    """Closes an element that left no trace."""


def _short(element: Element) -> str:
    """The first characters in ``element``: enough to know a sign from a text."""
    text = ""
    for part in element.itertext():
        text += str(part).strip()
        if len(text) > 2:
            break
    return text
