"""The region of the page that a block is in, in a reader's words: the menu, a sidebar, the comments."""

from __future__ import annotations

import re
from typing import Final

from jingdu.page.model import Box, Element, Page

OTHER: Final = "other"
_TAGS: Final = {"nav": "menu", "header": "header", "footer": "footer", "aside": "sidebar", "form": "form"}
_ROLES: Final = {
    "navigation": "menu", "menu": "menu", "menubar": "menu", "banner": "header", "contentinfo": "footer",
    "complementary": "sidebar", "search": "form", "form": "form",
}  # fmt: skip
_WORDS: Final = {
    word: region
    for region, words in {
        "menu": "nav navbar navigation menu breadcrumb breadcrumbs",
        "footer": "footer",
        "sidebar": "sidebar",
        "comments": "comment comments disqus replies",
        "related": "related recommended recommendation recommendations recirculation",
        "share": "share sharing sharebar social",
        "offers": "ad ads advert advertisement sponsored promo promotion newsletter subscribe subscription",
    }.items()
    for word in words.split()
}
"""Word in an element's class or id → region."""
REGIONS: Final = (*dict.fromkeys([*_TAGS.values(), *_WORDS.values()]), OTHER)
_SPLIT: Final = re.compile(r"[^A-Za-z]+|(?<=[a-z])(?=[A-Z])")


def regions(page: Page) -> list[str]:
    """The region of each block: that of the nearest container that has one."""
    known: dict[int, str | None] = {}
    return [_nearest(block.box, known) for block in page.blocks]


def _nearest(box: Box | None, known: dict[int, str | None]) -> str:
    while box is not None:
        if box.index not in known:
            known[box.index] = _own(box.element, box.tag)
        if region := known[box.index]:
            return region
        box = box.parent
    return OTHER


def _own(element: Element, tag: str) -> str | None:
    """The region that an element is by its role, its tag or its name; the header of an article is none."""
    if role := _ROLES.get((element.get("role") or "").lower()):
        return role
    if tag in _TAGS and not (tag in ("header", "footer") and next(element.iterancestors("article"), None) is not None):
        return _TAGS[tag]
    name = f"{element.get('id') or ''} {element.get('class') or ''}"[:200]
    return next((_WORDS[word] for word in map(str.lower, _SPLIT.split(name)) if word in _WORDS), None)
