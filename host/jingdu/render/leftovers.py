"""Finds kept blocks that are not part of the article: repeated bylines, disclaimers, links to others, buttons …"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import islice, pairwise
from typing import Final

from jingdu.page.metadata import repeats
from jingdu.page.model import Block, Metadata
from jingdu.page.query import HEADINGS, outwards
from jingdu.render import code
from jingdu.text.sections import Sections
from jingdu.text.words import letters

FIRST: Final = 4
"""Number of first kept blocks that may repeat the byline or the date."""
LAST: Final = 6
"""Number of last kept blocks that may disclaim liability, like the first ones."""
MAX_LINE: Final = 70
"""Maximum characters of a label, a total or a repeated line that is left out."""
_PARTS: Final = frozenset({"td", "th", "dt", "li", "h1", "h2", "h3", "h4", "h5", "h6"})
"""Tags of containers that stay, except for some headings."""
_HEADINGS: Final = frozenset({"h2", "h3", "h4", "h5", "h6"})
_REPEATING: Final = frozenset({"dt", "td", "th", "pre", "figcaption"})
"""Tags of containers that may have the same text as the one beside them."""
_TEXTS: Final = Sections(__file__)
_ADVERTS: Final = frozenset(_TEXTS.words("adverts"))
_BUTTONS: Final = _ADVERTS.union(_TEXTS.words("buttons"))
_LINKS: Final = frozenset(_TEXTS.words("links"))
_TOTAL: Final = re.compile(_TEXTS.alternatives("total"), re.IGNORECASE)
_PROMPT: Final = re.compile(rf"\W*(?:{_TEXTS.alternatives('prompt')})\W*")
_TEASER: Final = re.compile(rf"\W{{0,4}}(?:{_TEXTS.alternatives('teaser')})(?P<sign>\s?[:：»|–—-]\s?)?", re.I)
MAX_TEASER: Final = 200
"""Maximum characters of a label and its link together."""
MIN_LABEL: Final = 6
"""Minimum characters of a label without a sign after it; shorter ones may be a name."""
MIN_BUTTONS: Final = 3
"""Minimum number of equal labels that are buttons, each below the text that it belongs to."""
_ORDINAL: Final = re.compile(r"(\d{1,3})[.)]?|[•◦▪‣∙·–—]")
"""The number of an item, or the sign before it."""
_CONTENTS: Final = frozenset(_TEXTS.words("contents"))
MAX_CONTENTS: Final = 24
"""Maximum characters of such a heading."""
MAX_NUMBER: Final = 8
"""Maximum characters of an entry beside its link."""
_META: Final = re.compile(r"(?:^|[\s-])(?:article-meta|meta-?)(?:line|data)(?:$|[\s-])")
"""Classes of lines with author, section and date above a text."""
_STEPS: Final = frozenset({"next", "prev", "previous", "up"})
"""Types of links from a page of a document to those around it."""
_LEGAL: Final = re.compile(rf"^\W*(?:{_TEXTS.alternatives('legal')})")
_RIGHTS: Final = re.compile(_TEXTS.alternatives("rights"))
MAX_LEGAL: Final = 160
"""Maximum characters of such a line."""
_PROMOTION: Final = re.compile(
    r"\W{0,9}(?:(?:want|like|love|enjoy|looking)\b.{0,60}\?\W{1,9}|[^.:]{0,70}:\s)?"
    rf"(?:please |now |jetzt |hier |欢迎|歡迎|请|請|立即|即刻)?(?:{_TEXTS.alternatives('promotion')})"
)
"""Beginnings of lower-case lines, perhaps after a question or a label."""
MAX_PROMOTION: Final = 280
"""Maximum characters of such a line."""
_DISCLAIMER: Final = re.compile(_TEXTS.alternatives("disclaimer"))
"""Ignored if the article itself is a statement."""
_PAID: Final = re.compile(_TEXTS.alternatives("paid"), re.IGNORECASE)
MAX_DISCLAIMER: Final = 500
"""Maximum characters of a disclaimer, or of a text about paid links."""


def without(kept: Iterable[Block], facts: Metadata, included: Set[int] = frozenset()) -> list[Block]:
    """``kept`` without leftovers, and without headings at the start that a larger heading follows.

    Blocks that the user ``included`` stay.
    """
    blocks = list(kept)
    left = _teasers(blocks) | _contents(blocks) | {*_lines(blocks, facts), *_repeated(blocks), *_above(blocks, facts)}
    rest = [block for block in blocks if block.index not in left or block.index in included]
    tags = [block.element.tag for block in rest]
    larger = (at for at, (tag, after) in enumerate(pairwise(tags)) if not (tag in _HEADINGS and "h1" <= after < tag))
    start = next(larger, 0)
    return [block for at, block in enumerate(rest) if at >= start or block.index in included]


def _lines(kept: Sequence[Block], facts: Metadata) -> Iterator[int]:
    """The indexes of blocks that are leftovers by themselves, or disclaimers at the start or end."""
    is_statement = re.search("[声聲]明", facts.title) is not None
    end = max(FIRST, len(kept) - LAST)
    for number, (block, after) in enumerate(zip(kept, [*(one.element.tag for one in kept[1:]), ""], strict=True)):
        is_short = len(block.text) <= MAX_DISCLAIMER
        if (
            _is_leftover(block, number < FIRST, after, facts)
            or (is_short and not is_statement and not FIRST <= number < end and _DISCLAIMER.match(block.text))
            or (is_short and number >= end and _PAID.match(block.text))
            or _is_number(block)
        ):
            yield block.index


def _repeated(kept: Sequence[Block]) -> Iterator[int]:
    """The indexes of blocks with the text of the block beside them, if it is long or a heading, which stays."""
    for before, block in pairwise(kept):
        tags = {before.element.tag, block.element.tag}
        says_much = len(block.text) > MAX_LINE or not _HEADINGS.isdisjoint(tags)
        if before.text == block.text and says_much and _REPEATING.isdisjoint(tags):
            yield (before if block.element.tag in _HEADINGS or block is kept[-1] else block).index  # or pictures follow
        elif "shortcomment" in (before.element.get("class") or "") and block.text.startswith(before.text):
            yield before.index  # by Scaladoc


def _is_number(block: Block) -> bool:
    """Whether a block is the number or sign of an item, above the item's text; the list shows it itself."""
    of, at, found = block.blocks.containers, block.blocks.container_of[block.index], _ORDINAL.fullmatch(block.text)
    for item in (at, max(of.parents[at], 0)) if found else ():
        is_above = of.tags[item] == "li" and of.firsts[item] <= block.index < of.lasts[item] - 1
        if found and is_above and (not found[1] or of.tags[of.parents[item]] == "ol"):
            before = of.elements[item].itersiblings("li", preceding=True)
            return not found[1] or int(found[1]) == 1 + len([*islice(before, int(found[1]))])
    return False


