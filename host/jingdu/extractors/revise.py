"""The last step of ``fused``: the page's cut, and decisions that involve several blocks.

The cut is the probability above which keeping a block raises the page's expected F-score, so it depends on all blocks:
a block of probability 0.3 is worth keeping on a page where little is certain, but not in an article whose other blocks
are certain. Of the blocks sorted by probability p, those kept are the first k with the highest expected
F = 2·Σ(kept) p·t / (Σ(kept) t + Σ(all) p·t), where t is the number of tokens. It replaces the threshold ε of paper W.
Reference: Lewis: Evaluating and optimizing autonomous text classification systems. SIGIR 1995;
Ye, Chai, Lee, Chieu: Optimizing F-measure: a tale of two approaches. ICML 2012.

The cut is lower in containers with kept text and, on a page that is no article, for blocks of the same shape as kept
text. Code and links to documents are kept with the text around them, and so are headings, paragraphs, tables and lists
between kept blocks of their container, and long paragraphs beside kept ones. A table, list or definition list is kept
whole if most of it is or if it is between kept texts, and a table if its column headings are. In an article, duplicate
text is kept once, and the description between headline and text is kept. Documentation is kept whole if most of it is.
Text on nearly all pages of the site is dropped, and so are hidden text that is shown elsewhere, signatures, summaries
by a machine, what is not printed, readers' comments below an article, and what follows the page's only ``article``; in
an article also boxes that ask for an e-mail address.
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from itertools import accumulate, compress, pairwise, takewhile
from typing import Final

import numpy as np
from numpy.typing import NDArray

from jingdu.features.columns import Columns, Numbers
from jingdu.features.containers import Around
from jingdu.features.evidence import declares_manual
from jingdu.page.model import Page
from jingdu.page.query import HEADINGS, hidden_spans

LOWER: Final = 0.5
"""Log-odds by which the cut is lower in a container with kept text."""
ALIKE: Final = 1.0
"""Log-odds by which the cut is lower for blocks of the same shape as kept text, on a page that is no article."""
POSTS: Final = 4.0
"""The same in a thread, whose posts are of one shape."""
MIN_KEPT: Final = 0.2
"""Kept share of the text from which a container or a shape counts as kept text."""
MIN_SIBLINGS: Final = 0.5
"""The same for siblings of one tag and class."""
LEVEL: Final = 2
"""Which container that is: the grandparent of the block's own (index of ``containers.LEVELS``)."""
NEAR: Final = 3
"""Maximum distance of code from the last kept block, in blocks."""
MIN_PARAGRAPH: Final = 100
"""Characters of a paragraph that is kept beside others; shorter ones are often labels or credits."""
MIN_COPY: Final = 60
"""Characters of a block from which it may be a copy or a notice; shorter ones are headings or labels."""
MIN_OTHERS: Final = 2
"""Other pages of the site with the same text from which it may be a notice."""
EVERYWHERE: Final = 0.9
"""Share of the site's other pages with the same text from which it is a notice."""
COPIED: Final = 0.9
"""Share of a hidden element's text that is shown elsewhere from which it is a copy."""
_FILE: Final = re.compile(r"\.(?:docx?|xlsx?|pptx?|pdf|wps|ofd|odt|ods|zip|rar)(?:[?#]|$)", re.IGNORECASE)
"""Addresses of documents."""
MAX_CELL: Final = 200
"""Maximum mean characters per cell of a data table; layout tables have more."""
MAX_PARTS: Final = 3
"""Maximum mean blocks per cell or item; with more, each item is an article of its own."""
MAX_HEADINGS: Final = 50
"""Maximum blocks of a table that may be column headings."""
MAX_APART: Final = 0.2
"""Maximum share of the kept text in such an element; with more, it is the text."""
MIN_ARTICLE: Final = 500
"""Characters of the kept text in the page's only ``article`` below a headline, and ``MIN_KEPT`` its share of all.
Also those above comments."""
MAX_BOX: Final = 400
"""Maximum characters of a box with a form for a newsletter."""
MOST: Final = 0.7
"""Its share without a headline."""
_APART: Final = re.compile(r"(?i)(?<!member-)(?<!method-)(?<!tsd-)signature|(?:^|[\s_-])ai[-_]?(?:summary|digest)")
"""Classes of signatures below posts and of summaries by a machine; those of APIs are signatures of another kind."""
_UNPRINTED: Final = re.compile(
    rf"{_APART.pattern}|(?:^|[\s-])(?:no-?print|hid(?:e|den)-print|d-print-none)(?:$|\s)"
    r"|(?:^|\s)(?:spcv_|vf3?-comment|wl-(?:cards|comment)|gt-comments|vcards(?:\s|$)|jp-relatedposts|bdsharebuttonbox)"
)
"""The same and those of what is not printed, such as the slogan of a wiki and links to a reference in catalogues,
and of widgets with comments or teasers that many sites put below articles."""
_CUES: Final = "signature summary digest print spcv_ -comment wl-cards vcards jp-related bdshare".split()
"""What is in each of these classes; searching it is faster."""
_COMMENTS: Final = re.compile(
    r"(?:^|\s)(?:comments|(?:[a-z]+[_-])?comments?[_-]?(?:list|area|section|block|wrapper|container|form)"
    r"|comment[_-]\d+|respond|disqus_thread)(?:\s|$)"
)
"""Classes and ids, in small letters, of readers' comments and of their form."""
MIN_MANUAL: Final = 0.8
"""Kept share of the text of a page of documentation from which the rest of it is kept."""
_BESIDE: Final = re.compile(
    r"(?i)(?:^|[\s_-])(?:nav(?:igation|bar|header|footer)?|docnav|menu|toc|contents|sidebar|breadcrumbs?|prev|next"
    r"|footer|search)(?:$|[\s_-])"
)
"""Classes and ids of what is not the text of documentation."""
PARTS: Final = {"table": ("td", "th"), "ul": ("li",), "ol": ("li",), "dl": ("dt", "dd")}
"""Tag → tags of its cells or items."""
TEXTS: Final = HEADINGS | PARTS.keys() | {"p", "blockquote", "pre", "td", "th", "li", "dt", "dd"}
"""Tags of elements that are kept where the text before and after them is."""


