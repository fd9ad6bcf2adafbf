"""Pieces of markup: escaped text and end tags."""

from __future__ import annotations

import re
from functools import lru_cache


def escape(text: str) -> str:
    """``text`` for an element or a quoted attribute."""
    if "&" in text:
        text = text.replace("&", "&amp;")
    if "<" in text:
        text = text.replace("<", "&lt;")
    if ">" in text:
        text = text.replace(">", "&gt;")
    return text.replace('"', "&quot;") if '"' in text else text


@lru_cache(maxsize=100)
def closing(opening: str) -> str:
    """The end tags for a row of start tags."""
    return "".join(f"</{tag}>" for tag in reversed(re.findall(r"<(?!br)(\w+)", opening)))