def _is_leftover(block: Block, is_early: bool, after: str, facts: Metadata) -> bool:
    """Whether a block is a leftover by itself; ``after`` is the tag of the next block's container."""
    text, element = block.text, block.element
    tag, size = element.tag, len(text)
    is_heading, is_short = tag in _HEADINGS, size <= MAX_LINE
    around = islice(outwards(element), 2 if is_early else 0)
    is_meta = any(_META.search(step.get("class") or "") for step in around)
    is_step = 3 * block.link_chars >= size and any(link.get("rel") in _STEPS for link in block.places)
    lower = text.lower() if size <= MAX_PROMOTION else ""
    if is_meta or is_step or ((is_heading or tag not in _PARTS) and _PROMOTION.match(lower)):
        return True
    # the path to the article, such as “Home › Lamps › The title”
    is_path = block.links and text.endswith(facts.title or "\n") and 2 * (block.link_chars + len(facts.title)) >= size
    is_repeat = is_early and (is_path or ((is_short or is_heading) and repeats(text, facts)))
    if tag in _PARTS:
        return is_heading and (is_repeat or text.casefold() in _ADVERTS)
    is_legal = size <= MAX_LEGAL and tag != "pre" and bool(_LEGAL.match(lower) or _RIGHTS.search(lower))
    return is_legal or is_repeat or (is_short and (_is_label(block) or (after == "pre" and bool(code.named(text)))))


def _teasers(kept: Sequence[Block]) -> set[int]:
    """The indexes of links to other articles, and of their labels if these are lines of their own."""
    found: set[int] = set()
    times = Counter(block.text for block in kept)
    for block in (block for block in kept if block.links and len(block.text) <= MAX_TEASER):
        size, links = len(block.text), block.link_chars
        label = _TEASER.match(block.text)
        if label and label.end() + links >= size - 3:  # a space before it, a sign after it
            if label["sign"] or MIN_LABEL <= label.end() <= size - links + 1:
                found.add(block.index)
        elif block.index and links >= size - 3:
            before = block.blocks[block.index - 1]
            is_label = not before.link_chars and times[before.text] < MIN_BUTTONS and _TEASER.fullmatch(before.text)
            if before.index in found or is_label:
                found |= {before.index, block.index}
    return found


def _above(kept: Sequence[Block], facts: Metadata) -> set[int]:
    """The indexes of short blocks above the heading with the title: a section, or the motto of the site."""
    if not kept:
        return set()
    blocks, within, title = kept[0].blocks, range(kept[0].index, kept[-1].index), letters(facts.title)
    headline = next((at for at in within if blocks.tags[at] in HEADINGS and letters(blocks.texts[at]) == title), 0)
    above = {block.index: len(block.text) for block in kept if block.index < headline}
    return set(above) if sum(above.values()) <= MAX_LINE else set()


def _contents(kept: Sequence[Block]) -> set[int]:
    """The indexes of tables of contents, since the reader has its own: a heading, and the links below it, if any."""
    found, is_within = set[int](), False
    for block, after in pairwise(kept):
        is_within = (is_within and _is_entry(block)) or (len(block.text) <= MAX_CONTENTS and _is_above(block, after))
        if is_within:
            found.add(block.index)
    return found


def _is_above(block: Block, after: Block) -> bool:
    """Whether a short block is the label of a table of contents, of which the kept block ``after`` may be the first."""
    tag, below = block.element.tag, block.blocks[block.index + 1 : after.index]
    if block.text.strip(" :：").casefold() in _CONTENTS:
        return after.element.tag in _HEADINGS or _is_entry(block.blocks[block.index + 1])
    is_label = tag not in _PARTS or (tag in _HEADINGS and "h1" <= after.element.tag <= tag)
    return is_label and len(below) > 1 and all(map(_leads_within, below))


def _is_entry(block: Block) -> bool:
    return block.element.tag not in _HEADINGS and block.link_chars >= max(1, len(block.text) - MAX_NUMBER)


def _leads_within(block: Block) -> bool:
    """Whether a block is only a link to a place in a page."""
    return _is_entry(block) and any("#" in (place.get("href") or "")[:-1] for place in block.places)


def _is_label(block: Block) -> bool:
    """Whether a block is only a checkbox, a prompt, a total, or the words of a link or button."""
    words = block.text.strip(" .…>»→›:：·|").casefold()
    return (
        (block.element.tag == "label" and not any(map(str.isalnum, words)))
        or _PROMPT.fullmatch(block.text) is not None
        or _TOTAL.fullmatch(words) is not None
        or words in _BUTTONS
        or (words in _LINKS and block.link_chars >= len(words))
    )
