"""Sentences in an article's files, in the article's language or in English: the files are read without Jingdu too.

The extension gets codes and has sentences of its own in the user's language.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

Why = str
"""The code of why a picture is missing; codes are reported by jobs and never change meaning."""


def language(lang: str | None) -> str:
    """The language of `wording.json` for an article's: en, zh, zh-hant or ja."""
    parts = (lang or "").lower().replace("_", "-").split("-")
    if parts[0] == "zh":
        return "zh-hant" if {"hant", "tw", "hk", "mo"} & set(parts) else "zh"
    return parts[0] if parts[0] in _wording() else "en"


def sentence(name: str, lang: str | None) -> str:
    """``cut``, ``missing`` or ``picture``."""
    return str(_wording()[language(lang)][name])


def reason(why: Why, lang: str | None = None) -> str:
    """Why a picture is missing."""
    return reasons(lang)[why]


def reasons(lang: str | None = None) -> Mapping[Why, str]:
    """Code → sentence, of every reason."""
    found: Mapping[Why, str] = _wording()[language(lang)]["reasons"]
    return found


def code(words: str) -> Why | None:
    """The code of a sentence in any language."""
    return _codes().get(words)


@cache
def _wording() -> Mapping[str, Any]:
    found: Mapping[str, Any] = json.loads(Path(__file__).with_name("wording.json").read_text("utf-8"))
    return found


@cache
def _codes() -> Mapping[str, Why]:
    tables: Iterable[Mapping[str, Any]] = _wording().values()
    return {words: why for table in tables for why, words in table["reasons"].items()}
