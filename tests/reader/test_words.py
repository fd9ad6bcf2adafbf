"""The words of the interface: nothing missing, nothing left over, alike in all languages."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from tests.support.chromium import EXTENSION

LANGUAGES = sorted(path.name for path in (EXTENSION / "_locales").iterdir())
OTHERS = [language for language in LANGUAGES if language != "en"]

MESSAGES: dict[str, dict[str, Any]] = {
    language: json.loads((EXTENSION / "_locales" / language / "messages.json").read_text(encoding="utf-8"))
    for language in LANGUAGES
}

# Every way in which a key is named: in a call, a table, HTML, the manifest, the menu; or by its beginning and a code.
USES = re.compile(
    r"""\bt\(\s*"(\w+)"|\b(?:heading|text|label):\s*"(\w+)"|data-label="(\w+)"|__MSG_(\w+)__|\b(menu\w+):"""
)
FAMILIES = re.compile(r"`(\w+_)\$\{[^}`]+\}")


def _used_keys() -> set[str]:
    used: set[str] = set()
    for path in EXTENSION.rglob("*"):
        if path.suffix in {".js", ".html", ".json"} and not {"vendor", "_locales"} & set(path.parts):
            source = path.read_text(encoding="utf-8")
            used.update(key for groups in USES.findall(source) for key in groups if key)
            families = tuple(FAMILIES.findall(source))
            used.update(key for key in MESSAGES["en"] if families and key.startswith(families))
    return used


@pytest.mark.parametrize("language", OTHERS)
def test_all_languages_have_the_same_keys(language: str) -> None:
    """A key in one language is in the others."""
    assert MESSAGES["en"].keys() == MESSAGES[language].keys()


def test_every_used_key_has_words() -> None:
    """Whatever the code asks for is there."""
    assert _used_keys() - MESSAGES["en"].keys() == set()


def test_every_key_is_used() -> None:
    """Words that nothing shows are not carried along."""
    assert MESSAGES["en"].keys() - _used_keys() == set()


@pytest.mark.parametrize("language", OTHERS)
def test_placeholders_are_the_same(language: str) -> None:
    """All languages say the same things about the same values."""
    differing = [key for key, other in MESSAGES[language].items() if not _same_placeholders(MESSAGES["en"][key], other)]
    assert differing == []


def _same_placeholders(english: dict[str, Any], other: dict[str, Any]) -> bool:
    named = [sorted(re.findall(r"\$(\w+)\$", entry["message"])) for entry in (english, other)]
    used = sorted(english.get("placeholders", {}))
    return named == [used, used] and english.get("placeholders") == other.get("placeholders")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_words_are_empty(language: str) -> None:
    """An empty message would be an unlabelled button."""
    assert [key for key, entry in MESSAGES[language].items() if not entry["message"].strip()] == []


def test_store_limits() -> None:
    """Stores cut a name over 75 characters and a description over 132."""
    for messages in MESSAGES.values():
        assert len(messages["extName"]["message"]) <= 75
        assert len(messages["extDescription"]["message"]) <= 132
