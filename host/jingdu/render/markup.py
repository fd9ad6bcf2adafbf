"""HTML of articles: escaping, the mapping of HTML elements, and the frames of a writer."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final

from lxml import etree

from jingdu.page.model import Element

INLINE: Final = {
    **{tag: tag for tag in "abbr b bdi bdo cite code del dfn em i ins kbd mark q rp rt ruby s samp "
    "small strong sub sup u var".split()},
    "tt": "code", "strike": "s", "big": "strong", "rb": "", "acronym": "abbr",
}  # fmt: skip
"""Inline element → element in the article."""
PARAGRAPHS: Final = {
    **{tag: tag for tag in "p h1 h2 h3 h4 h5 h6".split()},
    **dict.fromkeys("legend address dt dd li figcaption summary caption".split(), "p"),
}
"""Element → the paragraph or heading for its text; parts of lists, tables … only count outside of them."""
FRAMES: Final = {
    "ul": "ul", "menu": "ul", "ol": "ol", "dl": "dl", "blockquote": "blockquote", "figure": "figure",
    "details": "details",
}  # fmt: skip
PARTS: Final = {
    "li": frozenset({"ul", "ol"}), "dt": frozenset({"dl"}), "dd": frozenset({"dl"}), "tr": frozenset({"table"}),
    "td": frozenset({"tr"}), "th": frozenset({"tr"}), "figcaption": frozenset({"figure"}),
    "summary": frozenset({"details"}), "caption": frozenset({"table"}),
}  # fmt: skip
"""Element → frames in which it is valid."""
MEDIA: Final = {
    "img": "image", "amp-img": "image", "image": "image", "iframe": "embed", "video": "embed",
    "audio": "embed", "noscript": "noscript",
}  # fmt: skip
"""Media → the method of ``Media`` that writes it."""
PICTURE: Final = ' class="picture"'
"""The attribute of a ``figcaption`` that is kept only for its picture; plain text omits it."""
CODE: Final = frozenset({"pre", "listing", "xmp", "plaintext"})
LOOSE: Final = frozenset({"", "blockquote", "details", "section"})
"""Frames whose text is always in paragraphs."""
TIGHT: Final = frozenset({"td", "th", "dt", "summary", "caption", "figcaption"})
"""Frames that contain their text directly, with line breaks between runs."""
TEXT_FIRST: Final = frozenset({"li", "dd"})
"""Frames that contain their first run of text directly, and the next ones in paragraphs."""
IMPLIED: Final = {"ul": "<li>", "ol": "<li>", "dl": "<dd>", "table": "<tr><td>", "tr": "<td>"}
"""Start tags required between a frame and text."""
_CHILDREN: Final = {
    "ul": frozenset({"li"}), "ol": frozenset({"li"}), "dl": frozenset({"dt", "dd"}),
    "table": frozenset({"tr", "caption"}), "tr": frozenset({"td", "th"}),
}  # fmt: skip
_PARSER: Final = etree.HTMLParser(huge_tree=True, collect_ids=False, encoding="utf-8")


def escape(text: str) -> str:
    """Escapes ``text`` for an element or a quoted attribute."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def csp_hash(text: str) -> str:
    """The source expression by which a Content-Security-Policy allows an inline style sheet or script."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


@lru_cache(maxsize=100)
def closing(opening: str) -> str:
    """The end tags for a sequence of start tags."""
    return "".join(f"</{tag}>" for tag in reversed(re.findall(r"<(?!br)(\w+)", opening)))


def tree(html: str) -> Element:
    """The tree of an article's ``html``."""
    return etree.fromstring(f"<html><body>{html}</body></html>".encode(), _PARSER)


def direction(element: Element) -> str:
    """The attribute ``dir`` as HTML that begins with a space; empty if not valid."""
    found = element.get("dir")
    return f' dir="{found.lower()}"' if found and found.lower() in ("ltr", "rtl", "auto") else ""


def meaning(element: Element) -> str:
    """The kept attributes of an inline element as HTML, each after a space."""
    attributes = direction(element) if element.tag in ("bdo", "bdi") else ""
    if element.tag in ("abbr", "dfn", "acronym") and (title := element.get("title")):
        attributes += f' title="{escape(title[:300])}"'
    return attributes


@dataclass(eq=False, slots=True)
class Frame:
    """An element that contains blocks; ``close`` is its end tag, empty until its start tag is written."""

    tag: str
    opening: str
    close: str = ""
    wanted: tuple[str, str] | None = None
    """The paragraph that text around the frame would open."""
    runs: int = 0
    place: int = 0
    """Index of the start tag among the writer's parts."""

    def start_of_run(self, wanted: tuple[str, str] | None) -> str:
        """The start tag of a new run of text in this frame, where text would open the paragraph ``wanted``."""
        if self.tag in TIGHT:
            return "<br>" if self.runs else ""
        if self.tag in IMPLIED:
            return IMPLIED[self.tag]
        if wanted and not (self.tag in TEXT_FIRST and self.runs == 0 and wanted[0] == "p"):
            return wanted[1]
        return "<p>" if self.tag in LOOSE or self.tag == "figure" or self.runs else ""

    def add_block(self) -> None:
        """Counts a block as a run; in tight frames the next run then needs no line break."""
        self.runs = 0 if self.tag in TIGHT else self.runs + 1


def open_all(frames: Sequence[Frame], parts: list[str]) -> None:
    """Appends to ``parts`` the start tags of the frames that are not yet written, and sets their end tags."""
    at = len(frames)
    while not frames[at - 1].close:
        at -= 1
    for outer, frame in pairwise(frames[at - 1 :]):
        implied = "" if frame.tag in _CHILDREN.get(outer.tag, ()) else IMPLIED.get(outer.tag, "")
        parts += (implied, frame.opening)
        frame.place, frame.close = len(parts) - 1, f"</{frame.tag}>{closing(implied)}"
        outer.add_block()