def best_cut(chance: Numbers, tokens: Numbers) -> float:
    """The probability of the last block to keep for the highest expected F-score; 1 without blocks."""
    if not len(chance):
        return 1.0
    order = (-chance).argsort(kind="stable")
    right = (chance * tokens)[order].cumsum()
    expected = right / (tokens[order].cumsum() + right[-1])
    return float(chance[order[expected.argmax()]])


def lowered(around: Around, tokens: Numbers, keep: NDArray[np.bool_], alike: float) -> Numbers:
    """Log-odds by which the cut is lower: ``LOWER`` where text around a block is kept, ``alike`` where of its shape."""
    lower = np.zeros(len(tokens))
    for group, by in ((around.containers[LEVEL], LOWER), (around.shapes, alike)):
        is_kept = np.bincount(group, tokens * keep) >= np.maximum(MIN_KEPT * np.bincount(group, tokens), 1)
        lower = np.maximum(lower, by * is_kept[group])
    return lower


def with_code(page: Page, keep: Sequence[bool]) -> list[bool]:
    """``keep`` plus code (``pre``) near kept text, within the smallest container around all kept text.

    Code scores low, because it has no sentences and is rare in the corpora.
    """
    revised = list(keep)
    tags, container_of = page.containers.tags, page.blocks.container_of
    kept = [block for block, bit in enumerate(keep) if bit]
    if "pre" not in tags or not kept:
        return revised
    container = page.blocks.around(kept[0], kept[-1])
    nearest = -NEAR - 1
    for block in range(page.containers.firsts[container], page.containers.lasts[container]):
        if revised[block]:
            nearest = block
        elif tags[container_of[block]] == "pre" and block - nearest <= NEAR:
            revised[block] = True
            nearest = block
    return revised


