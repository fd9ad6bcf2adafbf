"""Highlights and notes as a section of Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, Final

from jingdu.library import wording
from jingdu.library.highlights import Highlight, parsed

_HEADINGS: Final = "|".join(wording.sentences("highlights"))
_SECTION: Final = re.compile(rf"\n## (?:{_HEADINGS})\n\n(?:>(?: .*)?\n|\n|(?<=\n\n)[^\n>#].*\n(?:[^\n>#].*\n)*)*\Z")
_SIGNS: Final = re.compile(r"([\\`*_\[\]<>])")
_OPENERS: Final = re.compile(r"^(\s*)(\d*)((?<!\d)[#+=~-]|(?<=\d)[.)])", re.MULTILINE)


def readable(stored: Sequence[Any]) -> Iterator[Highlight]:
    """The highlights of a file of highlights; what is none is left out."""
    for one in stored:
        with suppress(KeyError, TypeError, ValueError):
            yield parsed(one)


def section(stored: Sequence[Any], lang: str | None) -> str:
    """The section, with its heading in the article's language; empty where there is no highlight."""
    highlights = list(readable(stored))
    if not highlights:
        return ""
    parts = [f"## {wording.sentence('highlights', lang)}", *(_entry(one) for one in highlights)]
    return "\n" + "\n\n".join(parts) + "\n"


def without_section(markdown: str) -> str:
    """An exported article's text without the section at its end; what its user wrote below it stays."""
    found = _SECTION.search(markdown)
    return markdown[: found.start()] if found else markdown


def _entry(highlight: Highlight) -> str:
    quoted = "\n".join(f"> {line}".rstrip() for line in _literal(highlight.quote.exact).splitlines())
    note = _literal(highlight.note.strip())
    return f"{quoted}\n\n{note}" if note else quoted


def _literal(text: str) -> str:
    """Text in which Markdown sees no signs of its own."""
    return _OPENERS.sub(r"\1\2\\\3", _SIGNS.sub(r"\\\1", text))
