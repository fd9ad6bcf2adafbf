"""Synthetic pages, made from labelled ones: text that follows, precedes or interrupts an article.

An article of a labelled page gets text beside it that is not part of it: the site's next story, whole or its
first paragraphs, rows of teasers, comments, a second copy of the text, an author box. The truth stays that of
the first article, so that a learner sees where an article ends. The texts come from pages of the same
site, else of the same corpus and language, and never from another fold. The same page and seed give the
same bytes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import islice
from typing import Final

from lxml import etree
from lxml.etree import _Element as Element
from numpy.random import Generator, default_rng

from jingdu.learn.corpus import Example, part
from jingdu.learn.corpus.align import content_tokens
from jingdu.learn.workers import spread
from jingdu.page.model import Box, Page
from jingdu.page.parse import parse

SYNTHETIC: Final = "+synthetic"
"""Ends the id of a synthetic page."""
MIN_TOKENS: Final = 120
"""Of the true text: shorter ones have no article's shape."""
FOLDS: Final = 6
"""Parts of the sites within which pages lend to each other; a multiple of the folds that are measured."""
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
class _Story:
    """What a page can lend: its article's container, its title and first paragraphs."""

    example: Example
    number: int
    """Place of the container among the elements of the parsed page."""
    markup: str
    """The container's HTML."""
    title: str
    paragraphs: tuple[str, ...]


def synthetic_pages(examples: Sequence[Example], seed: int, share: float = 0.6) -> Iterator[Example]:
    """About ``share`` of the articles among ``examples``, each with other texts; ids end in ``+synthetic``."""
    stories = [story for story in spread(_story, [one for one in examples if len(one.text) > MIN_TOKENS]) if story]
    by_site, by_corpus = defaultdict(list), defaultdict(list)
    for story in stories:
        by_site[story.example.site].append(story)
        by_corpus[_kin(story)].append(story)
    for story in stories:
        draw = default_rng([seed, int.from_bytes(sha256(story.example.id.encode()).digest()[:8])])
        if draw.random() >= share:
            continue
        lenders = [one for one in by_site[story.example.site] if one is not story]
        if not lenders or draw.random() < 0.15:
            lenders = [one for one in by_corpus[_kin(story)] if one.example.site != story.example.site] or lenders
        if lenders:
            yield _mixed(story, lenders, draw)


def _kin(story: _Story) -> tuple[str, str, int]:
    return story.example.corpus, _lang(story.example), part(story.example.site, FOLDS)


def _lang(example: Example) -> str:
    named = (example.lang or "").lower().partition("-")[0]
    if named in _SECTIONS:
        return named
    wide = sum("\u3400" <= char <= "\u9fff" for char in example.text[:300])
    return "zh" if wide > 60 else "en"


def _story(example: Example) -> _Story | None:
    page = parse(example.html, example.url)
    if not page.blocks:
        return None
    texts = [block.text for block in page.blocks]
    content = [2 * hit > count for count, hit in content_tokens(texts, example.text)]
    kept = [at for at, is_content in enumerate(content) if is_content and len(texts[at]) > 40]
    if len(kept) < 3:
        return None
    container = _container(page, kept)
    if container is None:
        return None
    title = example.title or page.title or texts[kept[0]][:80]
    markup = etree.tostring(container, encoding="unicode", method="html", with_tail=False)
    number = next(at for at, element in enumerate(page.root.iter()) if element is container)
    return _Story(example, number, markup, title, tuple(texts[at] for at in kept[:8]))