def standfirst(columns: Columns, keep: Sequence[bool]) -> int | None:
    """The dropped block between headline and text whose beginning is in the page's description.

    None where kept text is described too, since the standfirst would repeat it.
    """
    described, after = columns["described"] == 1, columns["after_h1"] > 0
    kept = np.array(keep, dtype=bool)
    if (kept & described).any() or not (kept & after).any():
        return None
    before = np.flatnonzero((after & described)[: int((kept & after).argmax())])
    return int(before[0]) if len(before) else None


def notices(page: Page, columns: Columns) -> list[int]:
    """Blocks whose text is on nearly all other pages of the site."""
    common = (columns["site_share"] >= EVERYWHERE) & (columns["site_repeats"] >= MIN_OTHERS)
    return [block for block in np.flatnonzero(common).tolist() if len(page.blocks.texts[block]) >= MIN_COPY]


def _kept_sizes(page: Page, keep: Sequence[bool]) -> list[int]:
    """The number of characters of each block, 0 if it is dropped."""
    return [len(text) if bit else 0 for text, bit in zip(page.blocks.texts, keep, strict=True)]


def apart(page: Page, keep: Sequence[bool], thread: bool = False) -> set[int]:
    """Kept blocks in signatures, in summaries by a machine and, but for threads, in what is not printed."""
    of, is_apart = page.containers, (_APART if thread else _UNPRINTED).search
    classes = [attributes.get("class", "") for attributes in of.attributes]
    if not any(map("\n".join({*classes}).lower().__contains__, _CUES)):
        return set()
    named = {name for name in {*classes} if any(map(name.lower().__contains__, _CUES)) and is_apart(name)}
    sizes = _kept_sizes(page, keep)
    most = MAX_APART * sum(sizes)
    spans = [
        range(first, last)
        for name, tag, first, last in zip(classes, of.tags, of.firsts, of.lasts, strict=True)
        if name in named and tag not in HEADINGS
    ]
    return {at for blocks in spans if sum(sizes[blocks.start : blocks.stop]) <= most for at in blocks if keep[at]}


def below(page: Page, keep: Sequence[bool]) -> list[int]:
    """Kept blocks after the page's only ``article``, if it has the headline or most of the kept text."""
    of = page.containers
    if "article" not in of.tags:
        return []
    spans = [(tag, first, last) for tag, first, last in zip(of.tags, of.firsts, of.lasts, strict=True) if first < last]
    articles = [(first, last) for tag, first, last in spans if tag == "article"]
    if len(articles) != 1:
        return []
    start, end = articles[0]
    sizes = _kept_sizes(page, keep)
    own, total = sum(sizes[start:end]), sum(sizes)
    headed = any(tag == "h1" and start <= first < end for tag, first, _ in spans)
    is_whole = own >= MOST * total or (headed and own >= max(MIN_ARTICLE, MIN_KEPT * total))
    return [block for block in range(end, len(keep)) if keep[block]] if is_whole else []


def comments(page: Page, keep: Sequence[bool]) -> list[int]:
    """Kept blocks in readers' comments, by the class or id of these, if ``MIN_ARTICLE`` characters are kept before."""
    of, container_of = page.containers, page.blocks.container_of
    around: set[int] = set()
    for block in compress(range(len(keep)), keep):
        container = container_of[block]
        while container >= 0 and container not in around:
            around.add(container)
            container = of.parents[container]
    found: set[int] = set()
    for container in around:
        attributes = of.attributes[container]
        if _COMMENTS.search(f"{attributes.get('class', '')} {attributes.get('id', '')}".lower()):
            found.update(range(of.firsts[container], of.lasts[container]))
    is_below = bool(found) and sum(_kept_sizes(page, keep)[: min(found)]) >= MIN_ARTICLE
    return [block for block in sorted(found) if keep[block]] if is_below else []


