"""The files of the extension: a small reader page, no code from strings, complete messages in every language."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from jingdu.explain.phrases import PHRASES
from tests.support.chromium import EXTENSION

READER = EXTENSION / "reader"
IMPORT = re.compile(r'^import (?:[^"]* from )?"([^"]+)";', re.MULTILINE)


def _imported(module: Path) -> set[Path]:
    """The static imports of a module, transitively."""
    direct = {(module.parent / name).resolve() for name in IMPORT.findall(module.read_text(encoding="utf-8"))}
    return direct.union(*map(_imported, direct))


def test_modules_are_preloaded() -> None:
    html = (READER / "reader.html").read_text(encoding="utf-8")
    preloaded = re.findall(r'rel="modulepreload" href="([^"]+)"', html)
    assert {(READER / name).resolve() for name in preloaded} == _imported(READER / "reader.js")


def test_reader_page_is_small() -> None:
    """Page, styles, scripts and modules needed for the first line of text are below 100 KB."""
    html = (READER / "reader.html").read_text(encoding="utf-8")
    named = re.findall(r'<(?:script[^>]*src|link rel="(?:stylesheet|modulepreload)" href)="([^"]+)"', html)
    files = {(READER / name).resolve() for name in [*named, "reader.html"]}
    assert {READER / "theme.css", READER / "boot.js", READER / "reader.js", READER / "article/clean.js"} <= files
    assert sum(path.stat().st_size for path in files) < 100_000


BANNED = re.compile(
    r"innerHTML|outerHTML|insertAdjacentHTML|setHTML|document\.write|createContextualFragment"
    r"|\beval\(|new Function|\sstyle=|\son\w+="
)


def test_reader_has_no_markup_from_strings_and_no_inline_code() -> None:
    files = [path for path in READER.rglob("*.*") if BANNED.search(path.read_text(encoding="utf-8"))]
    assert files == []


LANGUAGES = sorted(path.name for path in (EXTENSION / "_locales").iterdir())
OTHERS = [language for language in LANGUAGES if language != "en"]

MESSAGES: dict[str, dict[str, Any]] = {
    language: json.loads((EXTENSION / "_locales" / language / "messages.json").read_text(encoding="utf-8"))
    for language in LANGUAGES
}

# The ways to name a message key: in a call, a table, HTML, the manifest, the menu; or as a prefix and a code.
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
    assert MESSAGES["en"].keys() == MESSAGES[language].keys()


def test_used_and_defined_message_keys_match() -> None:
    assert _used_keys() == MESSAGES["en"].keys()


def test_every_reason_has_messages_for_and_against() -> None:
    """Except for two that decide alone: completing a table, and leaving out an uninformative line."""
    keys = {f"reason_{phrase}_{side}" for phrase in PHRASES for side in ("for", "against")}
    assert keys - MESSAGES["en"].keys() == {"reason_whole_against", "reason_leftover_for"}


@pytest.mark.parametrize("language", OTHERS)
def test_placeholders_are_the_same(language: str) -> None:
    differing = [key for key, other in MESSAGES[language].items() if not _same_placeholders(MESSAGES["en"][key], other)]
    assert differing == []


def _same_placeholders(english: dict[str, Any], other: dict[str, Any]) -> bool:
    named = [sorted(re.findall(r"\$(\w+)\$", entry["message"])) for entry in (english, other)]
    used = sorted(english.get("placeholders", {}))
    return named == [used, used] and english.get("placeholders") == other.get("placeholders")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_message_is_empty(language: str) -> None:
    assert [key for key, entry in MESSAGES[language].items() if not entry["message"].strip()] == []


def test_store_limits() -> None:
    """Stores truncate names over 75 characters and descriptions over 132."""
    for messages in MESSAGES.values():
        assert len(messages["extName"]["message"]) <= 75
        assert len(messages["extDescription"]["message"]) <= 132
