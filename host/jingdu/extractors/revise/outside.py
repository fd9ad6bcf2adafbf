"""Rules that find kept blocks that do not belong to the text: notices, copies, comments, controls, other stories."""

import re
from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate, compress
from typing import Final

import numpy as np
from lxml import etree

from jingdu.extractors.revise.cut import MIN_KEPT
from jingdu.features.columns import Columns
from jingdu.page.metadata import dates
from jingdu.page.model import Element, Page
from jingdu.page.query import HEADINGS, climb, declares, declares_manual, elements, hidden_spans, kept_sizes
from jingdu.text.sections import Sections
from jingdu.text.words import letters

MIN_COPY: Final = 60
"""Minimum characters of a copy or a notice; shorter blocks are headings or labels."""
MIN_OTHERS: Final = 2
"""Minimum number of the site's other pages that must have a text for it to be a notice."""
EVERYWHERE: Final = 0.9
"""Minimum share of the site's other pages that must have a text for it to be a notice."""
COPIED: Final = 0.6
"""Minimum share of a hidden copy's text that is shown elsewhere; the rest may be its heading."""
MAX_APART: Final = 0.2
"""Maximum share of the kept text in an element that `apart` drops, and in all boxes of `forms`; more is the text."""
MAX_FOLDED: Final = 0.9
"""The same in documentation."""
MIN_ARTICLE: Final = 500
"""Minimum characters of kept text above comments, and in a page's ``article`` with a headline."""
MIN_HEADED: Final = 0.1
"""Minimum share of the kept text in a page's ``article`` with a headline, unless other stories follow."""
MIN_SHARE: Final = 0.7
"""Minimum share of the kept text in a page's ``article`` without a headline."""
MIN_TITLE: Final = 5
"""Minimum characters of a headline."""
LEVELS: Final = 6
"""Containers around a headline that are examined, from the inside, as that of the story."""
DATED: Final = 4
"""First blocks below the heading of a story that may have its date."""
MAX_DATED: Final = 100
"""Characters of such a block from which it is no date line."""
_DAY: Final = re.compile("\\d月\\d{1,2}日|\\d ?(?:[小时時天]+前|(?:minute|hour|day)s? ago)")
"""A day without a year."""
_TEXTS: Final = Sections(__file__)
_APART_IN_THREADS: Final = re.compile(_TEXTS.alternatives("apart", "threads"), re.IGNORECASE)
_UNPRINTED: Final = re.compile(_TEXTS.alternatives("apart", "unprinted", "widgets"), re.IGNORECASE)
_FOLDED: Final = re.compile(_TEXTS.alternatives("unprinted", "folded"))
_CUES: Final = (
    "sign summary digest post/ print spcv_ -comm wl-c vcards jp-r bdsh baseline- inherit ttc dynheader dyncontent "
    "ambox source navheader navfooter nav-panel nav_panel nav-table nav_table navset versionbox".split()
)
"""Each class that ``_UNPRINTED``, ``_APART_IN_THREADS`` or ``_FOLDED`` matches has one of these."""
_REGIONS: Final = re.compile(r"(?:^|[\s_-])(?:byline|recommend|related|promo|newsletter|podcast|most-read|top-stories)")
"""Ids of the headings of regions inside the text that do not belong to it, as on BBC's pages."""
_COMMENTS: Final = re.compile(rf"(?:^|\s)(?:{_TEXTS.alternatives('comments')})(?:\s|$)")
"""Classes and ids, in lower case, of readers' comments and of the form for them."""
_REVIEWS: Final = re.compile(r"(?:^|[\s_-])reviews?(?:$|[\s_-])")
"""Classes and ids, in lower case, of reviews."""
_PRODUCT: Final = ('"Product"', "schema.org/Product", "og:type=product", "og:type=og:product")
"""Types of pages with reviews of a product."""
MAX_REVIEWS: Final = 0.85
"""Maximum share of the kept text in all reviews; with more, they are the text."""
MAX_FORM: Final = 400
"""Maximum characters of kept text in a box around a form field."""
_FIELDS: Final = etree.XPath(
    "//input[@type = 'email' or @type = 'radio'][not(contains(concat(@name, @id, @class), 'tab'))]"
    "[not(contains(concat(@name, @id, @class), 'accordion'))]"
)
"""Fields of newsletters, polls and a product's variants; of tabs and accordions only style sheets make use."""
_REPEATED: Final = frozenset({"pre", "li", "td", "th", "dt", "dd"})
"""Tags of blocks that an article may repeat."""
_CONTROLS: Final = frozenset("nav footer article blockquote li label button".split())
"""Tags of controls, and of items that may contain a footer of their own."""
_FOLDS: Final = frozenset("aria-expanded aria-controls data-toggle data-bs-toggle data-target data-bs-target".split())
"""Attributes of buttons that show or hide text."""


def notices(page: Page, columns: Columns) -> list[int]:
    """Blocks whose text is on nearly all other pages of the site."""
    common = (columns["site_share"] >= EVERYWHERE) & (columns["site_repeats"] >= MIN_OTHERS)
    return [block for block in np.flatnonzero(common).tolist() if len(page.blocks.texts[block]) >= MIN_COPY]