def subscriptions(page: Page, keep: Sequence[bool]) -> list[int]:
    """Kept blocks in boxes with a form that asks for nothing but an e-mail address, as for a newsletter."""
    of, sizes = page.containers, _kept_sizes(page, keep)
    found: set[int] = set()
    for form in (at for at, tag in enumerate(of.tags) if tag == "form" and of.firsts[at] < of.lasts[at]):
        kinds = [field.get("type") for field in of.elements[form].iter("input", "textarea", "select")]
        asked = [kind for kind in kinds if kind not in ("hidden", "submit", "checkbox", "button")]
        if asked != ["email"]:
            continue
        box = form
        while of.tags[outer := of.parents[box]] in ("div", "section", "aside") and _chars(page, outer) <= MAX_BOX:
            box = outer
        blocks = range(of.firsts[box], of.lasts[box])
        if _chars(page, box) <= MAX_BOX and sum(sizes[blocks.start : blocks.stop]) <= MAX_APART * sum(sizes):
            found.update(blocks)
    return [block for block in sorted(found) if keep[block]]


def _chars(page: Page, container: int) -> int:
    of = page.containers
    return sum(map(len, page.blocks.texts[of.firsts[container] : of.lasts[container]]))


def incomplete(page: Page, keep: Sequence[bool]) -> list[int]:
    """Shown blocks missing from tables and lists of which more than half the text, or a column heading, is kept.

    Any kept text suffices between kept texts, unless it is mostly links.
    """
    tags, firsts, lasts = page.containers.tags, page.containers.firsts, page.containers.lasts
    candidates = [container for container, tag in enumerate(tags) if tag in PARTS]
    if not candidates:
        return []
    kept = [0, *accumulate(_kept_sizes(page, keep))]
    chars = [0, *accumulate(map(len, page.blocks.texts))]
    missing: list[int] = []
    end = 0
    for container in candidates:
        first, last = firsts[container], lasts[container]
        part, total = kept[last] - kept[first], chars[last] - chars[first]
        is_whole = (
            part > total / 2
            or _has_headings(page, keep, range(first, min(last, first + MAX_HEADINGS)))
            or (part > 0 and _is_between(page, keep, first, last))
        )
        if first >= end and total > part and is_whole and _is_data(page, container, total):
            missing += [block for block in range(first, last) if not keep[block]]
            end = last
    hidden = {block for first, last in hidden_spans(page) for block in range(first, last)} if missing else set()
    return [block for block in missing if block not in hidden]


def _has_headings(page: Page, keep: Sequence[bool], blocks: range) -> bool:
    """Whether one of the headings in a table's first row, at least two, is kept: they say nothing without the rest."""
    tags, rows = page.containers.tags, page.containers.parents
    own = page.blocks.container_of[blocks.start : blocks.stop]
    start = next((at for at, container in enumerate(own) if tags[container] != "caption"), 0)
    cells = list(takewhile(lambda cell: tags[cell] == "th" and rows[cell] == rows[own[start]], own[start:]))
    return len(cells) > 1 and any(keep[blocks[start] : blocks[start] + len(cells)])


def _is_between(page: Page, keep: Sequence[bool], first: int, last: int) -> bool:
    """Whether the table or list of these blocks (``last`` excluded) is between kept texts and not mostly links."""
    if not 0 < first < last < len(keep) or not (keep[first - 1] and keep[last]):
        return False
    links, chars = sum(page.blocks.link_chars[first:last]), sum(map(len, page.blocks.texts[first:last]))
    return 2 * links <= chars and _are_texts(page, first - 1, last)


def _is_data(page: Page, container: int, chars: int) -> bool:
    """Whether a table or list is one of data, not a page's layout or a list of articles."""
    containers = page.containers
    depths, tag = containers.depths, containers.tags[container]
    end = next((at for at in range(container + 1, len(depths)) if depths[at] <= depths[container]), len(depths))
    inner = containers.tags[container + 1 : end]
    parts = sum(tag_inside in PARTS[tag] for tag_inside in inner)
    if tag == "table" and ("table" in inner or chars > MAX_CELL * parts):
        return False
    return parts > 1 and containers.lasts[container] - containers.firsts[container] <= MAX_PARTS * parts


