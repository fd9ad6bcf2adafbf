"""Notes: the marks in kept text, their notes, and links back.

A note with a kept mark is always kept. Marks are links to a list item, a paragraph or an aside; superscript numbers
without a link but with notes at the end; and signs with their note beside them. Notes within the text are moved to the
end, as items of a list.
"""

import re
from collections.abc import Container
from dataclasses import dataclass, field
from itertools import islice, takewhile
from typing import Final

from jingdu.page.model import Block, Element, Page
from jingdu.page.query import HEADINGS, inner_text, outwards
from jingdu.render import note_marks
from jingdu.render.markup import escape
from jingdu.render.note_marks import NAME, Mark
from jingdu.render.openers import OPENERS, lettered
from jingdu.render.walk import Close, Marks, Opener, Walk, nothing, skipped
from jingdu.text.addresses import Addresses

_SIGN: Final = re.compile(r"[\w*†‡§]{1,3}")
_WORD: Final = re.compile(r"\w{4}")
_ABOVE: Final = HEADINGS | {"dt"}
"""Tags of headings of lists of notes; such a heading is kept with its list."""
_LETTER: Final = re.compile("[a-zA-Z]")


@dataclass(frozen=True)
class Notes:
    """The notes of an article."""

    kept: list[Block]
    """The kept blocks, including those of the notes."""
    targets: set[str]
    """The ids that links in ``kept`` refer to, except those of ``moved``."""
    names: set[str] = field(default_factory=set)
    """The ids of the notes."""
    openers: dict[Element, Opener] = field(default_factory=dict)
    """Openers of marks and notes."""
    moved: dict[Element, tuple[str, Opener | None]] = field(default_factory=dict)
    """Note to be moved to the end → its id, and its opener there; None stands for its tag's opener."""

    def write_moved(self, walk: Walk) -> None:
        """Writes the moved notes as the items of a list."""
        walk.writer.rule()
        walk.writer.open_frame("ol")
        for note, (name, opener) in self.moved.items():
            walk.own.pop(note)
            if opener:
                walk.own[note] = opener
            walk.writer.open_frame("li")
            walk.writer.anchor(name)
            walk.keeping_all += 1
            walk.run(Marks(note, set(), set(), {note}, set(), 0))
            walk.keeping_all -= 1
            walk.writer.close_frame()
        walk.writer.close_frame()


def find(page: Page, kept: list[Block], addresses: Addresses) -> Notes:
    """Finds the notes of ``kept``."""
    links = list(note_marks.inward(kept, addresses))
    by_link = note_marks.linked(page, links)
    by_number = list(note_marks.listed(page, kept)) if page.by_tag["sup"] else []
    by_place = list(note_marks.beside(page, kept))
    marks: dict[Element, list[Mark]] = {}
    for mark in {mark.element: mark for mark in (*by_link, *by_number, *by_place)}.values():
        marks.setdefault(mark.note, []).append(mark)
    if not marks:
        return Notes(kept, {link.name for link in links})
    apart = {mark.note for mark in by_place}
    indexes = {block.index for block in kept}
    containers = page.containers
    for element, (first, last) in zip(containers.elements, containers.spans(), strict=True):
        if element in marks and element not in apart:
            is_new = first > 0 and first not in indexes and any(step.tag == "li" for step in outwards(element))
            is_headed = is_new and page.blocks.tags[first - 1] in _ABOVE
            indexes.update(range(first - 1 if is_headed else first, last))
    kept = [page.blocks[index] for index in sorted(indexes)]
    found = Notes(kept, {link.name for link in note_marks.inward(kept, addresses)})
    known = {mark.name for mark in by_link}
    for number, (note, of_note) in enumerate(marks.items(), 1):
        back = [link for link in note.iter("a") if _leads_back(link, known, addresses)]
        if sure := [mark for mark in of_note if back or mark.own or note_marks.is_sure(mark.element)]:
            found.names.update(mark.name for mark in sure)
            _connect(found, sure, back, number, note in apart or _is_apart(note, marks.keys()))
    found.targets.difference_update(name for name, _ in found.moved.values())
    return found


def _is_apart(note: Element, notes: Container[Element]) -> bool:
    """Whether the note is within the text, and not in a list of notes."""
    names = f"{note.get('class') or ''} {note.get('role') or ''}"
    is_apart = note.tag == "aside" or (note.tag == "div" and "note" in names)
    return is_apart and not any(inner in notes for inner in note.iterdescendants())