def apart(page: Page, keep: Sequence[bool], thread: bool = False) -> set[int]:
    """Kept blocks in signatures, summaries by a machine and separate regions, and except in threads unprinted ones.

    In documentation folded blocks are included, but signatures are not, since they are those of functions.
    """
    of = page.containers
    is_manual = not thread and declares_manual(page)
    pattern = _APART_IN_THREADS if thread else _FOLDED if is_manual else _UNPRINTED
    found = [at for at in of.of_class(pattern.search, *_CUES) if of.tags[at] not in HEADINGS]
    for name in ("data-role", "component") if thread else ("data-component",):
        found += [at for at in of.having(name) if pattern.search(of.attributes[at][name])]
    found += [at for at in of.having("aria-labelledby") if _REGIONS.search(of.attributes[at]["aria-labelledby"])]
    sizes = kept_sizes(page, keep) if found else []
    most = (MAX_FOLDED if is_manual else MAX_APART) * sum(sizes)
    return {at for own in map(of.blocks, found) if sum(sizes[own.start : own.stop]) <= most for at in own if keep[at]}


def below(page: Page, keep: Sequence[bool]) -> list[int]:
    """Kept blocks after the page's ``article``, if that has the headline or most of the kept text.

    It is the only ``article``, or the one around all others. If other stories follow, it is the innermost one with the
    title as its ``h1``, and may be short compared with them.
    """
    of, texts = page.containers, page.blocks.texts
    spans = [(tag, of.firsts[at], of.lasts[at]) for at, tag in enumerate(of.tags) if tag in ("article", "h1")]
    articles = [(first, last) for tag, first, last in spans if tag == "article" and first < last]
    headlines = [first for tag, first, last in spans if tag == "h1" and first < last]
    is_followed = False
    if len(articles) > 1:
        title = letters(page.title)
        firsts = [*headlines, len(keep)]
        stories = [(a, b, at) for a, b in articles if a <= (at := firsts[bisect_left(firsts, a)]) < b]
        own_stories = [(a, b) for a, b, at in stories if letters(texts[at]) in title]
        own_story = min(own_stories, key=lambda span: span[1] - span[0], default=(0, len(keep)))
        outer = articles[:1] if articles[0][1] == max(end for _, end in articles) else []
        is_followed = any(a >= own_story[1] for a, _, _ in stories)
        articles = [own_story] if is_followed else outer
    if len(articles) != 1:
        return []
    start, end = articles[0]
    sizes = kept_sizes(page, keep)
    own, total = sum(sizes[start:end]), sum(sizes)
    is_headed = own >= MIN_ARTICLE and any(start <= first < end for first in headlines)
    is_whole = own >= MIN_SHARE * total or (is_headed and (is_followed or own >= MIN_HEADED * total))
    return [block for block in range(end, len(keep)) if keep[block]] if is_whole else []


def next_stories(page: Page, keep: Sequence[bool]) -> list[int]:
    """Kept blocks of stories below the page's own: containers of the same kind as its own, with heading and date.

    Endless pages have them once the user has scrolled; in the corpora, which hold what servers send, no page does.
    """
    containers, texts, tags = page.containers, page.blocks.texts, page.containers.tags
    title, spans = letters(page.title), list(containers.spans())
    heads = {spans[at][0]: at for at, tag in enumerate(tags) if tag in ("h1", "h2") and spans[at][0] < spans[at][1]}
    stories = (at for first, at in heads.items() if len(texts[first]) >= MIN_TITLE and letters(texts[first]) in title)
    story, sizes = next(stories, 0), kept_sizes(page, keep)
    headed = [at for at in range(story + 1, len(tags)) if spans[at][0] in heads] if story else []

    def kind(at: int) -> tuple[object, ...]:
        """Tag and class; without a class, also the parent, unless it is an ``article``."""
        names = containers.classes[at]
        return tags[at], names, names or tags[at] == "article" or containers.parents[at]

    for _ in range(LEVELS):
        if (story := containers.parents[story]) <= 0 or tags[story] == "body":
            break
        if sum(sizes[slice(*spans[story])]) < MIN_KEPT * sum(sizes):
            continue
        alike = [spans[at] for at in headed if spans[at][0] >= spans[story][1] and kind(at) == kind(story)]
        lines = [texts[first + 1 : last][:DATED] for first, last in alike]
        dated = [any(len(text) < MAX_DATED and (_DAY.search(text) or dates.iso(text)) for text in own) for own in lines]
        if any(dated):
            return [at for span in compress(alike, dated) for at in range(*span) if keep[at]]
    return []


def comments(page: Page, keep: Sequence[bool]) -> list[int]:
    """Kept blocks in readers' comments, found by class or id, if ``MIN_ARTICLE`` characters are kept above them."""
    found = {at for own in _named(page, keep, _COMMENTS, "comment", "respond", "disqus") for at in own}
    is_below = bool(found) and sum(kept_sizes(page, keep)[: min(found)]) >= MIN_ARTICLE
    return [block for block in sorted(found) if keep[block]] if is_below else []


