"""Footnotes of an article: which elements are notes, and which their marks in the text."""

from __future__ import annotations

import re
from itertools import count
from typing import Final

from jingdu.page.model import Element
from jingdu.page.query import inner_text

_MARK: Final = re.compile(r"[\[(]?\s*([\w*†‡§]{1,8})\s*[\])]?")
_LABEL: Final = re.compile(r"[^\W_]{1,8}")
_BACK: Final = re.compile(r"[\s\d↩↑^⏎←\ufe0e\ufe0f\[\](){}.]*|back|返回|jump up", re.I)
_DESTINATION: Final = re.compile(r"\A(\S+?)(?=\\?\n|\Z| +[\"'(])")
"""What CommonMark would take for the address of a link that is defined, where nothing else follows it."""
_UNFIT: Final = frozenset("ul ol dl blockquote pre table figure details h1 h2 h3 h4 h5 h6 hr".split())
"""Blocks that a note can't hold in every renderer."""


class Notes:
    """The notes under ``root``.

    A mark is a short link in ``sup`` (or in brackets) to an anchor at the start of a list item or paragraph.
    """

    def __init__(self, root: Element) -> None:
        self._marks: dict[Element, str] = {}
        self._notes: dict[Element, str] = {}
        self._dropped: set[Element] = set()
        by_target = {name: _note(anchor) for anchor in root.iter("a") if (name := anchor.get("id"))}
        around: set[Element] = set()
        """What holds a mark: a link to it leads back."""
        for link in root.iter("a") if by_target else ():
            note = by_target.get((link.get("href") or "").removeprefix("#"))
            if note is not None and note not in around and (found := _mark(link)) and note not in link.iterancestors():
                around.update(link.iterancestors())
                self._marks[_raised(link)] = self._notes.setdefault(note, self._label(found))
        for note in self._notes:
            self._dropped.update(link for link in note.iter("a") if _is_back(link))

    def label(self, element: Element) -> str | None:
        """The label of the note whose mark ``element`` is."""
        return self._marks.get(element)

    def of_note(self, element: Element) -> str | None:
        """The label of the note that ``element`` is."""
        return self._notes.get(element)

    def is_dropped(self, element: Element) -> bool:
        """Whether ``element`` is a way back from a note to its mark, which renderers add themselves."""
        return element in self._dropped

    def _label(self, mark: str) -> str:
        """A label of letters and digits, which no renderer reads as anything else, for no other note."""
        used = set(self._notes.values())
        label = mark if _LABEL.fullmatch(mark) else "1"
        return label if label not in used else next(one for n in count(2) if (one := f"{label}-{n}") not in used)


def definition(label: str, text: str) -> str:
    """The note in Markdown; CommonMark by itself must not read it as the definition of a link."""
    text = _DESTINATION.sub(r"\1 &nbsp;", text)
    return f"[^{label}]: " + text.replace("\n", "\n    ")


def _mark(link: Element) -> str | None:
    """The text of a mark; None where ``link`` is none."""
    text = inner_text(link).strip()
    found = _MARK.fullmatch(text)
    outer = {str(step.tag) for step in link.iterancestors()}
    if not found or not ("sup" in outer or link.find("sup") is not None or text.startswith(("[", "("))):
        return None
    return None if outer & {"pre", "code", "a"} else found[1]


def _raised(link: Element) -> Element:
    """The mark with its brackets: the ``sup`` around the link where nothing else is in it."""
    outer = link.getparent()
    while outer is not None and outer.tag == "sup" and _bare(outer) == _bare(link):
        link, outer = outer, outer.getparent()
    return link


def _bare(mark: Element) -> str:
    return inner_text(mark).strip(" []()")


def _note(anchor: Element) -> Element | None:
    """The note that begins at ``anchor``: the list item or else the paragraph around it, if Markdown can have it."""
    found: Element | None = None
    for step in anchor.iterancestors():
        if step.tag == "li" or (step.tag in ("dd", "p") and found is None):
            found = step
        if step.tag == "li":
            break
    if found is None or any(part.tag in _UNFIT for part in found.iter()) or not inner_text(found).strip():
        return None
    return found


def _is_back(link: Element) -> bool:
    return (link.get("href") or "").startswith("#jd-") and bool(_BACK.fullmatch(inner_text(link)))
