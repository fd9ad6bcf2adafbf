"""Elements inserted into synthetic pages: articles, teasers, comments and author boxes from other pages' texts."""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from lxml import etree
from lxml.etree import _Element as Element
from numpy.random import Generator

from jingdu.learn.corpus import Example

_PHRASES: Final = json.loads(Path(__file__).with_name("phrases.json").read_text("utf-8"))
"""Headings of related articles and of comments, and links to the rest of an article: kind → language → phrases."""
_NAMES: Final = (
    "Anna K.", "mike_77", "李明", "网友小陈", "J. Weber", "Сергей", "Marta", "reader2014", "T. Nowak", "Γιώργος",
    "田中", "用户8241", "Claire D.", "old_timer", "Guest",
)  # fmt: skip
_BOX_CLASSES: Final = ("", "", "related", "more-stories", "c-list", "block", "widget", "post-list", "css-1x9k2", "mod")
_STORY_CLASSES: Final = ("", "article", "post", "story", "entry-content", "content", "article-body", "css-8f3a1")
_COMMENT_CLASSES: Final = ("", "comment", "reply", "c-item", "message", "css-77ab", "media")
_NOT_XML: Final = re.compile("[^ -\ud7ff\ue000-\ufffd]")


@dataclass(frozen=True, slots=True)
class Story:
    """An article's container, title and first paragraphs."""

    example: Example
    number: int
    """Index of the container in document order."""
    markup: str
    """The container's HTML."""
    title: str
    paragraphs: tuple[str, ...]


def language(example: Example) -> str:
    """The language of inserted phrases: the labelled one, or a guess from the text's characters."""
    lang = (example.lang or "").lower().partition("-")[0]
    if lang in _PHRASES["sections"]:
        return lang
    return "zh" if sum("\u3400" <= char <= "\u9fff" for char in example.text[:300]) > 60 else "en"


def _box(tag: str, classes: Sequence[str], rng: Generator) -> Element:
    box = etree.Element(tag)
    if name := str(rng.choice(classes)):
        box.set("class", name)
    return box


def _add(parent: Element, tag: str, text: str = "", **attributes: str) -> Element:
    element = etree.SubElement(parent, tag, {name.rstrip("_"): value for name, value in attributes.items()})
    element.text = _NOT_XML.sub(" ", text)
    return element


def _phrase(kind: str, story: Story, rng: Generator) -> str:
    return str(rng.choice(_PHRASES[kind][language(story.example)]))


def _date(rng: Generator, lang: str) -> str:
    year, month, day = int(rng.integers(2012, 2027)), int(rng.integers(1, 13)), int(rng.integers(1, 29))
    forms = [f"{year}-{month:02}-{day:02}", f"{day:02}.{month:02}.{year}", f"{day}/{month}/{year}"]
    if lang in ("zh", "ja"):
        forms += [f"{year}年{month}月{day}日", f"{month:02}-{day:02} {day % 24:02}:{month + 10}"]
    name = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()[month - 1]
    return str(rng.choice([*forms, f"{day} hours ago", f"{name} {day}, {year}"]))


def _pick(donors: list[Story], rng: Generator) -> Story:
    return donors[int(rng.integers(len(donors)))]


def next_story(story: Story, donors: list[Story], rng: Generator) -> Element:
    """A whole article, as pages with infinite scrolling append it; often with headline and date."""
    donor = _pick(donors, rng)
    box = _box(str(rng.choice(["div", "article", "section"])), _STORY_CLASSES, rng)
    if rng.random() < 0.8:
        heading = _add(box, str(rng.choice(["h1", "h2", "h3"])))
        if rng.random() < 0.6:
            _add(heading, "a", donor.title, href=_address(donor, rng))
        else:
            heading.text = _NOT_XML.sub(" ", donor.title)
    if rng.random() < 0.6:
        _add(box, str(rng.choice(["p", "div", "time", "span"])), _date(rng, language(donor.example)))
    box.append(_container(donor))
    return box


def _container(donor: Story) -> Element:
    body = etree.fromstring(donor.markup, etree.HTMLParser(huge_tree=True)).find("body")
    return body[0] if body is not None and len(body) else etree.Element("div")


