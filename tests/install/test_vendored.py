"""Third-party files: each library has an origin.json with origin, version, licence and checksums."""

import hashlib
import json
import re
from pathlib import Path
from typing import Final

import pytest

from install.extension import CHECKOUT

TOPS: Final = ("extension", "host", "install", "tests")
ORIGINS: Final = {
    path.parent: json.loads(path.read_text("utf-8"))
    for top in TOPS
    for path in sorted((CHECKOUT / top).rglob("origin.json"))
}
LICENCE_MARKERS: Final = re.compile(
    rb"/\*!|@license|Licensed under the|SPDX-License-Identifier|Permission is hereby granted|sourceMappingURL"
)
"""Markers of licences in third-party files."""
OURS: Final = {"LICENSE", "tests/install/test_vendored.py"}


def named(folder: Path) -> str:
    return folder.relative_to(CHECKOUT).as_posix()


@pytest.mark.parametrize("folder", ORIGINS, ids=named)
def test_vendored_files_are_unchanged(folder: Path) -> None:
    """The files have the recorded checksums, and there are no other files."""
    there = {path for path in folder.iterdir() if path.name not in {"origin.json", "__init__.py", "__pycache__"}}
    files = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in there}
    assert files == ORIGINS[folder]["files"]


@pytest.mark.parametrize("folder", ORIGINS, ids=named)
def test_each_origin_file_is_complete(folder: Path) -> None:
    origin = ORIGINS[folder]
    assert all(origin.get(name) for name in ("name", "version", "licence", "origin", "files"))
    licence = CHECKOUT / origin["licence_file"]
    assert len(licence.read_text("utf-8")) > 900
    assert licence.name in origin["files"] or licence == CHECKOUT / "LICENSE"


def test_every_vendored_library_has_an_origin_file() -> None:
    folders = {path for path in (CHECKOUT / "extension/vendor").iterdir() if path.is_dir()}
    assert folders == {folder for folder in ORIGINS if folder.parent == CHECKOUT / "extension/vendor"}
    assert len(ORIGINS) > len(folders) >= 3


def test_third_party_files_are_only_in_vendored_folders() -> None:
    """No file outside these folders contains a licence; also checked in a copy without git."""
    there = [*CHECKOUT.iterdir(), *(path for top in TOPS for path in (CHECKOUT / top).rglob("*"))]
    third_party = []
    for path in there:
        inside = path.parent in ORIGINS or "__pycache__" in path.parts
        if path.is_file() and not inside and named(path) not in OURS:
            minified = ".min." in path.name or path.suffix in {".woff", ".woff2", ".ttf", ".otf", ".jar", ".wasm"}
            third_party += [path] if minified or LICENCE_MARKERS.search(path.read_bytes()) else []
    assert third_party == []
