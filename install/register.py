"""Tells every browser found where the host is."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from install import files, launcher, manifests
from install.browsers import Found
from install.computer import WINDOWS, Computer
from install.identity import HOST_NAME, Extension
from install.record import Record
from install.registry import Registry
from install.table import CHROMIUM, FIREFOX


@dataclass(frozen=True)
class Registration:
    """A manifest, and the family of browsers that will read it."""

    family: str
    manifest: Path


def launcher_place(computer: Computer) -> Path:
    """Where the launcher is."""
    return computer.data / launcher.name(computer.system)


def launch(computer: Computer, python: Path, record: Record) -> None:
    """Writes the launcher for an interpreter; from now on browsers start that one."""
    path = launcher_place(computer)
    record.file(path)
    files.write(path, launcher.text(computer.system, python, path.parent), executable=True)


def register(
    computer: Computer,
    found: list[Found],
    start: Path,
    extension: Extension,
    record: Record,
    registry: Registry,
) -> list[Registration]:
    """Writes the manifests and registry keys; returns what the browsers found will read.

    Our own two copies are what the registry points to, and what the proof uses when no browser is there.
    """
    extension = extension.allowing(*record.extension_ids)
    families = (CHROMIUM, FIREFOX)
    own = {family: _write(own_manifest(computer, family), family, start, extension, record) for family in families}
    registrations = []
    for item in found:
        family = item.browser.family
        if computer.system == WINDOWS:
            _set(rf"{item.place.registry}\{HOST_NAME}", own[family].manifest, record, registry)
            registrations.append(own[family])
        else:
            places = [folder / manifests.FILE_NAME for folder in item.manifests(computer)]
            registrations += [_write(place, family, start, extension, record) for place in places]
    return list(dict.fromkeys(registrations)) or list(own.values())


def own_manifest(computer: Computer, family: str) -> Path:
    """Where our own copy of a family's manifest is."""
    return computer.data / "manifests" / family / manifests.FILE_NAME


def _write(file: Path, family: str, start: Path, extension: Extension, record: Record) -> Registration:
    record.file(file)
    files.write(file, manifests.text(family, start, extension))
    return Registration(family, file)


def _set(key: str, manifest: Path, record: Record, registry: Registry) -> None:
    record.key(key)
    with files.trouble("write the registry key", Path(key)):
        if registry.get(key) != str(manifest):
            registry.set(key, str(manifest))
