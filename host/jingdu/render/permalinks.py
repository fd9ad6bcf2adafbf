"""The signs that sites hang on their headings and terms: ¶, #, "edit"."""

from __future__ import annotations

import re
from typing import Final

from jingdu.page.model import Element

_NAMES: Final = re.compile(r"headerlink|anchor|permalink|heading-?link|editsection|hash-link|direct-link", re.I)
_SIGNS: Final = frozenset({"¶", "#", "§", "🔗", "∞", ""})


def is_permalink(element: Element, in_heading: bool) -> bool:
    """Whether ``element`` is such a sign and no text of the page."""
    names = element.get("class") or ""
    if in_heading and "editsection" in names:
        return True
    if element.tag == "a" and (element.get("href") or "").startswith("#"):
        return _short(element) in _SIGNS
    return in_heading and bool(_NAMES.search(names)) and _short(element) in _SIGNS


def _short(element: Element) -> str:
    """The first characters in ``element``: enough to know a sign from a text."""
    text = ""
    for part in element.itertext():
        text += str(part).strip()
        if len(text) > 2:
            break
    return text
