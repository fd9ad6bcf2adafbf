"""Sentences that are written into an article's files, in the article's language or in English.

The extension gets codes instead, which it translates into the user's language.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, cast

from jingdu.i18n import supported

Why = str
"""Code of why a picture is missing. Jobs report these codes, so they never change meaning."""
_TABLES: Final[Mapping[str, Any]] = json.loads(Path(__file__).with_name("wording.json").read_text("utf-8"))
_CODES: Final[Mapping[str, Why]] = {words: why for table in _TABLES.values() for why, words in table["reasons"].items()}


def language(lang: str | None) -> str:
    """The language of `jingdu.i18n.LANGUAGES` for a language tag, English for all others."""
    return supported(lang or "") or "en"


def sentence(name: str, lang: str | None) -> str:
    return str(_TABLES[language(lang)][name])


def sentences(name: str) -> list[str]:
    return [str(table[name]) for table in _TABLES.values()]


def reasons(lang: str | None = None) -> Mapping[Why, str]:
    """Why a picture is missing: code → sentence."""
    return cast(Mapping[Why, str], _TABLES[language(lang)]["reasons"])


def code(sentence: str) -> Why | None:
    """The code of a reason, given as a sentence in any language; None if it is unknown."""
    return _CODES.get(sentence)
