"""Pieces of markup: escaped text, end tags, and what two writings of a title have in common."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

_NOT_LETTERS: Final = re.compile(r"[\W_]+")


def escape(text: str) -> str:
    """``text`` for an element or a quoted attribute."""
    if "&" in text:
        text = text.replace("&", "&amp;")
    if "<" in text:
        text = text.replace("<", "&lt;")
    if ">" in text:
        text = text.replace(">", "&gt;")
    return text.replace('"', "&quot;") if '"' in text else text


def letters(text: str) -> str:
    """The letters and digits of ``text`` in lower case: what two writings of a title have in common."""
    return _NOT_LETTERS.sub("", text).casefold()


@lru_cache(maxsize=100)
def closing(opening: str) -> str:
    """The end tags for a row of start tags."""
    return "".join(f"</{tag}>" for tag in reversed(re.findall(r"<(?!br)(\w+)", opening)))