def hidden_copies(page: Page, keep: Sequence[bool]) -> dict[int, int | None]:
    """Kept blocks of hidden elements nearly all of whose text is shown elsewhere → the block that shows theirs."""
    texts = page.blocks.texts
    long = [text for text in texts if len(text) >= MIN_COPY]
    if len(set(long)) == len(long):
        return {}
    hidden = [range(first, last) for first, last in hidden_spans(page)]
    inside = {block for blocks in hidden for block in blocks}
    shown = {texts[block]: block for block in reversed(range(len(texts))) if block not in inside}
    found: dict[int, int | None] = {}
    for blocks in hidden:
        copied = sum(len(texts[block]) for block in blocks if texts[block] in shown)
        if copied >= COPIED * sum(len(texts[block]) for block in blocks):
            found.update((block, shown.get(texts[block])) for block in blocks if keep[block])
    return found


def headings_of_details(page: Page, keep: Sequence[bool]) -> list[int]:
    """Dropped headings in the summary of ``details`` whose text is kept."""
    containers, container_of = page.containers, page.blocks.container_of
    if "summary" not in containers.tags:
        return []
    found: list[int] = []
    for summary, tag in enumerate(containers.tags):
        first, end = containers.firsts[summary], containers.lasts[summary]
        if tag == "summary" and end < containers.lasts[containers.parents[summary]] and keep[end]:
            found += [at for at in range(first, end) if not keep[at] and containers.tags[container_of[at]] in HEADINGS]
    return found


def enclosed(page: Page, keep: Sequence[bool]) -> list[int]:
    """Dropped blocks between two kept blocks of the same container, if all of them are in ``TEXTS``, or of their tag.

    Text that is mostly links leads to other pages, unless it is a heading.
    """
    texts, link_chars, container_of = page.blocks.texts, page.blocks.link_chars, page.blocks.container_of
    tags = page.containers.tags
    found: list[int] = []
    for before, after in pairwise(block for block, bit in enumerate(keep) if bit):
        between = range(before + 1, after)
        if not between or not _are_texts(page, before, after):
            continue
        words = [block for block in between if tags[container_of[block]] not in HEADINGS]
        if 2 * sum(link_chars[block] for block in words) <= sum(len(texts[block]) for block in words):
            found += between
    return found


def _are_texts(page: Page, before: int, after: int) -> bool:
    """Whether two blocks are in children of one container, and what is between them in ``TEXTS`` or alike."""
    tags, parents, container_of = page.containers.tags, page.containers.parents, page.blocks.container_of
    first, last = container_of[before], container_of[after]
    outer, alike = parents[first], tags[first] if tags[first] == tags[last] else None
    if parents[last] != outer:
        return False
    for own in container_of[before + 1 : after]:
        container = own
        while container > outer and parents[container] != outer:
            container = parents[container]
        is_text = tags[container] in TEXTS or (container == own and tags[container] == alike)
        if container <= outer or not is_text:
            return False
    return True


def manual(page: Page, keep: Sequence[bool]) -> list[int]:
    """Dropped blocks of a page of documentation of whose text most is kept: signatures, labels, short cells.

    That is what is between the first and the last kept block, and in ``main``; elsewhere also headings and paragraphs
    before and after them in their largest container below ``body``.
    """
    of, texts, links = page.containers, page.blocks.texts, page.blocks.link_chars
    kept = [block for block, bit in enumerate(keep) if bit]
    if not kept or not declares_manual(page):
        return []
    inside, beside = range(kept[0], kept[-1] + 1), _beside(page, range(kept[0], kept[-1]))
    prose = [block for block in inside if block not in beside and 2 * links[block] <= len(texts[block])]
    if sum(len(texts[block]) for block in prose if keep[block]) < MIN_MANUAL * sum(len(texts[at]) for at in prose):
        return []
    outer = page.blocks.around(kept[0], kept[-1])
    while not _is_main(page, outer) and (above := of.parents[outer]) >= 0 and of.tags[above] not in ("body", "html"):
        outer = above
    blocks: Sequence[int] = range(of.firsts[outer], of.lasts[outer])
    if not _is_main(page, outer):
        own, ends = page.blocks.container_of, HEADINGS | {"p", "pre", "dt", "dd"}
        blocks = [at for at in blocks if at in inside or (of.tags[own[at]] in ends and 2 * links[at] <= len(texts[at]))]
    return [block for block in blocks if not keep[block] and block not in beside]


