"""Rules that find dropped blocks that belong to kept text: code, a standfirst, blocks between or beside it."""

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import cache, partial
from itertools import accumulate, chain, compress, pairwise, takewhile
from typing import Final

import numpy as np

from jingdu.extractors.revise.cut import MIN_KEPT
from jingdu.extractors.revise.parts import are_links, are_texts
from jingdu.features.columns import Columns
from jingdu.page.metadata.head import descriptions, nodes
from jingdu.page.model import Page
from jingdu.page.query import ADMONITION, HEADINGS, declares_manual, hidden_blocks, hides, json_ld, plain, text_of
from jingdu.text.sections import Sections
from jingdu.text.words import letters

NEAR: Final = 3
"""Maximum distance of code from the last kept block, in blocks."""
MAX_PLACE: Final = 40
"""Maximum letters before the description in a standfirst; shorter descriptions have nothing before them."""
MIN_SUBHEAD: Final = 25
"""Minimum bytes of such a block without a description; Chinese characters have three."""
MIN_SIBLINGS: Final = 0.5
"""Minimum kept share of the paragraphs in siblings of one tag and class, so that their other paragraphs are kept."""
MIN_PARAGRAPH: Final = 100
"""Minimum characters of a paragraph that is kept beside others; shorter ones are often labels or credits."""
_FILE: Final = re.compile(r"\.(?:docx?|xlsx?|pptx?|pdf|wps|ofd|odt|ods|zip|rar)(?:[?#]|$)", re.IGNORECASE)
"""Addresses of documents."""
MAX_AMOUNT: Final = 40
"""Maximum characters of a line with the time or the servings of a recipe."""
NEARLY: Final = -1.5
"""Score above which a sentence after the last kept paragraph is kept."""
MIN_MANUAL: Final = 0.6
"""Minimum kept share of the text of a page of documentation, so that its other text is kept too."""
_TEXTS: Final = Sections(__file__)
_BESIDE: Final = re.compile(rf"(?i)(?:^|[\s_-])(?:{_TEXTS.alternatives('beside')})(?:$|[\s_-])")
_SOURCE: Final = re.compile(r".{0,40}\bsource", re.IGNORECASE)
"""A line that ends with a link to source code, perhaps after a version."""
_SENTENCE: Final = re.compile(_TEXTS.alternatives("sentence"))
_SUBHEAD: Final = re.compile(_TEXTS.alternatives("subhead"), re.IGNORECASE)
_AMOUNT: Final = re.compile(_TEXTS.alternatives("amount"), re.IGNORECASE)
ABOVE: Final = 25
"""Blocks before the first ingredient that are searched for such lines."""
BELOW: Final = 4
"""Maximum distance of a declared question from the text, in blocks."""
MAX_STEP: Final = 2000
"""Maximum characters of a step, question or answer that are compared."""
_PART: Final = re.compile(_TEXTS.alternatives("part"))
_CLOCK: Final = re.compile(r"(?:\d{1,2}[hm] ago\s?)?(?:[01]?\d|2[0-3])[:：.](?:[0-5]\d)(?![\d.])")
"""The time that begins the head of a ticker's entry, perhaps after how long ago that was."""
_POST: Final = re.compile(rf"(?:^|\s)(?:{_TEXTS.alternatives('posts')})(?:$|\s)")
_NOTE: Final = re.compile(rf"{ADMONITION.pattern}|(?:^|\s)(?:{_TEXTS.alternatives('notes')})(?:$|\s)")
_BOXES: Final = (
    "-embed twitter- reddit- admonition alert note custom- hint- starlight confluence callout msg kg- poe".split()
)
"""Each class that ``_POST`` or ``_NOTE`` matches has one of these."""
MIN_SENTENCE: Final = 40
"""Minimum characters of a sentence that announces lines; shorter ones may be a label such as “Read more:”."""
MIN_NOTE: Final = 10
"""Minimum characters of a block in a note; shorter ones are icons."""
MIN_ENTRIES: Final = 3
"""Minimum entries of a list or ticker."""
MAX_HEADS: Final = 4
"""Maximum blocks of the head of an entry."""


