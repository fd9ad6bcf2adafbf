"""Results of lxml's searches, typed."""

from __future__ import annotations

from typing import cast

from lxml import etree

from jingdu.page.model import Element, Page


def elements(path: etree.XPath, root: Element) -> list[Element]:
    """The elements that ``path`` selects, in document order."""
    return cast("list[Element]", path(root))


def inner_text(element: Element) -> str:
    """All text inside ``element``, unfolded."""
    return "".join(cast("list[str]", list(element.itertext())))


def json_ld(page: Page) -> list[str]:
    """The texts of the page's JSON-LD scripts, as written."""
    return [
        text for script in page.found["script"] if "ld+json" in (script.get("type") or "") and (text := script.text)
    ]
