"""Synthetic pages, made from labelled ones: text that follows, precedes or interrupts an article.

An article of a labelled page gets text beside it that is not part of it: the site's next story, whole or its
first paragraphs, rows of teasers, comments, a second copy of the text, an author box. The truth stays that of
the first article, so that a learner sees where an article ends. The texts come from pages of the same
site, else of the same corpus and language, and never from another fold. The same page and seed give the
same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from itertools import islice
from typing import Final

from lxml import etree
from lxml.etree import _Element as Element
from numpy.random import Generator, default_rng

from jingdu.learn.corpus import Example, grouped, part
from jingdu.learn.corpus.labelled import content_tokens
from jingdu.learn.corpus.synthetic_parts import MAKERS, ODDS, Story, language
from jingdu.learn.work import spread
from jingdu.page.model import Box, Page
from jingdu.page.parse import parse

SYNTHETIC: Final = "+synthetic"
"""Ends the id of a synthetic page."""
MIN_TOKENS: Final = 120
"""Of the true text: shorter ones have no article's shape."""
FOLDS: Final = 6
"""Parts of the sites within which pages lend to each other; a multiple of the folds that are measured."""


def synthetic_pages(examples: Sequence[Example], seed: int, share: float = 0.6) -> Iterator[Example]:
    """About ``share`` of the articles among ``examples``, each with other texts; ids end in ``+synthetic``."""
    stories = [story for story in spread(_story, [one for one in examples if len(one.text) > MIN_TOKENS]) if story]
    by_site, by_corpus = grouped(stories, lambda story: story.example.site), grouped(stories, _kin)
    for story in stories:
        draw = default_rng([seed, int.from_bytes(sha256(story.example.id.encode()).digest()[:8])])
        if draw.random() >= share:
            continue
        lenders = [one for one in by_site[story.example.site] if one is not story]
        if not lenders or draw.random() < 0.15:
            lenders = [one for one in by_corpus[_kin(story)] if one.example.site != story.example.site] or lenders
        if lenders:
            yield _mixed(story, lenders, draw)


def _kin(story: Story) -> tuple[str, str, int]:
    return story.example.corpus, language(story.example), part(story.example.site, FOLDS)


def _story(example: Example) -> Story | None:
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
    return Story(example, number, markup, title, tuple(texts[at] for at in kept[:8]))


def _container(page: Page, kept: list[int]) -> Element | None:
    """The smallest box that holds nine tenths of the kept blocks; None where that is the body."""
    first, last = kept[len(kept) // 20], kept[-1 - len(kept) // 20]
    box: Box | None = page.blocks[first].box
    while box is not None and not (box.first <= first and last < box.last):
        box = box.parent
    while box is not None and box.parent is not None and (box.parent.first, box.parent.last) == (box.first, box.last):
        box = box.parent
    return box.element if box is not None and box.tag not in ("html", "body") else None


def _mixed(story: Story, lenders: list[Story], draw: Generator) -> Example:
    page = parse(story.example.html, story.example.url).root
    container = next(islice(page.iter(), story.number, None))
    for _ in range(1 + int(draw.random() < 0.4) + int(draw.random() < 0.15)):
        made = MAKERS[int(draw.choice(len(MAKERS), p=ODDS))](story, lenders, draw)
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
