"""What becomes of each HTML element: the vocabulary of the walk."""

from __future__ import annotations

from typing import Final

from jingdu.page.model import Element
from jingdu.render.markup import escape

INLINE: Final = {
    **{tag: tag for tag in "abbr b bdi bdo cite code del dfn em i ins kbd mark q rp rt ruby s samp "
    "small strong sub sup u var".split()},
    "tt": "code", "strike": "s", "big": "strong", "rb": "", "acronym": "abbr",
}  # fmt: skip
"""Inline elements with a meaning → what they become."""
MEANING: Final = frozenset({"bdo", "bdi", "abbr", "dfn", "acronym"})
"""Those of them with attributes that are kept."""
PARAGRAPHS: Final = {
    **{tag: tag for tag in "p h1 h2 h3 h4 h5 h6".split()}, "legend": "p", "address": "p", "dt": "p",
    "dd": "p", "li": "p",
    "figcaption": "p", "summary": "p", "caption": "p",
}  # fmt: skip
"""Elements whose text is a paragraph (for the parts of lists, tables … where they stand outside of one)."""
FRAMES: Final = {
    "ul": "ul", "menu": "ul", "ol": "ol", "dl": "dl", "blockquote": "blockquote", "figure": "figure",
    "details": "details",
}  # fmt: skip
PARTS: Final = {
    "li": frozenset({"ul", "ol"}), "dt": frozenset({"dl"}), "dd": frozenset({"dl"}),
    "tr": frozenset({"table"}),
    "td": frozenset({"tr"}), "th": frozenset({"tr"}), "figcaption": frozenset({"figure"}),
    "summary": frozenset({"details"}),
    "caption": frozenset({"table"}),
}  # fmt: skip
"""Elements that mean something only inside such a frame."""
ITEMS: Final = frozenset({"dt", "dd"})
MEDIA: Final = {
    "img": "image", "amp-img": "image", "image": "image", "iframe": "embed", "video": "embed",
    "audio": "embed", "noscript": "noscript",
}  # fmt: skip
"""Media → the method of ``Media`` that writes it."""
CODE: Final = frozenset({"pre", "listing", "xmp", "plaintext"})


def direction(element: Element) -> str:
    """The attribute ``dir``, where the element has one that means something."""
    found = element.get("dir")
    return f' dir="{found.lower()}"' if found and found.lower() in ("ltr", "rtl", "auto") else ""


def meaning(element: Element) -> str:
    """The attributes of an inline element that carry meaning."""
    attributes = direction(element) if element.tag in ("bdo", "bdi") else ""
    if element.tag in ("abbr", "dfn", "acronym") and (title := element.get("title")):
        attributes += f' title="{escape(title[:300])}"'
    return attributes
