"""What sites set around code that is no code: toolbars, copy buttons, columns of line numbers, a second drawing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from jingdu.page.model import Element, Page
from jingdu.page.query import inner_text

MAX_LEVELS: Final = 3
"""Frames inside each other."""
MAX_PARTS: Final = 12
"""Elements in a frame; with more of them it is no frame of one piece of code."""
MAX_INNER: Final = 20
"""Elements looked at in each of them."""
MAX_SAID: Final = 60
"""Characters of a toolbar or a button."""

_FRAME: Final = re.compile(
    r"highlight|code|prism|toolbar|crayon|enlighter|syntax|snippet|clipboard|copy|listing|shiki|hljs|pre-", re.I
)
_NUMBERS: Final = re.compile(r"pre-numbering|line-?num|linenos?|gutter|hljs-ln", re.I)
_TOOLS: Final = re.compile(
    r"toolbar|(?:^|[\s_-])(?:copy|copied|btn|button|clipboard|tooltip)|buttons?(?:$|[\s_-])|buttongroup|crayon-info"
    r"|enlighter-(?:toolbar|raw)|code-?(?:actions|tools|lang\b)|highlight-tools",
    re.I,
)
_ONLY_NUMBERS: Final = re.compile(r"[\s\d]*")


def code_widgets(page: Page, region: Element) -> Iterator[Element]:
    """The elements in frames of code under ``region`` that are left out, whatever the extractor keeps."""
    seen: set[Element] = set()
    for pre in region.iter("pre", "table") if page.found["pre"] or page.found["table"] else ():
        if pre.tag == "pre" or _FRAME.search(pre.get("class") or ""):
            for part in _beside(pre):
                if part not in seen:
                    seen.add(part)
                    if _is_widget(part, pre):
                        yield part


def _beside(pre: Element) -> Iterator[Element]:
    """The elements in the frames around ``pre``; those right before and after it where it has none."""
    inner = pre
    for _ in range(MAX_LEVELS):
        frame = inner.getparent()
        if frame is None:
            return
        framed = bool(_FRAME.search(frame.get("class") or ""))
        parts = frame if framed and len(frame) <= MAX_PARTS else (inner.getprevious(), inner.getnext())
        for part in parts:
            if part is not None and part is not inner:
                yield part
                yield from islice(part.iterdescendants("div", "span", "button"), MAX_INNER)
        if not framed:
            return
        inner = frame


def _is_widget(part: Element, pre: Element) -> bool:
    names = part.get("class") or ""
    if part.tag == "button":
        return True
    if _NUMBERS.search(names):
        return bool(_ONLY_NUMBERS.fullmatch(inner_text(part)))
    if "enlighter-default" in names:
        return "EnlighterJSRAW" in (pre.get("class") or "")
    return bool(_TOOLS.search(names)) and len(inner_text(part).strip()) <= MAX_SAID and part.find(".//pre") is None