def with_code(page: Page, keep: Sequence[bool]) -> list[bool]:
    """``keep`` plus code (``pre``) near kept text, within the smallest container around all kept text.

    Code scores low, because it has no sentences and is rare in the corpora. A hidden ``pre`` is data, and not added.
    """
    revised, of = list(keep), page.containers
    kept = [block for block, bit in enumerate(keep) if bit]
    if "pre" not in of.tags or not kept:
        return revised
    nearest = -NEAR - 1
    for block in of.blocks(page.blocks.around(kept[0], kept[-1])):
        is_code = page.blocks.tags[block] == "pre" and not hides(of.attributes[page.blocks.container_of[block]])
        revised[block] |= is_code and block - nearest <= NEAR
        nearest = block if revised[block] else nearest
    return revised


def standfirst(page: Page, columns: Columns, keep: Sequence[bool]) -> int | None:
    """The dropped block between headline and text that has the page's description or begins with words of it.

    A place or a date may be before the description. Else the block whose class says that it goes on with the headline.
    None if there is neither, or if kept text already begins so.
    """
    texts, described, after = page.blocks.texts, columns["described"] == 1, columns["after_h1"] > 0
    kept = np.array(keep, dtype=bool)
    above = np.flatnonzero(after[: int((kept & after).argmax())]).tolist()
    if not above:
        return None
    title = letters(page.title)
    whole = [text for text in dict.fromkeys(descriptions(page)) if text not in title]
    sentences = [text for text in whole if len(text) >= MAX_PLACE]
    known = [letters(texts[at]) for at in np.flatnonzero(kept & described)]
    for at in above:
        own = letters(texts[at])
        has_all = own in whole or any(own.endswith(text) and len(own) <= len(text) + MAX_PLACE for text in sentences)
        if (described[at] and not known) or (has_all and not any(text.startswith(own) for text in known)):
            return int(at)
    of, inner, links = page.containers, page.blocks.container_of, page.blocks.link_chars
    long = (at for at in above if not links[at] and len(texts[at].encode()) >= MIN_SUBHEAD)
    named = (at for at in long if any(_SUBHEAD.search(of.classes[box]) for box in (inner[at], of.parents[inner[at]])))
    return next((at for at in named if letters(texts[at]) not in title), None)


def recipe(page: Page) -> list[int]:
    """The blocks of declared ingredients and steps, the headings between them, and times and servings above.

    They are declared in JSON-LD, or only by class or ``itemprop``. The amount, unit and name of an ingredient may be
    separate blocks.
    """
    found = list(nodes([script for script in json_ld(page) if "recipeIngredient" in script]))
    lists = (node.get(name) for node in found for name in ("recipeIngredient", "recipeInstructions"))
    parts = chain((node.get("text") for node in found), *(texts for texts in lists if isinstance(texts, list)))
    declared = {letters(plain(text, MAX_STEP)) for text in parts} - {""}
    of = page.containers
    named = [at for at in of.having("itemprop") if _PART.search(of.attributes[at]["itemprop"])]
    marked = {block for at in (*named, *of.of_class(_PART.search, "ingredient", "recipe")) for block in of.blocks(at)}
    if not declared and not marked:
        return []
    texts, hidden = page.blocks.texts, hidden_blocks(page)
    known = ["" if at in hidden else letters(text) for at, text in enumerate(texts)]
    blocks = {at for at, text in enumerate(known) if text in declared or (text and at in marked)}
    divided = declared.difference(known)
    for size in (2, 3) if divided else ():
        for at in range(len(known) - size + 1):
            cells = known[at : at + size]
            if all(cells) and not divided.isdisjoint(("".join(cells), "".join(cells[::-1]))):
                blocks.update(range(at, at + size))
    if len(blocks) > 1:
        first, last = min(blocks), max(blocks)
        start = of.firsts[page.blocks.around(first, last)]
        blocks.update(at for at in range(start, last) if page.blocks.tags[at] in HEADINGS)
        above = range(max(0, first - ABOVE), last)
        blocks.update(at for at in above if len(texts[at]) <= MAX_AMOUNT and _AMOUNT.match(texts[at]))
    return sorted(blocks)


def questions(page: Page, keep: Sequence[bool]) -> list[int]:
    """The blocks of questions and answers that JSON-LD declares in a FAQPage, within or right below kept text."""
    found = nodes([script for script in json_ld(page) if "FAQPage" in script])
    parts = [node.get("text") or node.get("name") for node in found if node.get("@type") in ("Question", "Answer")]
    declared = dict.fromkeys(letters(plain(text, MAX_STEP)) for text in parts)
    if not declared:
        return []
    links, whole = page.blocks.link_chars, "|".join(declared)
    known = {"", *map(letters, compress(page.blocks.texts, keep))}
    blocks: list[int] = []
    end = _last_kept(keep)
    for at in range(next(compress(range(len(keep)), keep), end), len(keep)):
        own = letters(page.blocks.texts[at])
        is_part = own in declared or (len(own) >= MIN_PARAGRAPH and own in whole)
        if own not in known and is_part and at <= end + BELOW and 2 * links[at] <= len(own):
            blocks.append(at)
            known.add(own)
            end = max(end, at)
    return blocks