def first_paragraphs(story: Story, donors: list[Story], rng: Generator) -> Element:
    """Linked headlines and first paragraphs of one to five articles."""
    box = _box("div", _BOX_CLASSES, rng)
    if rng.random() < 0.5:
        _add(box, str(rng.choice(["h2", "h3", "div"])), _phrase("sections", story, rng))
    for _ in range(int(rng.integers(1, 6))):
        donor = _pick(donors, rng)
        item = _box(str(rng.choice(["div", "article", "section"])), _STORY_CLASSES, rng)
        _add(_add(item, str(rng.choice(["h2", "h3", "h4"]))), "a", donor.title, href=_address(donor, rng))
        for text in donor.paragraphs[: int(rng.integers(1, 4))]:
            _add(item, "p", text)
        if rng.random() < 0.6:
            _add(item, "a", _phrase("more", story, rng), href=_address(donor, rng))
        box.append(item)
    return box


def teasers(story: Story, donors: list[Story], rng: Generator) -> Element:
    """Cards with a headline, and sometimes a date, the beginning of the text and “read more”."""
    box = _box(str(rng.choice(["div", "section", "aside"])), _BOX_CLASSES, rng)
    if rng.random() < 0.8:
        _add(box, str(rng.choice(["h2", "h3", "h4", "div", "p", "strong"])), _phrase("sections", story, rng))
    rows = _add(box, "ul") if rng.random() < 0.5 else box
    has_date, has_text, has_more = rng.random() < 0.6, rng.random() < 0.6, rng.random() < 0.3
    tag = str(rng.choice(["h3", "h4", "div", "p", "span"]))
    name = str(rng.choice(_BOX_CLASSES))
    for _ in range(int(rng.integers(2, 9))):
        donor = _pick(donors, rng)
        item = _add(rows, "li" if rows is not box else "div", class_=name)
        _add(_add(item, tag), "a", donor.title, href=_address(donor, rng))
        if has_date:
            _add(item, "span", _date(rng, language(donor.example)))
        if has_text and donor.paragraphs:
            _add(item, "p", donor.paragraphs[0][: int(rng.integers(60, 240))] + "…")
        if has_more:
            _add(item, "a", _phrase("more", story, rng), href=_address(donor, rng))
    return box


def comments(story: Story, donors: list[Story], rng: Generator) -> Element:
    """Readers' comments with name, time and a few sentences."""
    box = _box(str(rng.choice(["div", "section", "ol"])), _COMMENT_CLASSES, rng)
    if rng.random() < 0.8:
        _add(box, str(rng.choice(["h2", "h3", "div", "p"])), _phrase("comments", story, rng))
    name = str(rng.choice(_COMMENT_CLASSES))
    for _ in range(int(rng.integers(2, 13))):
        item = _add(box, "li" if box.tag == "ol" else "div", class_=name)
        _add(item, str(rng.choice(["span", "b", "div", "a"])), str(rng.choice(_NAMES)))
        _add(item, str(rng.choice(["span", "time", "div"])), _date(rng, language(story.example)))
        donor = _pick(donors, rng)
        if donor.paragraphs:
            text = donor.paragraphs[int(rng.integers(len(donor.paragraphs)))]
            start = int(rng.integers(0, max(1, len(text) // 2)))
            _add(item, str(rng.choice(["p", "div"])), text[start : start + int(rng.integers(30, 320))])
        if rng.random() < 0.5:
            _add(item, "a", "Reply" if language(story.example) != "zh" else "回复", href="#")
    return box


def copy(story: Story, donors: list[Story], rng: Generator) -> Element:
    """A copy of the article, as pages include it for mobile devices or printing."""
    box = _box("div", ("", "mobile", "print", "amp-body", "content"), rng)
    box.append(_container(story))
    return box


def author(story: Story, donors: list[Story], rng: Generator) -> Element:
    """A box about the author."""
    box = _box(str(rng.choice(["div", "aside", "section"])), ("", "author", "bio", "about-author", "vcard"), rng)
    _add(box, str(rng.choice(["h3", "h4", "strong", "div"])), str(rng.choice(_NAMES)))
    donor = _pick(donors, rng)
    _add(box, "p", (donor.paragraphs[0] if donor.paragraphs else donor.title)[: int(rng.integers(80, 260))])
    return box


def _address(donor: Story, rng: Generator) -> str:
    return f"/{language(donor.example)}/{int(rng.integers(10000, 999999))}.html"


MAKERS: Final[dict[Callable[[Story, list[Story], Generator], Element], float]] = {
    next_story: 0.26, first_paragraphs: 0.16, teasers: 0.26, comments: 0.18, copy: 0.06, author: 0.08,
}  # fmt: skip
"""Function → its probability."""
