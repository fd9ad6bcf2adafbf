"""--uninstall: removes exactly what the record lists; the library stays, unless its user agrees twice."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Final

from install import console, files
from install.computer import Computer
from install.errors import FILES, SetupError, map_os_errors
from install.record import Record
from install.register import Registry
from jingdu.i18n import gettext as _
from jingdu.i18n import ngettext

_FIND: Final = """
import json
from jingdu.library import place, repository
everywhere = (False, True) if place.folder().is_dir() else ()
kept = [item.id for where in everywhere for item in repository.items(trashed=where)]
print(json.dumps([str(place.folder()), len(kept)]))
"""
_REMOVE: Final = """
from contextlib import suppress
from jingdu.library import item_folders, place, repository
repository.delete([item.id for where in (False, True) for item in repository.items(trashed=where)])
for folder in (place.folder() / item_folders.TRASH, place.folder()):
    with suppress(OSError):  # somebody else's files are in it: they stay
        folder.rmdir()
"""


def uninstall(
    computer: Computer, registry: Registry, python: Path | None, *, library: bool = False, agreed: bool = False
) -> list[str]:
    """Removes what is installed and reports it; with ``library`` the saved articles too. Returns what was removed.

    ``python`` is the host's interpreter. Raises `SetupError`.
    """
    if not computer.data.is_dir():
        console.line(_("Nothing to remove: {path} does not exist.", path=computer.data))
        return []
    kept = _find_library(python)
    with files.locked(computer.data / "setup.lock"):
        if library:
            _remove_library(kept, python, agreed=agreed)
        _remove_settings(computer.data, is_empty=library or bool(kept and not kept[1]), highlights=library)
        record = Record.load(computer.data)
        removed = _remove_recorded(record, registry)
    if not removed:
        return []
    for folder in sorted({computer.data, *map(Path, record.folders)}, key=lambda path: len(path.parts), reverse=True):
        if folder.is_dir() and files.remove_if_empty(folder):
            console.step(_("removed"), _("{path} (empty)", path=folder))
    console.line(_("Jingdu's companion app is removed. Remove the extension on the browser's page of extensions."))
    if kept and kept[1] and not library:
        one, many = "Your library stays: {n} article in {folder}", "Your library stays: {n} articles in {folder}"
        console.line(ngettext(one, many, kept[1], folder=kept[0]))
    return removed


def _remove_recorded(record: Record, registry: Registry) -> list[str]:
    """Removes keys, files and trees of the record, which goes last, so that a failure can be repeated."""
    if not record.place.exists():
        console.line(_("Nothing to remove: there is no record of an installation in {path}.", path=record.place.parent))
        return []
    removed = []
    for key in record.keys:
        with map_os_errors("remove", key):
            registry.delete(key)
        removed.append(rf"{'HKEY_LOCAL_MACHINE' if registry.shared else 'HKEY_CURRENT_USER'}\{key}")
        console.step(_("removed"), removed[-1])
    for path in map(Path, [*record.files, *record.trees]):
        files.remove(files.temporary(path))
        if files.remove(path):
            removed.append(str(path))
            console.step(_("removed"), str(path))
    files.remove(record.place)
    return removed


def _find_library(python: Path | None) -> tuple[str, int] | None:
    """The library's folder and how many articles are in it, as the host reports; None where it can't be asked."""
    try:
        folder, count = json.loads(_run(python, _FIND))
    except (OSError, ValueError, subprocess.SubprocessError):
        return None
    return str(folder), int(count)


def _remove_library(known: tuple[str, int] | None, python: Path | None, *, agreed: bool) -> None:
    """Removes every article, asking once more unless ``agreed``; other files in the folder stay."""
    if known is None:
        message = "The companion app does not answer, so its library was left alone; delete that folder by hand."
        raise SetupError(FILES, _(message))
    folder, count = known
    if not agreed and not _is_confirmed(folder, count):
        raise SetupError(FILES, _("Nothing was removed; the library is in {folder}.", folder=folder))
    try:
        _run(python, _REMOVE)
    except (OSError, subprocess.SubprocessError) as error:
        message = "The library could not be removed; delete {folder} by hand, then run this again."
        raise SetupError(FILES, _(message, folder=folder)) from error
    one, many = "{n} article of the library in {folder}", "{n} articles of the library in {folder}"
    console.step(_("removed"), ngettext(one, many, count, folder=folder))


def _is_confirmed(folder: str, count: int) -> bool:
    if not sys.stdin.isatty():
        return False
    one = "The library in {folder} holds {n} article. It can't be restored."
    many = "The library in {folder} holds {n} articles. They can't be restored."
    console.line(ngettext(one, many, count, folder=folder))
    phrase = _("delete the library")
    return input(_("Type “{phrase}” to delete them all: ", phrase=phrase)).strip() == phrase


def _run(python: Path | None, code: str) -> str:
    if python is None:
        raise OSError("no interpreter")
    done = subprocess.run([str(python), "-I", "-c", code], check=True, capture_output=True, timeout=600)
    return done.stdout.decode("utf-8")


def _remove_settings(data: Path, *, is_empty: bool, highlights: bool) -> None:
    """Removes the host's settings; the one that says where the library is only when there is no article in it."""
    files.remove_if_empty(data / "highlights")
    for name in ("adjustment.json", "settings.json", *["library.json"] * is_empty, *["highlights"] * highlights):
        if files.remove(data / name):
            console.step(_("removed"), str(data / name))
