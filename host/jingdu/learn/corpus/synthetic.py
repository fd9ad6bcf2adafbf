"""Data augmentation: inserts other text before, into or after the article of a labelled page.

The inserted text is another article or its first paragraphs, teasers, comments, a copy of the text, or an author box.
The true text stays the same, so that a model learns where an article ends. Donors are pages of the same site, or of the
same corpus and language, and never of another fold. The same page and seed give the same bytes.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from itertools import islice
from typing import Final

import numpy as np
from lxml import etree
from numpy.random import Generator, default_rng

from jingdu.learn.corpus import Example, fold_of, grouped
from jingdu.learn.corpus.labelled import labels
from jingdu.learn.corpus.synthetic_parts import MAKERS, Story, language
from jingdu.learn.work import parallel_map
from jingdu.page.model import Element, Page
from jingdu.page.parse import parse

SYNTHETIC: Final = "+synthetic"
"""Suffix of a synthetic page's id."""
MIN_LENGTH: Final = 120
"""Minimum characters of the true text."""
SHARE: Final = 0.6
"""Share of the articles for which a synthetic page is made."""
FOLDS: Final = 6
"""Folds that donors never cross; a multiple of the folds used in evaluation."""


def synthetic_pages(examples: Sequence[Example], seed: int) -> Iterator[Example]:
    """Yields a synthetic page for about ``SHARE`` of the articles among ``examples``."""
    candidates = [example for example in examples if len(example.text) > MIN_LENGTH]
    stories = [story for story in parallel_map(_story, candidates) if story]
    by_site, by_corpus = grouped(stories, lambda story: story.example.site), grouped(stories, _corpus_group)
    for story in stories:
        rng = default_rng([seed, int.from_bytes(sha256(story.example.id.encode()).digest()[:8])])
        if rng.random() >= SHARE:
            continue
        donors = [other for other in by_site[story.example.site] if other is not story]
        if not donors or rng.random() < 0.15:
            group = by_corpus[_corpus_group(story)]
            donors = [other for other in group if other.example.site != story.example.site] or donors
        if donors:
            yield _augmented(story, donors, rng)


def _corpus_group(story: Story) -> tuple[str, str, int]:
    return story.example.corpus, language(story.example), fold_of(story.example.site, FOLDS)


def _story(example: Example) -> Story | None:
    page = parse(example.html, example.url)
    if not page.blocks:
        return None
    texts = page.blocks.texts
    kept = [at for at in np.flatnonzero(labels(page, example.text).content).tolist() if len(texts[at]) > 40]
    if len(kept) < 3:
        return None
    outer = _outer(page, kept)
    if outer is None:
        return None
    title = example.title or page.title or texts[kept[0]][:80]
    markup = etree.tostring(outer, encoding="unicode", method="html", with_tail=False)
    number = next(at for at, element in enumerate(page.root.iter()) if element is outer)
    return Story(example, number, markup, title, tuple(texts[at] for at in kept[:8]))


def _outer(page: Page, kept: list[int]) -> Element | None:
    """The smallest container around nine tenths of the kept blocks; None if it is the body."""
    first, last = kept[len(kept) // 20], kept[-1 - len(kept) // 20]
    containers, at = page.containers, page.blocks.around(first, last)
    while (parent := containers.parents[at]) >= 0 and containers.blocks(parent) == containers.blocks(at):
        at = parent
    return None if containers.tags[at] in ("html", "body") else containers.elements[at]


def _augmented(story: Story, donors: list[Story], rng: Generator) -> Example:
    page = parse(story.example.html, story.example.url).root
    outer = next(islice(page.iter(), story.number, None))
    for _ in range(1 + int(rng.random() < 0.4) + int(rng.random() < 0.15)):
        maker = list(MAKERS)[int(rng.choice(len(MAKERS), p=list(MAKERS.values())))]
        _insert(outer, maker(story, donors, rng), rng)
    html = etree.tostring(page, encoding="unicode", method="html")
    return replace(story.example, id=story.example.id + SYNTHETIC, html=html)


def _insert(outer: Element, element: Element, rng: Generator) -> None:
    """Inserts mostly after or at the end of ``outer``, rarely before it or among its children."""
    where = rng.random()
    if where < 0.5:
        element.tail, outer.tail = outer.tail, None
        outer.addnext(element)
    elif where < 0.82:
        outer.append(element)
    elif where < 0.88:
        outer.addprevious(element)
    else:
        outer.insert(int(rng.integers(len(outer) // 3, len(outer) + 1)), element)