def controls(page: Page, keep: Sequence[bool]) -> list[int]:
    """Kept blocks in menus, footers of the page, labels of form controls, and buttons; empty if all text is in them.

    A button, or a label outside its control, stays if it shows or hides text, is a question, or is followed by longer
    kept text, as a question would be.
    """
    of, texts, items = page.containers, page.blocks.texts, 0
    found: set[int] = set()
    for at, tag in enumerate(of.tags):
        if tag not in _CONTROLS:
            continue
        first, last, own, is_left = of.firsts[at], of.lasts[at], of.attributes[at], False
        if tag in ("article", "blockquote", "li"):
            items = max(items, last)
        elif tag in ("nav", "footer"):
            is_left = first >= items and (2 * (last - first) < len(keep) or declares_manual(page))
        elif tag == "label" and next(of.elements[at].iter("input"), None) is not None:
            is_left = True
        elif last == first + 1 and (tag == "button" or "for" in own) and _FOLDS.isdisjoint(own):
            after = texts[last] if last < len(keep) and keep[last] else ""
            is_left = texts[first][-1] not in "?？" and len(after) <= len(texts[first])
        if is_left:
            found.update(at for at in range(first, last) if keep[at])
    return sorted(found) if len(found) < sum(keep) else []


def forms(page: Page, keep: Sequence[bool]) -> list[int]:
    """Kept blocks in small boxes around form fields, such as an offer of a newsletter or a poll.

    Empty if much of the kept text is in them.
    """
    around: set[Element] = set()
    climb(elements(_FIELDS, page.root), around)
    of, sizes = page.containers, kept_sizes(page, keep) if around else []
    sums = [0, *accumulate(sizes)]
    fields = (at for at, element in enumerate(of.elements if around else ()) if element in around)
    boxes = (of.blocks(at) for at in fields if of.total(sums, at) <= MAX_FORM)
    found = sorted({block for blocks in boxes for block in blocks if keep[block]})
    return found if sum(sizes[block] for block in found) <= MAX_APART * sums[-1] else []


def unquoted(page: Page, keep: Sequence[bool]) -> list[int]:
    """Kept blocks that search engines must not quote (``data-nosnippet``), unless most of the kept text is in them."""
    of, sizes = page.containers, kept_sizes(page, keep)
    marked = {at for own in of.having("data-nosnippet") for at in of.blocks(own) if keep[at]}
    return sorted(marked) if 2 * sum(sizes[at] for at in marked) <= sum(sizes) else []


def reviews(page: Page, keep: Sequence[bool]) -> list[int]:
    """Kept blocks in the reviews of a product, found by class or id; a review with most of the kept text stays."""
    if not declares(page, _PRODUCT):
        return []
    sizes = kept_sizes(page, keep)
    named = _named(page, keep, _REVIEWS, "review")
    within = (blocks for blocks in named if 2 * sum(sizes[at] for at in blocks) <= sum(sizes))
    found = sorted({at for blocks in within for at in blocks if keep[at]})
    return found if sum(sizes[at] for at in found) <= MAX_REVIEWS * sum(sizes) else []


def _named(page: Page, keep: Sequence[bool], names: re.Pattern[str], *cues: str) -> list[range]:
    """The blocks of each container with kept blocks and a class or id that matches ``names``.

    A class that matches has one of ``cues``.
    """
    of, kept = page.containers, [0, *accumulate(keep)]
    of_id = [at for at in of.having("id") if names.search(of.attributes[at]["id"].lower())]
    found = {*of_id, *of.of_class(lambda own: names.search(own.lower()), *cues)}
    return [of.blocks(at) for at in found if of.total(kept, at)]


def hidden_copies(page: Page, keep: Sequence[bool]) -> dict[int, int | None]:
    """Kept block of a hidden copy → the visible block with the same text, or None.

    A hidden element is a copy if most of its text is shown elsewhere.
    """
    texts = page.blocks.texts
    long = [text for text in texts if len(text) >= MIN_COPY]
    if len(set(long)) == len(long):
        return {}
    hidden = [*hidden_spans(page)]
    inside = {block for blocks in hidden for block in blocks}
    shown = {texts[block]: block for block in reversed(range(len(texts))) if block not in inside}
    found: dict[int, int | None] = {}
    for blocks in hidden:
        copied = sum(len(texts[block]) for block in blocks if texts[block] in shown)
        if copied >= COPIED * sum(len(texts[block]) for block in blocks):
            found.update((block, shown.get(texts[block])) for block in blocks if keep[block])
    return found


def copies(page: Page, keep: Sequence[bool]) -> list[int]:
    """Kept paragraphs and headings whose text is also kept earlier, in another container.

    Copies within one container, such as refrains, are part of the text, and so are lines of code, items and cells.
    """
    texts, own, parents = page.blocks.texts, page.blocks.container_of, page.containers.parents
    seen: dict[str, int] = {}
    kept = (at for at in compress(range(len(keep)), keep) if page.blocks.tags[at] not in _REPEATED)
    long = (at for at in kept if len(texts[at]) >= MIN_COPY)
    return [at for at in long if parents[own[seen.setdefault(texts[at], at)]] != parents[own[at]]]
