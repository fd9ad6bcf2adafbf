"""Highlights and notes as a section of Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from jingdu.library.highlights import Highlight, parsed

_HEADINGS: Final = {"en": "Highlights and notes", "zh": "高亮与笔记", "zh-hant": "重點與筆記", "ja": "ハイライトとメモ"}
_SECTION: Final = re.compile(
    rf"\n## (?:{'|'.join(_HEADINGS.values())})\n\n(?:>(?: .*)?\n|\n|(?<=\n\n)[^\n>#].*\n(?:[^\n>#].*\n)*)*\Z"
)
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
    parts = [f"## {heading(lang)}", *(_entry(one) for one in highlights)]
    return "\n" + "\n\n".join(parts) + "\n"


def without_section(markdown: str) -> str:
    """An exported article's text without the section at its end; what its user wrote below it stays."""
    found = _SECTION.search(markdown)
    return markdown[: found.start()] if found else markdown


def heading(lang: str | None) -> str:
    return by_language(_HEADINGS, lang)


def by_language(words: Mapping[str, str], lang: str | None) -> str:
    """The words in an article's language; in English where there are none."""
    low = (lang or "").lower().replace("_", "-")
    traditional = low.startswith("zh") and any(part in low for part in ("hant", "tw", "hk", "mo"))
    return words["zh-hant"] if traditional else words.get(low.partition("-")[0], words["en"])


def _entry(highlight: Highlight) -> str:
    quoted = "\n".join(f"> {line}".rstrip() for line in _literal(highlight.quote.exact).splitlines())
    note = _literal(highlight.note.strip())
    return f"{quoted}\n\n{note}" if note else quoted


def _literal(text: str) -> str:
    """Text in which Markdown sees no signs of its own."""
    return _OPENERS.sub(r"\1\2\\\3", _SIGNS.sub(r"\\\1", text))
