"""Finds the footnotes of an article: the notes, and their marks in the text."""

import re
from itertools import count
from typing import Final

from jingdu.page.model import Element
from jingdu.page.query import inner_text

_MARK: Final = re.compile(r"[\[(]?\s*([\w*†‡§]{1,8})\s*[\])]?")
_LABEL: Final = re.compile(r"[^\W_]{1,8}")
_BACK: Final = re.compile(r"[\s\d*↩↑^⏎←\ufe0e\ufe0f\[\](){}.]*|[a-z]{1,2}|back|返回|jump up", re.I)
LABEL: Final = re.compile(
    r"(?:[\^↑:]\s+)?(?:(?:\\?\[|[(（［〔【])(\w{1,8})\\?[\])）］〕】]\s*|(\d{1,8})(?:\\?[.．]\s+|、\s*)|<sup>\W*(\w{1,8})\W*</sup>\s*)?"
)
"""The beginning of a note that renderers write themselves: an arrow back or a colon, and the note's own label."""
_UNFIT: Final = frozenset("ul ol dl blockquote pre table figure details h1 h2 h3 h4 h5 h6 hr".split())
"""Blocks that not all renderers support in notes."""


class Notes:
    """The notes under ``root``.

    A mark is a short link in ``sup`` (or in brackets) to an anchor at the start of a list item or paragraph.
    """

    def __init__(self, root: Element) -> None:
        self.marks: dict[Element, str] = {}
        """Mark → the label of its note."""
        self.labels: dict[Element, str] = {}
        """Note → its label."""
        by_target = {name: _note(anchor) for anchor in root.iter("a") if (name := anchor.get("id"))}
        around: set[Element] = set()
        """Elements that contain a mark, which are the targets of links back."""
        for link in root.iter("a") if by_target else ():
            note = by_target.get((link.get("href") or "").removeprefix("#"))
            if note is not None and note not in around and (mark := _mark(link)) and note not in link.iterancestors():
                around.update(link.iterancestors())
                self.marks[_raised(link)] = self.labels.setdefault(note, self._label(mark))
        links = [link for note in self.labels for link in note.iter("a") if _leads_back(link)]
        self.dropped = {link for link in links if by_target.get(link.get("href", "")[1:]) not in self.labels}
        """Links back from a note to its mark, which renderers add themselves."""

    def _label(self, mark: str) -> str:
        """A unique label of letters and digits."""
        used = set(self.labels.values())
        label = mark if _LABEL.fullmatch(mark) else "1"
        return label if label not in used else next(one for n in count(2) if (one := f"{label}-{n}") not in used)


def _mark(link: Element) -> str | None:
    """The text of a mark; None if ``link`` is not a mark."""
    text = inner_text(link).strip()
    found = _MARK.fullmatch(text)
    outer = {str(step.tag) for step in link.iterancestors()}
    if not found or not ("sup" in outer or link.find("sup") is not None or text.startswith(("[", "("))):
        return None
    return None if outer & {"pre", "code", "a"} else found[1]


def _raised(link: Element) -> Element:
    """The mark with its brackets: the ``sup`` around the link, if it contains nothing else."""
    words, outer = inner_text(link).strip(" []()"), link.getparent()
    while outer is not None and outer.tag == "sup" and inner_text(outer).strip(" []()") == words:
        link, outer = outer, outer.getparent()
    return link


def _note(anchor: Element) -> Element | None:
    """The note that begins at ``anchor``: the list item or paragraph around it, if Markdown supports it."""
    items = list(anchor.iterancestors("li", "dd", "p"))
    found = next((step for step in items if step.tag == "li"), items[0] if items else None)
    if found is None or any(part.tag in _UNFIT for part in found.iter()) or not inner_text(found).strip():
        return None
    return found


def _leads_back(link: Element) -> bool:
    return (link.get("href") or "").startswith("#jd-") and bool(_BACK.fullmatch(inner_text(link)))
