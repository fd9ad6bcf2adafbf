"""What a synthetic page gets beside its article: stories, teasers, comments and boxes, made of other pages' texts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from lxml import etree
from lxml.etree import _Element as Element
from numpy.random import Generator

from jingdu.learn.corpus import Example

_SECTIONS: Final = {
    "en": ("Related stories", "More from us", "Read next", "You may also like", "Latest news", "Recommended"),
    "zh": ("相关阅读", "相关推荐", "热门文章", "猜你喜欢", "最新资讯", "延伸阅读"),
    "ja": ("関連記事", "おすすめ記事", "あわせて読みたい", "最新記事"),
    "de": ("Mehr zum Thema", "Das könnte Sie auch interessieren", "Weitere Artikel", "Meistgelesen"),
    "fr": ("À lire aussi", "Sur le même thème", "Les plus lus", "Articles similaires"),
    "es": ("Te puede interesar", "Más noticias", "Lee también", "Artículos relacionados"),
    "ru": ("Читайте также", "Новости по теме", "Ещё по теме", "Популярное"),
    "pl": ("Zobacz także", "Czytaj również", "Najnowsze", "Polecamy"),
    "el": ("Διαβάστε επίσης", "Σχετικά άρθρα", "Τελευταία νέα"),
}
_MORE: Final = {
    "en": ("Read more", "Continue reading", "Full story"), "zh": ("阅读全文", "查看详情", "更多"),
    "ja": ("続きを読む",),
    "de": ("Weiterlesen", "Mehr"), "fr": ("Lire la suite",), "es": ("Leer más",), "ru": ("Читать далее", "Подробнее"),
    "pl": ("Czytaj więcej",), "el": ("Περισσότερα",),
}  # fmt: skip
_COMMENTS: Final = {
    "en": ("Comments", "Join the discussion", "3 comments"), "zh": ("评论", "网友评论", "最热评论"),
    "ja": ("コメント",),
    "de": ("Kommentare",), "fr": ("Commentaires",), "es": ("Comentarios",), "ru": ("Комментарии",),
    "pl": ("Komentarze",), "el": ("Σχόλια",),
}  # fmt: skip
_NAMES: Final = (
    "Anna K.", "mike_77", "李明", "网友小陈", "J. Weber", "Сергей", "Marta", "reader2014", "T. Nowak", "Γιώργος",
    "田中", "用户8241", "Claire D.", "old_timer", "Guest",
)  # fmt: skip
_BOX_CLASSES: Final = ("", "", "related", "more-stories", "c-list", "block", "widget", "post-list", "css-1x9k2", "mod")
_STORY_CLASSES: Final = ("", "article", "post", "story", "entry-content", "content", "article-body", "css-8f3a1")
_COMMENT_CLASSES: Final = ("", "comment", "reply", "c-item", "message", "css-77ab", "media")


@dataclass(frozen=True, slots=True)
class Story:
    """What a page can lend: its article's container, its title and first paragraphs."""

    example: Example
    number: int
    """Place of the container among the elements of the parsed page."""
    markup: str
    """The container's HTML."""
    title: str
    paragraphs: tuple[str, ...]


def language(example: Example) -> str:
    """One of the languages that the words of the parts are in: the labelled one, else by the text's characters."""
    named = (example.lang or "").lower().partition("-")[0]
    if named in _SECTIONS:
        return named
    wide = sum("\u3400" <= char <= "\u9fff" for char in example.text[:300])
    return "zh" if wide > 60 else "en"


def _box(tag: str, classes: Sequence[str], draw: Generator) -> Element:
    box = etree.Element(tag)
    if name := str(draw.choice(classes)):
        box.set("class", name)
    return box


def _add(parent: Element, tag: str, text: str = "", **attributes: str) -> Element:
    element = etree.SubElement(parent, tag, {name.rstrip("_"): value for name, value in attributes.items()})
    element.text = _clean(text)
    return element


def _clean(text: str) -> str:
    return "".join(
        char if char >= " " and not "\ud800" <= char <= "\udfff" and char < "\ufffe" else " " for char in text
    )


def _one(words: dict[str, tuple[str, ...]], story: Story, draw: Generator) -> str:
    return str(draw.choice(words.get(language(story.example), words["en"])))


def _date(draw: Generator, lang: str) -> str:
    year, month, day = int(draw.integers(2012, 2027)), int(draw.integers(1, 13)), int(draw.integers(1, 29))
    forms = [f"{year}-{month:02}-{day:02}", f"{day:02}.{month:02}.{year}", f"{day}/{month}/{year}"]
    forms += (
        [f"{year}年{month}月{day}日", f"{month:02}-{day:02} {day % 24:02}:{month + 10}"] if lang in ("zh", "ja") else []
    )
    forms += [
        f"{day} hours ago",
        f"{'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split()[month - 1]} {day}, {year}",
    ]
    return str(draw.choice(forms))


def _pick(lenders: list[Story], draw: Generator) -> Story:
    return lenders[int(draw.integers(len(lenders)))]


def next_story(story: Story, lenders: list[Story], draw: Generator) -> Element:
    """Another article whole, as an endless page appends it; often with its headline and date."""
    lent = _pick(lenders, draw)
    box = _box(str(draw.choice(["div", "article", "section"])), _STORY_CLASSES, draw)
    if draw.random() < 0.8:
        heading = _add(box, str(draw.choice(["h1", "h2", "h3"])))
        if draw.random() < 0.6:
            _add(heading, "a", lent.title, href=_address(lent, draw))
        else:
            heading.text = _clean(lent.title)
    if draw.random() < 0.6:
        _add(box, str(draw.choice(["p", "div", "time", "span"])), _date(draw, language(lent.example)))
    box.append(_copied(lent))
    return box