def _container(page: Page, kept: list[int]) -> Element | None:
    """The smallest box that holds nine tenths of the kept blocks; None where that is the body."""
    first, last = kept[len(kept) // 20], kept[-1 - len(kept) // 20]
    box: Box | None = page.blocks[first].box
    while box is not None and not (box.first <= first and last < box.last):
        box = box.parent
    while box is not None and box.parent is not None and (box.parent.first, box.parent.last) == (box.first, box.last):
        box = box.parent
    return box.element if box is not None and box.tag not in ("html", "body") else None


def _mixed(story: _Story, lenders: list[_Story], draw: Generator) -> Example:
    page = parse(story.example.html, story.example.url).root
    container = next(islice(page.iter(), story.number, None))
    makers: tuple[Callable[..., Element], ...] = (_next_story, _first_paragraphs, _teasers, _comments, _copy, _author)
    odds = (0.26, 0.16, 0.26, 0.18, 0.06, 0.08)
    for _ in range(1 + int(draw.random() < 0.4) + int(draw.random() < 0.15)):
        made = makers[int(draw.choice(len(makers), p=odds))](story, lenders, draw)
        _place(container, made, draw)
    html = etree.tostring(page, encoding="unicode", method="html")
    return replace(story.example, id=story.example.id + SYNTHETIC, html=html)


def _place(container: Element, made: Element, draw: Generator) -> None:
    """Mostly after the container or at its end, seldom before it or between its parts."""
    where = draw.random()
    if where < 0.5:
        container.addnext(_without_tail(made, container))
    elif where < 0.82:
        container.append(made)
    elif where < 0.88:
        container.addprevious(made)
    else:
        parts = list(container)
        container.insert(int(draw.integers(len(parts) // 3, len(parts) + 1)), made)


def _without_tail(made: Element, before: Element) -> Element:
    made.tail, before.tail = before.tail, None
    return made


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


def _one(words: dict[str, tuple[str, ...]], story: _Story, draw: Generator) -> str:
    return str(draw.choice(words.get(_lang(story.example), words["en"])))


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


def _pick(lenders: list[_Story], draw: Generator) -> _Story:
    return lenders[int(draw.integers(len(lenders)))]


def _next_story(story: _Story, lenders: list[_Story], draw: Generator) -> Element:
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
        _add(box, str(draw.choice(["p", "div", "time", "span"])), _date(draw, _lang(lent.example)))
    box.append(_copied(lent))
    return box


def _copied(lent: _Story) -> Element:
    body = etree.fromstring(lent.markup, etree.HTMLParser(huge_tree=True)).find("body")
    return body[0] if body is not None and len(body) else etree.Element("div")


def _first_paragraphs(story: _Story, lenders: list[_Story], draw: Generator) -> Element:
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


def _teasers(story: _Story, lenders: list[_Story], draw: Generator) -> Element:
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
            _add(item, "span", _date(draw, _lang(lent.example)))
        if begun and lent.paragraphs:
            _add(item, "p", lent.paragraphs[0][: int(draw.integers(60, 240))] + "…")
        if more:
            _add(item, "a", _one(_MORE, story, draw), href=_address(lent, draw))
    return box


def _comments(story: _Story, lenders: list[_Story], draw: Generator) -> Element:
    """Readers' comments: name, time, a sentence or three."""
    box = _box(str(draw.choice(["div", "section", "ol"])), _COMMENT_CLASSES, draw)
    if draw.random() < 0.8:
        _add(box, str(draw.choice(["h2", "h3", "div", "p"])), _one(_COMMENTS, story, draw))
    name = str(draw.choice(_COMMENT_CLASSES))
    for _ in range(int(draw.integers(2, 13))):
        item = _add(box, "li" if box.tag == "ol" else "div", class_=name)
        _add(item, str(draw.choice(["span", "b", "div", "a"])), str(draw.choice(_NAMES)))
        _add(item, str(draw.choice(["span", "time", "div"])), _date(draw, _lang(story.example)))
        lent = _pick(lenders, draw)
        if lent.paragraphs:
            text = lent.paragraphs[int(draw.integers(len(lent.paragraphs)))]
            start = int(draw.integers(0, max(1, len(text) // 2)))
            _add(item, str(draw.choice(["p", "div"])), text[start : start + int(draw.integers(30, 320))])
        if draw.random() < 0.5:
            _add(item, "a", "Reply" if _lang(story.example) != "zh" else "回复", href="#")
    return box


def _copy(story: _Story, lenders: list[_Story], draw: Generator) -> Element:
    """The text a second time, as pages serve it for another device or for printing."""
    box = _box("div", ("", "mobile", "print", "amp-body", "content"), draw)
    box.append(_copied(story))
    return box


def _author(story: _Story, lenders: list[_Story], draw: Generator) -> Element:
    box = _box(str(draw.choice(["div", "aside", "section"])), ("", "author", "bio", "about-author", "vcard"), draw)
    _add(box, str(draw.choice(["h3", "h4", "strong", "div"])), str(draw.choice(_NAMES)))
    lent = _pick(lenders, draw)
    _add(box, "p", (lent.paragraphs[0] if lent.paragraphs else lent.title)[: int(draw.integers(80, 260))])
    return box


def _address(lent: _Story, draw: Generator) -> str:
    return f"/{_lang(lent.example)}/{int(draw.integers(10000, 999999))}.html"