def _leads_back(link: Element, notes: Container[str], addresses: Addresses) -> bool:
    """Whether ``link``, in a note, leads back to the text."""
    name, text = addresses.fragment(link.get("href") or ""), note_marks.start_of(link)
    return bool(name) and name not in notes and not _WORD.search(text)


def _connect(found: Notes, marks: list[Mark], links_back: list[Element], number: int, is_moved: bool) -> None:
    """Adds the openers of a note and its marks, and a link back if the note has none or is moved."""
    first, note = marks[0], marks[0].note
    back = f"{NAME}ref-{number}" if is_moved or not links_back else None
    for mark in marks:
        sign = inner_text(mark.element).strip().strip("[]" if note_marks.is_declared(mark.element) else "")
        raised = _SIGN.fullmatch(sign) is not None and not note_marks.is_raised(mark.element)
        if mark.own or raised or (back and mark is first):
            found.openers[mark.element] = _mark_opener(mark, number, back if mark is first else None, raised)
    found.openers.update(_list_opener(note, inner_text(first.element).strip(" []()")))
    end, name = _end(note), None if is_moved or not first.own else first.name
    if name:
        found.openers[note] = _note_opener(name, None)
    if back and not (is_moved and end is note):
        found.openers[end] = _note_opener(name if end is note else None, back)
    if is_moved:
        found.openers.update((_label(link, note), skipped) for link in links_back)
        whole = inner_text(note).strip()
        labels = takewhile(lambda step: inner_text(step).strip() in (sign, whole), note.iter())
        found.openers.update((step, skipped) for step in labels if sign and inner_text(step).strip() == sign)
        found.openers[note] = skipped
        found.moved[note] = (first.name, _note_opener(None, back) if end is note else None)


def _list_opener(note: Element, label: str) -> dict[Element, Opener]:
    """The opener of the ordered list around a note, if letters as markers give the note the ``label`` of its mark."""
    items = note.getparent()
    if items is None or items.tag != "ol" or items.get("type") or not _LETTER.fullmatch(label):
        return {}
    at = sum(1 for _ in islice(note.itersiblings("li", preceding=True), 26))  # no letter comes after the 26th
    styles = {chr(ord("a") + at): "a", chr(ord("A") + at): "A"} | ({"i": "i", "I": "I"} if at == 0 else {})
    return {items: lettered(styles[label])} if label in styles else {}


# openers


def _mark_opener(mark: Mark, number: int, back: str | None, raised: bool) -> Opener:
    """The opener of a mark, which gets the id ``back``, and a link to its note if it has none."""

    def open_mark(walk: Walk, element: Element, tag: str) -> Close | None:
        if back:
            walk.writer.anchor(back)
        is_blank = not inner_text(element).strip()
        opened = (raised or is_blank) and walk.writer.open_inline("sup", "<sup>")
        close = OPENERS[tag](walk, element, tag) if not mark.own or tag == "sup" else nothing
        is_linked = mark.own and walk.writer.open_inline("a", f'<a href="#jd-{escape(mark.name)}">', mark.name)
        if is_blank:
            walk.writer.text(str(number))

        def leave() -> None:
            if is_linked:
                walk.writer.close_inline()
            if close:
                close()
            if opened:
                walk.writer.close_inline()

        if close is None:
            leave()
            return None
        return leave

    return open_mark


def _note_opener(name: str | None, back: str | None) -> Opener:
    """The opener of a note, which gets the id ``name``, and a link to ``back`` at its end."""

    def open_note(walk: Walk, element: Element, tag: str) -> Close | None:
        if name:
            walk.writer.anchor(name)
        close = OPENERS[tag](walk, element, tag)

        def leave() -> None:
            if back and walk.writer.open_inline("a", f'<a href="#jd-{back}">', back):
                walk.writer.text(" ↩")
                walk.writer.close_inline()
            if close:
                close()

        return leave if close else None

    return open_note


def _label(link: Element, note: Element) -> Element:
    """The outermost element in ``note`` that contains only the link and brackets."""
    marks = " \n\t[](){}."
    text = inner_text(link).strip(marks)
    outer = takewhile(lambda step: step is not note and inner_text(step).strip(marks) == text, link.iterancestors())
    return [link, *outer][-1]


def _end(note: Element) -> Element:
    """The last paragraph of a note, or the note itself."""
    while len(note) and note[-1].tag in ("p", "div") and not (note[-1].tail or "").strip():
        if not inner_text(note[-1]).strip():
            break
        note = note[-1]
    return note