def heads_of_entries(page: Page, keep: Sequence[bool]) -> list[int]:
    """The heads of alike containers with kept text: their first heading, or in a ticker what begins with a time."""
    containers, texts = page.containers, page.blocks.texts
    headings = {at for at, tag in enumerate(page.blocks.tags) if tag in HEADINGS}
    clocks = {at for at, text in enumerate(texts) if _CLOCK.match(text)}
    starts, kept = headings | clocks, [*compress(range(len(keep)), keep), len(keep)]
    chars = [0, *accumulate(map(len, texts))]
    kept_chars = [0, *accumulate(len(text) * is_kept for text, is_kept in zip(texts, keep, strict=True))]
    alike: defaultdict[tuple[int, str, str], list[range]] = defaultdict(list)
    for at, (first, last) in enumerate(containers.spans()):
        if first in starts and (text := kept[bisect_left(kept, first)]) < last:
            kind = containers.parents[at], containers.tags[at], containers.classes[at]
            if first in clocks:
                alike[kind].append(range(first, min(text, first + MAX_HEADS)))
            elif first < text:
                is_kept = 2 * (kept_chars[last] - kept_chars[first]) >= chars[last] - chars[first]
                alike[kind].append(range(first, first + is_kept))
    often = {kind: found for kind, found in alike.items() if len(found) >= MIN_ENTRIES}
    number = Counter(zip(containers.parents, containers.tags, containers.classes, strict=True)) if often else {}
    lists = [found for kind, found in often.items() if 2 * len(found) >= number[kind]]
    named = (found for found in lists if 2 * len({texts[head.start] for head in found}) > len(found))  # no buttons
    return [at for head in chain(*named) if all(len(texts[at]) <= MIN_PARAGRAPH for at in head) for at in head]


def headings_within(page: Page, keep: Sequence[bool]) -> list[int]:
    """Dropped headings, except links, after a kept block of their container and directly before another one.

    Directly before a question any kept block above suffices; the first heading may be above all (`_opens`).
    If their container only adds them to a list or text (`_is_headed`), the container around it counts.
    """
    containers, own = page.containers, page.blocks.container_of
    tags, parents = page.blocks.tags, containers.parents
    found: list[int] = []
    last = -1
    for at in range(len(keep) - 1):
        if keep[at]:
            last = at
        elif keep[at + 1] and (heading := _heading_around(page, at)) >= 0 and not _leads_elsewhere(page, at):
            outer = parents[heading]
            is_of_list = "li" in (tags[at + 1], containers.tags[parents[own[at + 1]]])
            while last == at - 1 and _is_headed(page, keep, outer, at, is_of_list):
                outer = parents[outer]
            is_within = containers.firsts[outer] <= last or (last < 0 and _opens(page, at))
            is_asked = last >= 0 and page.blocks.texts[at + 1][-1] in "?？"
            if is_asked or (is_within and at + 1 < containers.lasts[outer]):
                found.append(at)
    return found


def _heading_around(page: Page, block: int) -> int:
    """The heading that contains nothing but the block, perhaps in a ``div``; -1 if there is none."""
    of, heading = page.containers, page.blocks.container_of[block]
    while of.tags[heading] == "div" and of.lasts[of.parents[heading]] - of.firsts[of.parents[heading]] == 1:
        heading = of.parents[heading]
    return heading if of.tags[heading] in HEADINGS else -1


def _leads_elsewhere(page: Page, heading: int) -> bool:
    """Whether most of a heading is a link to another page, not to a place in its own, such as itself."""
    block = page.blocks[heading]
    link = next(chain(block.element.iter("a"), block.element.iterancestors("a")), block.element)
    return 2 * block.link_chars > len(block.text) and (link.get("href") or "#")[0] != "#"


def _opens(page: Page, heading: int) -> bool:
    """Whether a heading is the first of the text's own, not the title: a long paragraph or a list beside it follows."""
    own, texts = page.blocks.container_of[heading : heading + 2], page.blocks.texts
    parents, tags = page.containers.parents, page.blocks.tags
    is_item = tags[heading + 1] == "li"
    is_beside = parents[own[0]] == parents[parents[own[1]] if is_item else own[1]]
    is_title = tags[heading] == "h1" or letters(texts[heading]) in letters(page.title)
    return is_beside and not is_title and (is_item or len(texts[heading + 1].encode()) >= MIN_PARAGRAPH)


