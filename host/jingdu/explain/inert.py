"""The page as it is, made inert: bare tags of an allow-list around escaped text.

No attribute of the page comes through but the spans of table cells, as numbers: no
address, no style, no name, no handler. Elements without a block inside are left out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from lxml import etree

from jingdu.page.blocks import CONTAINERS, SKIPPED
from jingdu.page.model import Element, Page, Slot
from jingdu.render.markup import escape

PLAIN: Final = frozenset(
    "p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre figure figcaption table caption thead tbody tfoot tr td th "
    "section article header footer nav aside address b strong i em code sub sup small u s mark kbd samp var cite "
    "q del ins ruby rt rp".split()
)
"""Tags that come through as they are; other containers become ``div``, other elements ``span``."""
_HTML: Final = frozenset({"html", "head", "body"})
MAX_SPAN: Final = 1000
"""Largest span of a table cell."""

Mark = Callable[[int], str]
"""Index of a block → the start tag around its text."""


def body(page: Page, mark: Mark) -> str:
    """The page's blocks in the page's own structure, each piece of a block's text inside ``mark`` and ``</span>``."""
    return "".join(_Writer(page, mark).pieces())


class _Writer:
    def __init__(self, page: Page, mark: Mark) -> None:
        self.root = page.root
        self.mark = mark
        self.at = {slot: block.index for block in page.blocks for slot in block.slots}
        self.alive = _alive(page)
        self.out: list[str] = []

    def pieces(self) -> list[str]:
        walk = etree.iterwalk(self.root, events=("start", "end"))
        for event, element in walk:
            if event == "start":
                if element.tag in SKIPPED or (element not in self.alive and element.tag != "br"):
                    self._picture(element)
                    walk.skip_subtree()
                else:
                    self.out.append(_opening(element))
                    self._text(Slot(element, False))
            else:
                if element in self.alive and element.tag != "br":
                    self.out.append(f"</{_becomes(element)}>")
                if element is not self.root:
                    self._text(Slot(element, True))
        return self.out

    def _text(self, slot: Slot) -> None:
        text = slot.string
        index = self.at.get(slot)
        if index is not None:
            self.out.append(f"{self.mark(index)}{escape(text)}</span>")
        elif text.isspace():
            self.out.append(text)

    def _picture(self, element: Element) -> None:
        """A picture's place and its description."""
        if element.tag == "img":
            self.out.append(f"<span class=picture>▧ {escape((element.get('alt') or '')[:100])}</span>")


def _alive(page: Page) -> set[Element]:
    """The elements around any block's text."""
    alive: set[Element] = set()
    for block in page.blocks:
        for element, tail in block.slots:
            at = element.getparent() if tail else element
            while at is not None and at not in alive:
                alive.add(at)
                at = at.getparent()
    return alive


def _becomes(element: Element) -> str:
    tag = str(element.tag)
    if tag in PLAIN:
        return tag
    return "div" if tag in CONTAINERS or tag in _HTML or "-" in tag else "span"


def _opening(element: Element) -> str:
    if element.tag == "br":
        return "<br>"
    spans = "".join(
        f' {name}="{value}"'
        for name in ("colspan", "rowspan")
        if element.tag in ("td", "th") and (value := element.get(name) or "").isascii() and value.isdigit()
        and int(value[:9]) <= MAX_SPAN
    )  # fmt: skip
    link = " class=link" if element.tag == "a" else ""
    return f"<{_becomes(element)}{link}{spans}>"
