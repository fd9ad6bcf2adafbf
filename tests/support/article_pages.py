"""The page fixtures of ``tests/pages``, and the comparison of an article with its expectation."""

import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lxml import etree

from jingdu.page.model import Page
from jingdu.render.article import Article

FOLDER = Path(__file__).parent.parent / "pages"
_FACTS = ("title", "byline", "published", "site", "lang", "dir", "image")


@dataclass(frozen=True)
class Fixture:
    """A page and its ``expected.json``."""

    slug: str
    data: bytes
    expected: dict[str, Any]

    @property
    def url(self) -> str:
        return str(self.expected["url"])

    def keep(self, page: Page) -> list[bool]:
        """The verdict of a perfect extractor: blocks under ``keep`` that are not under ``drop``."""
        inside = {e for part in page.root.xpath(self.expected["keep"]) for e in part.iter()}
        outside = {e for part in page.root.xpath(self.expected.get("drop", "/nothing")) for e in part.iter()}
        return [block.element in inside and block.element not in outside for block in page.blocks]


def fixtures() -> list[Fixture]:
    """All fixtures by name."""
    return [
        Fixture(file.parent.name, file.with_name("page.html").read_bytes(), json.loads(file.read_text("utf-8")))
        for file in sorted(FOLDER.glob("*/expected.json"))
    ]


def wrong(article: Article, expected: dict[str, Any]) -> list[str]:
    """All differences between the article and the expectation."""
    return wrong_in_words(article, expected) + _wrong_structure(article, expected)


def wrong_in_words(article: Article, expected: dict[str, Any]) -> list[str]:
    """Differences in facts and words, and missing pictures; not the exact structure."""
    problems = [
        f"{name} is {getattr(article, name)!r}, not {expected[name]!r}"
        for name in _FACTS
        if name in expected and getattr(article, name) != expected[name]
    ]
    problems += [f"text lacks {part!r}" for part in expected.get("has", ()) if part not in article.text]
    problems += [f"text has {part!r}" for part in expected.get("has_not", ()) if part in article.text]
    problems += [f"html lacks {part!r}" for part in expected.get("html", ()) if part not in article.html]
    problems += [f"markdown lacks {part!r}" for part in expected.get("markdown", ()) if part not in article.markdown]
    return problems + [f"no picture {src}" for src in expected.get("images", ()) if src not in article.html]


def _wrong_structure(article: Article, expected: dict[str, Any]) -> list[str]:
    root = etree.fromstring(f"<div>{article.html}</div>", etree.HTMLParser())
    counts = Counter(element.tag for element in root.iter())
    problems = [
        f"{counts[tag]} {tag}, not {number}"
        for tag, number in expected.get("structure", {}).items()
        if counts[tag] != number
    ]
    pictures = [image.get("src") for image in root.iter("img")]
    if "images" in expected and pictures != expected["images"]:
        problems.append(f"pictures are {pictures}, not {expected['images']}")
    links = {link.get("href") for link in root.iter("a")}
    return problems + [f"no link to {link}" for link in expected.get("links", ()) if link not in links]
