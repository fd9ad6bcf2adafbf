"""What a page says of itself: ``meta`` elements, and the JSON-LD among its scripts."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from lxml import etree

from jingdu.page.model import Element, Page
from jingdu.page.plaintext import plain
from jingdu.page.query import elements, json_ld

MAX_META: Final = 500
MAX_SCRIPT: Final = 1_000_000
"""Characters of one JSON-LD script; a longer one isn't an article's."""
MAX_NODES: Final = 3000
"""JSON-LD objects and lists read on one page."""

MAX_MARKED: Final = 100
"""Elements of one kind that are remembered."""

_ITEMS: Final = etree.XPath("//@itemprop[. = 'author' or . = 'datePublished']/..")
"""By attribute, not by element: three times as fast."""
_DECODER: Final = json.JSONDecoder(strict=False, parse_constant=lambda _: None)
_ARTICLE_TYPES: Final = frozenset(
    "Article NewsArticle BlogPosting Report ScholarlyArticle TechArticle LiveBlogPosting "
    "ReportageNewsArticle "
    "AnalysisNewsArticle OpinionNewsArticle ReviewNewsArticle BackgroundNewsArticle SocialMediaPosting "
    "Review "
    "DiscussionForumPosting QAPage Question Recipe VideoObject Product HowTo MedicalWebPage".split()
)
_PAGE_TYPES: Final = frozenset("WebPage ItemPage AboutPage CollectionPage FAQPage ProfilePage".split())

Node = Mapping[str, Any]


class Head:
    """The declarations of one page, looked up by name."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._items: list[Element] | None = None
        self.metas: dict[str, list[str]] = {}
        found = page.found
        self.headings = found["h1"][:MAX_MARKED]
        """The first ``h1`` elements."""
        self.times = (found["time"] + found["abbr"])[:MAX_MARKED]
        """Elements that may carry a date in an attribute."""
        for meta in found["meta"][:MAX_META]:
            self._note(meta)
        nodes = list(_nodes(json_ld(page)))
        self.nodes = {node["@id"]: node for node in reversed(nodes) if isinstance(node.get("@id"), str)}
        self.article = _pick(nodes, _ARTICLE_TYPES) or next((n for n in nodes if "headline" in n), {})
        self.page = _pick(nodes, _PAGE_TYPES) or {}
        self.website = _pick(nodes, frozenset({"WebSite"})) or {}

    def _note(self, meta: Element) -> None:
        """Enters what a ``meta`` says under each of its names."""
        content = meta.get("content")
        if content is None:
            return
        for key in ("name", "property", "itemprop", "http-equiv"):
            if name := meta.get(key):
                self.metas.setdefault(name.strip().lower(), []).append(content)

    def first(self, *names: str) -> str:
        """The first declared ``meta`` of these names that isn't empty, as plain text."""
        for name in names:
            for content in self.metas.get(name, ()):
                if text := plain(content):
                    return text
        return ""

    def items(self, name: str) -> list[Element]:
        """The elements with this ``itemprop`` (``author`` or ``datePublished``), searched for when first asked."""
        if self._items is None:
            self._items = elements(_ITEMS, self._page.root)
        return [element for element in self._items if element.get("itemprop") == name]

    def resolve(self, value: Any) -> Any:
        """``value``, or the node it refers to where it is only ``{"@id": …}``."""
        if isinstance(value, dict) and "name" not in value and isinstance(value.get("@id"), str):
            return self.nodes.get(value["@id"], value)
        return value


def _nodes(scripts: list[str]) -> Iterator[Node]:
    """The objects of the JSON-LD scripts, outermost first, without recursion."""
    budget = MAX_NODES
    for script in scripts[:50]:
        waiting = [_load(script)]
        while waiting and budget:
            budget -= 1
            item = waiting.pop(0)
            if isinstance(item, dict):
                yield item
                waiting += [value for value in item.values() if isinstance(value, dict | list)]
            elif isinstance(item, list):
                waiting += [value for value in item[:200] if isinstance(value, dict | list)]


def _load(script: str) -> Any:
    """The JSON of a script, or None where it is broken, too large or too deep."""
    start = min((at for at in map(script.find, "{[") if at >= 0), default=-1)
    if start < 0 or len(script) > MAX_SCRIPT:
        return None
    try:
        return _DECODER.raw_decode(script, start)[0]
    except (ValueError, RecursionError):
        return None


def _pick(nodes: list[Node], types: frozenset[str]) -> Node | None:
    return next((node for node in nodes if _types(node) & types), None)


def _types(node: Node) -> set[str]:
    kind = node.get("@type")
    kinds = kind if isinstance(kind, list) else [kind]
    return {kind.rpartition("/")[2] for kind in kinds if isinstance(kind, str)}