def _is_headed(page: Page, keep: Sequence[bool], outer: int, heading: int, is_of_list: bool) -> bool:
    """Whether a container begins with the heading, and the heading belongs to the text after it.

    That is so if it has nothing else, or a list follows, and it has no picture or link, as teasers do; or if all of its
    other text, except headings, is kept and is long enough.
    """
    containers = page.containers
    rest = range(heading + 1, containers.lasts[outer])
    is_whole = all(keep[at] or page.blocks.tags[at] in HEADINGS for at in rest)
    is_text = is_whole and sum(len(page.blocks.texts[at]) for at in rest) >= MIN_PARAGRAPH
    if containers.firsts[outer] != heading or not (is_of_list or is_text or not rest):
        return False
    found = containers.elements[outer].iter("a", "img", "video", "iframe")
    return is_text or all(step.tag == "a" and (step.get("href") or "#")[0] == "#" for step in found)


def enclosed(page: Page, keep: Sequence[bool]) -> list[int]:
    """Dropped blocks between two kept blocks of one container, if `are_texts` is true of them.

    Excluded are captions of figures, links to other pages, unless they are headings or a list after a colon, and lines
    after the first kept block: that may be the headline, and they the date or byline.
    """
    tags, of = page.blocks.tags, page.containers
    figures = (at for at, tag in enumerate(of.tags) if tag == "figure")
    pictured = {block for at in figures if of.elements[at].find(".//blockquote") is None for block in of.blocks(at)}
    found: list[int] = []
    start = next(compress(range(len(keep)), keep), 0)
    for before, after in pairwise(block for block, bit in enumerate(keep) if bit):
        between = range(before + 1, after)
        if not between or not are_texts(page, before, after) or (before == start and _are_lines(page, between)):
            continue
        rest = [block for block in between if block not in pictured]
        if _are_announced(page, before, rest) or not are_links(page, [at for at in rest if tags[at] not in HEADINGS]):
            found += rest
    return found


def _are_announced(page: Page, before: int, blocks: Sequence[int]) -> bool:
    """Whether blocks are the items of a list after a colon, but no links to places in the page."""
    are_items = len(blocks) > 1 and all(page.blocks.tags[at] == "li" for at in blocks)
    links = (place.get("href") or "" for at in blocks for place in page.blocks[at].places)
    return page.blocks.texts[before][-1] in ":：" and are_items and not any("#" in link for link in links)


def _are_lines(page: Page, blocks: range) -> bool:
    """Whether blocks are short paragraphs with the same parent as the block before them."""
    own, of = page.blocks.container_of, page.containers
    outer = of.parents[own[blocks.start - 1]]
    are_beside = all(page.blocks.tags[at] in ("p", "div") and of.parents[own[at]] == outer for at in blocks)
    return are_beside and sum(len(page.blocks.texts[at]) for at in blocks) < MIN_PARAGRAPH


def paragraphs(page: Page, keep: Sequence[bool]) -> list[int]:
    """Dropped long paragraphs without many links, in containers in which enough text of paragraphs is kept.

    Sibling containers of one tag and class, each perhaps alone in alike others, count as one if half of their text is
    kept, since a picture may divide an article. In a container without ``p``, each ``div`` without class counts as a
    paragraph, as blog editors write them.
    """
    texts, link_chars = page.blocks.texts, page.blocks.link_chars
    tags, parents, classes = page.containers.tags, page.containers.parents, page.containers.classes
    beside: defaultdict[tuple[float, tuple[object, ...]], list[int]] = defaultdict(list)
    with_p = {outer for outer, tag in zip(parents, tags, strict=True) if tag == "p"}
    outermost = cache(partial(_outermost, page))
    for block, container in enumerate(page.blocks.container_of):
        outer = parents[container]
        is_plain = tags[container] == "div" and not classes[container] and len(page.containers.blocks(container)) == 1
        if is_plain and outer not in with_p:
            beside[MIN_SIBLINGS, (outer,)].append(block)
        elif tags[container] == "p":
            beside[MIN_KEPT, (outer,)].append(block)
            box = outermost(outer) if classes[outer] else outer
            beside[MIN_SIBLINGS, (parents[box], tags[outer], classes[outer], tags[box], classes[box])].append(block)
    found: set[int] = set()
    for (least, _), blocks in beside.items():
        missing = [at for at in blocks if not keep[at] and 3 * link_chars[at] <= len(texts[at]) >= MIN_PARAGRAPH]
        kept = sum(len(texts[at]) for at in blocks if keep[at]) if missing else 0
        if kept and kept >= least * sum(len(texts[at]) for at in blocks):
            found.update(missing)
    return sorted(found)


