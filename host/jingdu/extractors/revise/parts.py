"""Tables, lists and definition lists that are kept whole."""

from collections.abc import Iterable, Sequence
from itertools import accumulate, takewhile
from typing import Final

from jingdu.page.model import Page
from jingdu.page.query import HEADINGS, hidden_blocks, kept_sizes

PARTS: Final = {"table": ("td", "th"), "ul": ("li",), "ol": ("li",), "dl": ("dt", "dd")}
"""Tag → tags of its cells or items."""
TEXTS: Final = HEADINGS | PARTS.keys() | {"p", "blockquote", "figure", "pre", "td", "th", "li", "dt", "dd"}
"""Tags of elements that are kept where the text before and after them is."""
MAX_CELL: Final = 200
"""Maximum mean characters per cell of a data table; layout tables have more."""
MAX_PARTS: Final = 3
"""Maximum mean number of blocks per cell or item; with more, each item is an article of its own."""
MAX_HEADINGS: Final = 50
"""First blocks of a table that are searched for column headings."""


def incomplete(page: Page, keep: Sequence[bool]) -> list[int]:
    """Dropped visible blocks of tables and lists of which most text, a column heading, or the whole body is kept.

    Any kept text suffices in a definition list, and between kept texts unless the table or list is mostly links.
    """
    own, of = page.blocks.tags, page.containers
    kept = [0, *accumulate(kept_sizes(page, keep))]
    chars = [0, *accumulate(map(len, page.blocks.texts))]
    missing: list[int] = []
    end = 0
    for container in (at for at, tag in enumerate(of.tags) if tag in PARTS):
        first, last = of.firsts[container], of.lasts[container]
        part, total = of.total(kept, container), of.total(chars, container)
        if first < end or not 0 < part < total:
            continue
        top = range(first, min(last, first + MAX_HEADINGS))
        body = next((at for at in top if own[at] != "th"), top.stop)
        is_whole = (
            part > total / 2
            or _has_headings(page, keep, top)
            or chars[last] - chars[body] == kept[last] - kept[body] > 0
            or of.tags[container] == "dl"
            or _is_between(page, keep, first, last)
        )
        if is_whole and _is_data(page, container, total):
            missing += [block for block in range(first, last) if not keep[block]]
            end = last
    hidden = hidden_blocks(page) if missing else ()
    return [block for block in missing if block not in hidden]


def _has_headings(page: Page, keep: Sequence[bool], blocks: range) -> bool:
    """Whether the first row has at least two headings and one is kept; headings are useless without the rest."""
    tags, rows = page.containers.tags, page.containers.parents
    own = page.blocks.container_of[blocks.start : blocks.stop]
    start = next((at for at, container in enumerate(own) if tags[container] != "caption"), 0)
    cells = list(takewhile(lambda cell: tags[cell] == "th" and rows[cell] == rows[own[start]], own[start:]))
    return len(cells) > 1 and any(keep[blocks[start] : blocks[start] + len(cells)])


def _is_between(page: Page, keep: Sequence[bool], first: int, last: int) -> bool:
    """Whether a table or list (blocks ``first`` to ``last``, exclusive) is between kept texts and not mostly links."""
    if not 0 < first < last < len(keep) or not (keep[first - 1] and keep[last]):
        return False
    return not are_links(page, range(first, last)) and are_texts(page, first - 1, last)


def are_links(page: Page, blocks: Iterable[int]) -> bool:
    """Whether more than half of the text of ``blocks`` is in links."""
    texts, links = page.blocks.texts, page.blocks.link_chars
    return sum(2 * links[at] - len(texts[at]) for at in blocks) > 0


def _is_data(page: Page, container: int, chars: int) -> bool:
    """Whether a table or list has data. A list of articles has none, nor a layout table with most text in one cell.

    Neither has an unclosed one, with most of the page after its last item.
    """
    containers = page.containers
    depths, tag, firsts, lasts = containers.depths, containers.tags[container], containers.firsts, containers.lasts
    end = next((at for at in range(container + 1, len(depths)) if depths[at] <= depths[container]), len(depths))
    parts = [at for at in range(container + 1, end) if containers.tags[at] in PARTS[tag]]
    own, texts, first = page.blocks.tags, page.blocks.texts, firsts[container]
    nested = () if tag == "table" else PARTS[tag]
    sizes = [0 if own[at] in nested else len(texts[at]) for at in containers.blocks(container)]
    before = [0, *accumulate(map(bool, sizes))], [0, *accumulate(sizes)]
    for part in parts:
        number, size = (sums[lasts[part] - first] - sums[firsts[part] - first] for sums in before)
        if number > MAX_PARTS and 2 * size > chars:
            return False
    inside = {block for part in parts for block in containers.blocks(part)}
    if 2 * sum(len(texts[block]) for block in inside) < chars:
        return False
    if tag == "table" and ("table" in containers.tags[container + 1 : end] or chars > MAX_CELL * len(parts)):
        return False
    return len(parts) > 1 and lasts[container] - firsts[container] <= MAX_PARTS * len(parts)


def are_texts(page: Page, before: int, after: int) -> bool:
    """Whether two blocks have one parent, and those between are in its children of ``TEXTS`` or of the tag of both.

    A block in a list, table or quotation that the other is not in counts as that.
    """
    of, container_of = page.containers, page.blocks.container_of
    tags, parents, ends = of.tags, of.parents, [container_of[before], container_of[after]]
    while parents[ends[0]] != parents[ends[1]]:
        deeper = int(of.depths[ends[0]] < of.depths[ends[1]])
        if not {tags[ends[deeper]], tags[parents[ends[deeper]]]} <= TEXTS:
            return False
        ends[deeper] = parents[ends[deeper]]
    outer, alike = parents[ends[0]], tags[ends[0]] if tags[ends[0]] == tags[ends[1]] else None
    for own in container_of[before + 1 : after]:
        container = own
        while container > outer and parents[container] != outer:
            container = parents[container]
        is_text = tags[container] in TEXTS or (container == own and tags[container] == alike)
        if container <= outer or not is_text:
            return False
    return True
