"""Finds note marks in the text, and the notes they refer to."""

import re
from bisect import bisect_right
from collections.abc import Container, Iterable, Iterator
from itertools import accumulate, islice, takewhile
from typing import Final, NamedTuple

from lxml import etree

from jingdu.page.model import Block, Element, Page
from jingdu.page.query import elements, inner_text, outwards
from jingdu.text.addresses import Addresses

MAX_LEVELS: Final = 6
"""Maximum levels from a text node up to the link around it; Word has five."""
MAX_NOTE: Final = 1000
"""Maximum characters of a note."""
MAX_APART: Final = 3
"""Maximum distance between a mark and the note beside it, in elements."""
MAX_MARK: Final = 6
"""Maximum characters of a mark without a link."""
NAME: Final = "jingdu-note-"
"""Prefix of generated ids."""

_NAMED: Final = etree.XPath("//@id/.. | //a[@name]")
_ASIDE: Final = frozenset({"span", "small"})
_BESIDE: Final = re.compile(
    r"(?:^|\s)(?:sidenote|marginnote|footnote[_-]*(?:tooltip|content|text|body)|[\w-]*footnotes?__note|ltx_note_outer)(?:\s|$)"
)
_NUMBER: Final = re.compile(r"[\[(*]?\d{1,3}[\])]?")
_PLAIN: Final = re.compile(
    r"[\[［【〔(（]\s*(?P<inside>\d{1,3})(?:\s*[-–,，、]\s*\d{1,3})*\s*[\]］】〕)）]|(?P<bare>\d{1,3})"
)
_ENTRY: Final = re.compile(r"(?:[\[［【〔(（]\s*(\d{1,3})\s*[\]］】〕)）]|(\d{1,3})\s*[.．、])\s*\S")
_LETTER: Final = re.compile(r"[^\W\d_]{2}")
_CONTAINERS: Final = frozenset({"li", "p", "dd", "aside", "div"})


class Mark(NamedTuple):
    """A mark, its note, and the note's id; if the page has no link, ``own`` is true and the id is generated."""

    element: Element
    note: Element
    name: str
    own: bool = False


# links to notes


class Inward(NamedTuple):
    """A link to an id in the same page."""

    link: Element
    name: str


def inward(blocks: Iterable[Block], addresses: Addresses) -> Iterator[Inward]:
    """The links in ``blocks`` to ids in the same page."""
    for block in blocks:
        if block.links:
            for place, is_tail in block.blocks.text_nodes(block.index):
                link = None if is_tail else next((step for step in _around(place) if step.tag == "a"), None)
                if link is not None and "#" in (href := link.get("href") or "") and (name := addresses.fragment(href)):
                    yield Inward(link, name)


def _around(place: Element) -> Iterator[Element]:
    """``place`` and the elements around it, ``MAX_LEVELS`` in all."""
    return islice(outwards(place), MAX_LEVELS)


def linked(page: Page, links: Iterable[Inward]) -> list[Mark]:
    """Marks among ``links`` that refer to a note; links back from a note are not marks."""
    marks = [link for link in links if _is_mark(link.link)]
    names = {link.name for link in marks}
    containers = set(page.containers.elements) if marks else set()
    notes: dict[str, Element] = {}
    for element in elements(_NAMED, page.root) if marks else ():
        name = next((value for value in (element.get("id"), element.get("name")) if value in names), None)
        if name and name not in notes and (note := _note(element, containers)) is not None:
            notes[name] = note
    found: list[Mark] = []
    around: set[Element] = set()
    for link, name in marks:
        if (note := notes.get(name)) is not None and note not in around:
            found.append(Mark(link, note, name))
        around.update(islice(link.iterancestors(), MAX_LEVELS * 2))
    return found


def _is_mark(link: Element) -> bool:
    """Whether the link looks like a mark: superscript, a number, or declared as one."""
    return is_sure(link) or _NUMBER.fullmatch(start_of(link)) is not None


def is_declared(link: Element) -> bool:
    """Whether a link is declared as a mark, by its role or class."""
    return link.get("role") == "doc-noteref" or "footnote" in (link.get("class") or "")


def start_of(link: Element) -> str:
    """The text of the first text nodes in ``link``."""
    return "".join(map(str, islice(link.itertext(), MAX_LEVELS))).strip()