def _copied(lent: Story) -> Element:
    body = etree.fromstring(lent.markup, etree.HTMLParser(huge_tree=True)).find("body")
    return body[0] if body is not None and len(body) else etree.Element("div")


def first_paragraphs(story: Story, lenders: list[Story], draw: Generator) -> Element:
    """Headline and first paragraphs of one to five other articles, with a link to each."""
    box = _box("div", _BOX_CLASSES, draw)
    if draw.random() < 0.5:
        _add(box, str(draw.choice(["h2", "h3", "div"])), _one(_SECTIONS, story, draw))
    for _ in range(int(draw.integers(1, 6))):
        lent = _pick(lenders, draw)
        item = _box(str(draw.choice(["div", "article", "section"])), _STORY_CLASSES, draw)
        heading = _add(item, str(draw.choice(["h2", "h3", "h4"])))
        _add(heading, "a", lent.title, href=_address(lent, draw))
        for text in lent.paragraphs[: int(draw.integers(1, 4))]:
            _add(item, "p", text)
        if draw.random() < 0.6:
            _add(item, "a", _one(_MORE, story, draw), href=_address(lent, draw))
        box.append(item)
    return box


def teasers(story: Story, lenders: list[Story], draw: Generator) -> Element:
    """A row of cards: headline, at times date, the beginning of a text and “read more”."""
    box = _box(str(draw.choice(["div", "section", "aside"])), _BOX_CLASSES, draw)
    if draw.random() < 0.8:
        _add(box, str(draw.choice(["h2", "h3", "h4", "div", "p", "strong"])), _one(_SECTIONS, story, draw))
    rows = _add(box, "ul") if draw.random() < 0.5 else box
    dated, begun, more = draw.random() < 0.6, draw.random() < 0.6, draw.random() < 0.3
    tag = str(draw.choice(["h3", "h4", "div", "p", "span"]))
    name = str(draw.choice(_BOX_CLASSES))
    for _ in range(int(draw.integers(2, 9))):
        lent = _pick(lenders, draw)
        item = _add(rows, "li" if rows is not box else "div", class_=name)
        _add(_add(item, tag), "a", lent.title, href=_address(lent, draw))
        if dated:
            _add(item, "span", _date(draw, language(lent.example)))
        if begun and lent.paragraphs:
            _add(item, "p", lent.paragraphs[0][: int(draw.integers(60, 240))] + "…")
        if more:
            _add(item, "a", _one(_MORE, story, draw), href=_address(lent, draw))
    return box


def comments(story: Story, lenders: list[Story], draw: Generator) -> Element:
    """Readers' comments: name, time, a sentence or three."""
    box = _box(str(draw.choice(["div", "section", "ol"])), _COMMENT_CLASSES, draw)
    if draw.random() < 0.8:
        _add(box, str(draw.choice(["h2", "h3", "div", "p"])), _one(_COMMENTS, story, draw))
    name = str(draw.choice(_COMMENT_CLASSES))
    for _ in range(int(draw.integers(2, 13))):
        item = _add(box, "li" if box.tag == "ol" else "div", class_=name)
        _add(item, str(draw.choice(["span", "b", "div", "a"])), str(draw.choice(_NAMES)))
        _add(item, str(draw.choice(["span", "time", "div"])), _date(draw, language(story.example)))
        lent = _pick(lenders, draw)
        if lent.paragraphs:
            text = lent.paragraphs[int(draw.integers(len(lent.paragraphs)))]
            start = int(draw.integers(0, max(1, len(text) // 2)))
            _add(item, str(draw.choice(["p", "div"])), text[start : start + int(draw.integers(30, 320))])
        if draw.random() < 0.5:
            _add(item, "a", "Reply" if language(story.example) != "zh" else "回复", href="#")
    return box


def copy(story: Story, lenders: list[Story], draw: Generator) -> Element:
    """The text a second time, as pages serve it for another device or for printing."""
    box = _box("div", ("", "mobile", "print", "amp-body", "content"), draw)
    box.append(_copied(story))
    return box


def author(story: Story, lenders: list[Story], draw: Generator) -> Element:
    """A box about the writer."""
    box = _box(str(draw.choice(["div", "aside", "section"])), ("", "author", "bio", "about-author", "vcard"), draw)
    _add(box, str(draw.choice(["h3", "h4", "strong", "div"])), str(draw.choice(_NAMES)))
    lent = _pick(lenders, draw)
    _add(box, "p", (lent.paragraphs[0] if lent.paragraphs else lent.title)[: int(draw.integers(80, 260))])
    return box


def _address(lent: Story, draw: Generator) -> str:
    return f"/{language(lent.example)}/{int(draw.integers(10000, 999999))}.html"


MAKERS: Final[tuple[Callable[[Story, list[Story], Generator], Element], ...]] = (
    next_story, first_paragraphs, teasers, comments, copy, author,
)  # fmt: skip
ODDS: Final = (0.26, 0.16, 0.26, 0.18, 0.06, 0.08)
"""How often each of them is drawn."""