def _is_main(page: Page, container: int) -> bool:
    """Whether a container is declared to have the text of the page."""
    of = page.containers
    return of.tags[container] in ("main", "article") or of.attributes[container].get("role") == "main"


def _beside(page: Page, kept: range) -> set[int]:
    """Blocks in menus, footers, tables of contents, buttons and hidden elements that are not around ``kept``."""
    of = page.containers
    found = {block for first, last in hidden_spans(page) for block in range(first, last)}
    for tag, attributes, first, last in zip(of.tags, of.attributes, of.firsts, of.lasts, strict=True):
        names = " ".join(attributes.get(name, "") for name in ("class", "id", "role"))
        is_around = first <= kept.start <= kept.stop < last
        if not is_around and (tag in ("nav", "footer", "button", "form") or _BESIDE.search(names)):
            found.update(range(first, last))
    return found


def paragraphs(page: Page, keep: Sequence[bool]) -> list[int]:
    """Dropped long paragraphs of containers of whose paragraphs enough text is kept; not those of many links.

    Siblings of one tag and class count as one container if half of their text is kept: a picture may divide an article.
    """
    texts, link_chars = page.blocks.texts, page.blocks.link_chars
    tags, parents, attributes = page.containers.tags, page.containers.parents, page.containers.attributes
    beside: defaultdict[tuple[float, tuple[object, ...]], list[int]] = defaultdict(list)
    for block, container in enumerate(page.blocks.container_of):
        if tags[container] == "p":
            outer = parents[container]
            beside[MIN_KEPT, (outer,)].append(block)
            alike = parents[outer], tags[outer], attributes[outer].get("class")
            beside[MIN_SIBLINGS, alike].append(block)
    found: set[int] = set()
    for (least, _), blocks in beside.items():
        missing = [at for at in blocks if not keep[at] and 3 * link_chars[at] <= len(texts[at]) >= MIN_PARAGRAPH]
        kept = sum(len(texts[at]) for at in blocks if keep[at]) if missing else 0
        if kept and kept >= least * sum(len(texts[at]) for at in blocks):
            found.update(missing)
    return sorted(found)


def attachments(page: Page, keep: Sequence[bool]) -> list[int]:
    """Dropped blocks that are links to documents, after kept text in a container of which most text is kept."""
    blocks, parents = page.blocks, page.containers.parents
    around = [parents[container] for container in blocks.container_of]
    chars: dict[int, int] = {}
    found = []
    for at, (text, bit) in enumerate(zip(blocks.texts, keep, strict=True)):
        before = chars.get(around[at], 0)
        if not bit and before > 0 and blocks.link_chars[at] > len(text) / 2:
            links = [step for step, is_tail in blocks.spots(at) if not is_tail and step.tag == "a"]
            if links and all(_FILE.search(link.get("href") or "") for link in links):
                found.append(at)
                continue
        chars[around[at]] = before + (len(text) if bit else -len(text))
    return found


def copies(page: Page, keep: Sequence[bool]) -> list[int]:
    """Kept blocks whose text is also kept earlier, in another container.

    Copies within one container or table, such as refrains, are part of the text.
    """
    texts, container_of, parents = page.blocks.texts, page.blocks.container_of, page.containers.parents
    tags = page.containers.tags

    def outer(block: int) -> int:
        container = container_of[block]
        return parents[parents[container] if tags[container] in ("td", "th") else container]

    seen: dict[str, int] = {}
    copies = []
    for block, bit in enumerate(keep):
        if bit and len(text := texts[block]) >= MIN_COPY:
            earlier = seen.setdefault(text, block)
            if earlier != block and outer(earlier) != outer(block):
                copies.append(block)
    return copies