def _outermost(page: Page, container: int) -> int:
    """The outermost of the containers below ``body`` that have only the blocks of ``container``."""
    of, parents = page.containers, page.containers.parents
    while parents[container] > 0 and of.blocks(parents[container]) == of.blocks(container):
        container = parents[container]
    return container


def boxes(page: Page, keep: Sequence[bool]) -> list[int]:
    """Dropped blocks of notes, quotations and embedded posts between kept texts, and of posts with some kept text.

    A quotation that is mostly links is an embedded post without text.
    """
    of, texts = page.containers, page.blocks.texts
    found: list[int] = []
    named = {*of.of_class(lambda names: _POST.search(names) or _NOTE.search(names), *_BOXES)}
    kept = [0, *accumulate(keep)]
    for box in sorted(named.union(at for at, tag in enumerate(of.tags) if tag == "blockquote")):
        is_post = _POST.search(of.classes[box]) is not None
        blocks, outer = of.blocks(box), of.parents[_outermost(page, box)]
        is_text = box in named or not are_links(page, blocks)
        is_between = kept[of.firsts[outer]] < kept[blocks.start] and kept[blocks.stop] < kept[of.lasts[outer]]
        if (is_between and is_text) or (is_post and of.total(kept, box)):
            least = 1 if is_post or box not in named else MIN_NOTE
            found += [at for at in blocks if not keep[at] and len(texts[at].strip('“”„"«»')) >= least]
    return found


def labels(page: Page, keep: Sequence[bool]) -> list[int]:
    """Dropped labels that show or hide the kept text right after them, such as the questions of an accordion."""
    of = page.containers
    named = {of.attributes[at]["id"]: of.blocks(at) for at in of.having("id")}
    pairs = ((of.firsts[at], named.get(of.attributes[at]["aria-controls"])) for at in of.having("aria-controls"))
    return [at for at, text in pairs if text and at + 1 == text.start and not keep[at] and any(keep[at : text.stop])]


def last_sentences(page: Page, keep: Sequence[bool], scores: Sequence[float]) -> list[int]:
    """The dropped short sentences, dates and remarks after the last kept paragraph that are like it and nearly kept."""
    blocks, own, of, last = page.blocks, page.blocks.container_of, page.containers, _last_kept(keep)

    def is_next(at: int) -> bool:
        kinds = {(of.parents[box], of.tags[box] == "p" or of.classes[box]) for box in (own[last], own[at])}
        is_line = len(kinds) == 1 and blocks.tags[at] in ("p", "div") and not blocks.link_chars[at]
        return is_line and scores[at] > NEARLY and _SENTENCE.fullmatch(blocks.texts[at]) is not None

    return [*takewhile(is_next, range(last + 1, len(keep)))]


def next_lines(page: Page, keep: Sequence[bool]) -> list[int]:
    """The dropped lines right after a kept block of the same parent: items of a list without parts, or an address.

    The block announces them with a colon, or it is the last kept paragraph and the list has no links.
    """
    blocks, of, texts, last, found = page.blocks, page.containers, page.blocks.texts, _last_kept(keep), list[int]()
    for at, first in enumerate(of.firsts):
        before, lines = first - 1, of.blocks(at)
        if before < 0 or not keep[before] or not lines or of.parents[at] != of.parents[blocks.container_of[before]]:
            continue
        is_announced = texts[before][-1] in ":：" and len(texts[before]) >= MIN_SENTENCE
        is_last = before == last and blocks.tags[last] == "p" and not any(blocks.link_chars[line] for line in lines)
        is_list = of.tags[at] in ("ul", "ol") and len(of.elements[at].findall("li")) == len(lines)
        is_line = is_list or (of.tags[at] == "p" and " " not in texts[first])
        if is_line and (is_announced or (is_last and len(lines) > 1)):
            found += [line for line in lines if not keep[line]]
    return found


def _last_kept(keep: Sequence[bool]) -> int:
    """The last kept block; the number of blocks if none is kept."""
    return max(compress(range(len(keep)), keep), default=len(keep))


