"""How far a post is indented, where that alone shows what it is a reply to."""

from __future__ import annotations

import re
from typing import Final

from jingdu.page.model import Element

_ATTRIBUTES: Final = ("depth", "data-depth", "indent", "data-indent", "data-level", "aria-level")
_CLASS: Final = re.compile(r"(?:^|[\s_-])(?:depth|level|indent|nest(?:ing|ed)?)[-_]?(\d{1,3})(?!\S)", re.IGNORECASE)
_STYLE: Final = re.compile(r"(?:margin|padding)-(?:left|inline-start)\s*:\s*(\d{1,5}(?:\.\d{1,4})?)", re.IGNORECASE)
_NUMBER: Final = re.compile(r"\d{1,5}")


def indentation(post: Element) -> float:
    """The level, or the width in the page's unit, by ``post`` or what is in it before its first text; 0: none."""
    for step in post.iter("*"):
        if found := _declared(step) or _spacer(step):
            return found
        if step.text and not step.text.isspace():
            break
    return 0


def _declared(step: Element) -> float:
    values = (step.get(name) for name in _ATTRIBUTES)
    numbers = [float(value) for value in values if value and _NUMBER.fullmatch(value)]
    for sign, name in ((_CLASS, "class"), (_STYLE, "style")):
        if found := sign.search(step.get(name) or ""):
            numbers.append(float(found[1]))
    return next(filter(None, numbers), 0)


def _spacer(step: Element) -> float:
    """The width of a cell without content, or of a picture that is a line high."""
    empty = len(step) == 0 and not (step.text or "").strip()
    is_spacer = (step.tag == "td" and empty) or (step.tag == "img" and step.get("height") in ("0", "1"))
    width = step.get("width") if is_spacer else None
    return float(width) if width and _NUMBER.fullmatch(width) else 0