def is_raised(mark: Element) -> bool:
    """Whether the mark is superscript."""
    return any(step.tag == "sup" for step in _around(mark)) or next(mark.iter("sup"), None) is not None


def is_sure(mark: Element) -> bool:
    """Whether a mark needs no link back from its note as evidence, because it is superscript or declared."""
    return is_raised(mark) or is_declared(mark)


def _note(element: Element, containers: Container[Element]) -> Element | None:
    """The note at ``element``: the item or paragraph that begins with it, or the description of a term."""
    if element.tag == "dt" and len(start_of(element)) <= MAX_MARK:
        return next(element.itersiblings("dd"), None)
    note = next((step for step in outwards(element) if step in containers), None)
    if note is None or note.tag not in _CONTAINERS or _is_long(note):
        return None
    for event, step in etree.iterwalk(note, events=("start", "end")):
        if step is element:
            return note
        text = step.text if event == "start" else step.tail
        if text and _LETTER.search(text):
            break
    return None


def _is_long(element: Element) -> bool:
    """Whether ``element`` is too long for a note."""
    return any(length > MAX_NOTE for length in accumulate(map(len, element.itertext())))


# marks without a link


def listed(page: Page, kept: list[Block]) -> Iterator[Mark]:
    """The superscript numbers outside links, with notes after the last of them; none if a number has no note."""
    numbers = {sup: found for sup in page.by_tag["sup"] if (found := _PLAIN.fullmatch(inner_text(sup).strip()))}
    if not numbers:
        return
    blocks, indexes = page.blocks, {block.index for block in kept}
    rows: dict[Element, int] = {}
    labels: dict[int, int] = {}
    for at, step in enumerate(blocks.places):
        if step in numbers and not blocks.tails[at]:
            row = bisect_right(blocks.places_from, at) - 1
            if at == blocks.places_from[row]:
                labels[int(numbers[step]["inside"] or numbers[step]["bare"])] = row
            elif row in indexes and next(step.iterancestors("a"), None) is None:
                rows[step] = row
    for kind in ("inside", "bare"):
        marks = {step: int(number) for step in rows if (number := numbers[step][kind])}
        last = max((rows[step] for step in marks), default=0)
        after = {number: row for number, row in labels.items() if row > last}
        notes = {n: blocks[row].element for n, row in after.items()} if marks else {}
        if marks and not notes and kind == "inside":
            notes = _listed_after(page, last)
        if all(n in notes and notes[n].tag in _CONTAINERS and not _is_long(notes[n]) for n in marks.values()):
            yield from (Mark(step, notes[n], f"{NAME}{n}", own=True) for step, n in marks.items())


def _listed_after(page: Page, last: int) -> dict[int, Element]:
    """Number → the first block after ``last`` that begins with it; if none does, the item of the next ordered list."""
    found: dict[int, Element] = {}
    for row, text in enumerate(page.blocks.texts[last + 1 :], last + 1):
        if number := _ENTRY.match(text[:40]):
            found.setdefault(int(number[1] or number[2]), page.blocks[row].element)
    containers = zip(page.containers.elements, page.containers.firsts, strict=True)
    lists = (element for element, first in containers if element.tag == "ol" and first > last)
    return found or dict(enumerate(next(lists, page.root).iterchildren("li"), 1))


def _asides(place: Element, container: Element) -> Iterator[Element]:
    """The elements around ``place``, inside its ``container``, that are notes by their class."""
    inside = takewhile(lambda step: step is not container, _around(place))
    return (step for step in inside if step.tag in _ASIDE and _BESIDE.search(step.get("class") or ""))


def beside(page: Page, kept: list[Block]) -> Iterator[Mark]:
    """Marks with their notes directly after them, in the same paragraph."""
    blocks = page.blocks
    notes: dict[Element, None] = {}
    for block in kept:
        if not _ASIDE.isdisjoint(blocks.inline_tags(block.index)):
            for place in block.places:
                notes.update(dict.fromkeys(_asides(place, block.element)))
    for number, note in enumerate(notes, 1):
        for sibling in islice(note.itersiblings(preceding=True), MAX_APART):
            if (sibling.tail or "").strip():
                break
            mark = sibling if sibling.tag in ("a", "sup", "label") else next(sibling.iter("sup"), None)
            if mark is not None and len(inner_text(mark).strip()) <= MAX_MARK:
                yield Mark(mark, note, f"{NAME}beside-{number}", own=True)
                break