def attachments(page: Page, keep: Sequence[bool]) -> list[int]:
    """Dropped blocks that are links to documents, in a container in which most of the text before them is kept.

    A link that shows the file's name, begins its own container and directly follows kept text counts as part of the
    container around that, and a link directly after another one in its container, such as the next item, as that one.
    """
    blocks, containers, own = page.blocks, page.containers, page.blocks.container_of
    chars = [0, *accumulate(len(text) if bit else -len(text) for text, bit in zip(blocks.texts, keep, strict=True))]
    found: list[int] = []
    for at, (text, bit) in enumerate(zip(blocks.texts, keep, strict=True)):
        if bit or 3 * blocks.link_chars[at] <= len(text):
            continue
        outer = containers.parents[own[at]]
        is_next = found[-1:] == [at - 1]
        is_item = is_next and containers.parents[own[at - 1]] == outer
        follows = is_next or (at > 0 and keep[at - 1])
        begins = follows and containers.firsts[outer] == at
        if not (is_item or begins or chars[at] > chars[containers.firsts[outer]]):
            continue
        links = [node.element for node in blocks.text_nodes(at) if not node.tail and node.element.tag == "a"]
        is_named = all(_FILE.search(text_of(link)) for link in links)
        if not links or not (is_named or all(_FILE.search(link.get("href") or "") for link in links)):
            continue
        while is_named and follows and containers.firsts[outer] == at and containers.parents[outer] >= 0:
            outer = containers.parents[outer]
        if is_item or chars[at] > chars[containers.firsts[outer]]:
            found.append(at)
    return found


def manual(page: Page, keep: Sequence[bool]) -> list[int]:
    """Dropped blocks of a page of documentation that is mostly kept: signatures, labels, short cells.

    They are in ``main``; without it, they are in the largest container below ``body`` around the kept ones: between its
    first heading below the title and the last kept block, or headings, paragraphs and code.
    """
    texts, links = page.blocks.texts, page.blocks.link_chars
    tags, parents = page.containers.tags, page.containers.parents
    kept = [block for block, bit in enumerate(keep) if bit]
    if not kept or not declares_manual(page):
        return []
    inside, beside = range(kept[0], kept[-1] + 1), _beside(page, range(kept[0], kept[-1]))
    prose = [block for block in inside if block not in beside and 2 * links[block] <= len(texts[block])]
    if sum(len(texts[block]) for block in prose if keep[block]) < MIN_MANUAL * sum(len(texts[at]) for at in prose):
        return []
    outer = page.blocks.around(kept[0], kept[-1])
    while not _is_main(page, outer) and parents[outer] >= 0 and tags[parents[outer]] not in ("body", "html"):
        outer = parents[outer]
    blocks: Sequence[int] = page.containers.blocks(outer)
    if not _is_main(page, outer):
        own = page.blocks.tags
        first = next(at for at in blocks if at >= kept[0] or (at not in beside and own[at] in HEADINGS - {"h1"}))
        most = {**dict.fromkeys((*HEADINGS, "p", "dt", "dd"), 0.5), "pre": 1.0}  # the share of links
        blocks = [at for at in blocks if first <= at <= kept[-1] or links[at] <= most.get(own[at], -1) * len(texts[at])]
    end = min((at for at in beside if at > kept[-1]), default=len(keep))
    missing = (at for at in blocks if at < end and not keep[at] and at not in beside)
    return [at for at in missing if not (links[at] and _SOURCE.fullmatch(texts[at]))]


def _is_main(page: Page, container: int) -> bool:
    """Whether a container's tag or role declares that it has the text of the page."""
    containers = page.containers
    return containers.tags[container] in ("main", "article") or containers.attributes[container].get("role") == "main"


def _beside(page: Page, kept: range) -> set[int]:
    """Blocks in menus, footers, tables of contents, buttons and hidden elements that are not around ``kept``."""
    containers = page.containers
    found = hidden_blocks(page)
    end = 0
    for tag, attributes, (first, last) in zip(containers.tags, containers.attributes, containers.spans(), strict=True):
        if last <= end:  # inside an element found before
            continue
        names = " ".join(attributes.get(name, "") for name in ("class", "id", "role"))
        is_around = first <= kept.start <= kept.stop < last
        if not is_around and (tag in ("nav", "footer", "button", "form") or _BESIDE.search(names)):
            found.update(range(first, last))
            end = last
    return found


RULES: Final = (heads_of_entries, enclosed, paragraphs, headings_within, boxes, labels, manual, next_lines)
"""The rules that need only the page and its kept blocks; they are not applied to threads."""
