"""A copy of the extension in our data folder, for an installation that has no checkout to load it from."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

from install import files
from install.computer import Computer
from install.identity import Extension
from install.record import Record


def copy(extension: Extension, computer: Computer, record: Record) -> Extension:
    """The extension at its own place, exchanged there as a whole; what was there before goes."""
    place = computer.data / "extension"
    new, old = place.with_name("extension.new"), place.with_name("extension.old")
    for folder in (place, new, old):
        record.tree(folder)
    if not _is_same(extension.folder, place):
        with files.trouble("write", place):
            files.remove(new)
            shutil.copytree(extension.folder, new)
            files.remove(old)
            if place.exists():
                place.rename(old)
            new.rename(place)
    for folder in (new, old):
        files.remove(folder)
        record.forget_tree(folder)
    return replace(extension, folder=place)


def _is_same(one: Path, other: Path) -> bool:
    return other.is_dir() and _content(one) == _content(other)


def _content(folder: Path) -> dict[str, bytes]:
    """Name → content of every file."""
    files_there = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files_there}
