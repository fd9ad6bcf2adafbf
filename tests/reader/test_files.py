"""What the extension carries: the sanitiser is of the stated version, the page is light."""

from __future__ import annotations

import json
import re
import struct
from pathlib import Path

import pytest

from tests.support.chromium import EXTENSION

VENDOR = EXTENSION / "vendor" / "dompurify"
ORIGIN = json.loads((VENDOR / "origin.json").read_text(encoding="utf-8"))
READER = EXTENSION / "reader"


IMPORT = re.compile(r'^import (?:[^"]* from )?"([^"]+)";', re.MULTILINE)


def _imported(module: Path) -> set[Path]:
    """A module's static imports, and theirs."""
    direct = {(module.parent / name).resolve() for name in IMPORT.findall(module.read_text(encoding="utf-8"))}
    return direct.union(*map(_imported, direct))


def test_modules_are_preloaded() -> None:
    """What the first line of text waits for is fetched at once, not one after the other as it is found."""
    html = (READER / "reader.html").read_text(encoding="utf-8")
    preloaded = re.findall(r'rel="modulepreload" href="([^"]+)"', html)
    assert {(READER / name).resolve() for name in preloaded} == _imported(READER / "reader.js")


def test_the_reader_page_is_light() -> None:
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


def test_no_markup_from_strings_and_no_inline_code() -> None:
    """No way by which a string becomes markup or code, and nothing the policy would refuse."""
    files = [path for path in READER.rglob("*.*") if BANNED.search(path.read_text(encoding="utf-8"))]
    assert files == []


@pytest.mark.parametrize("size", [16, 32, 48, 128])
def test_icons_have_the_size_in_their_name(size: int) -> None:
    """A PNG's width and height stand in bytes 16 to 24."""
    header = (EXTENSION / "icons" / f"{size}.png").read_bytes()[:24]
    assert header[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", header[16:24]) == (size, size)
