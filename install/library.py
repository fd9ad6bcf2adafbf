"""The library at --uninstall: it stays, unless its user says so twice."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Final

from install import files, say
from install.trouble import FILES, Trouble
from jingdu.i18n import gettext as _
from jingdu.i18n import ngettext

_FOUND: Final = """
import json
from jingdu.library import place, repository
everywhere = (False, True) if place.folder().is_dir() else ()
kept = [item.id for where in everywhere for item in repository.items(trashed=where)]
print(json.dumps([str(place.folder()), len(kept)]))
"""
_REMOVED: Final = """
from jingdu.library import item_folders, place, repository
repository.delete([item.id for where in (False, True) for item in repository.items(trashed=where)])
for folder in (place.folder() / item_folders.TRASH, place.folder()):
    try:
        folder.rmdir()
    except OSError:
        pass  # somebody else's files are in it: they stay
"""


def found(python: Path | None) -> tuple[str, int] | None:
    """The library's folder and how many articles are in it, as the host reports; None where it can't be asked."""
    try:
        folder, count = json.loads(_asked(python, _FOUND))
    except (OSError, ValueError, subprocess.SubprocessError):
        return None
    return str(folder), int(count)


def remove(python: Path | None, *, agreed: bool) -> None:
    """Removes every article, asking once more unless ``agreed``; other files in the folder stay.

    Raises `Trouble` where the host can't be asked, or its user does not agree.
    """
    known = found(python)
    if known is None:
        sentence = _("The host does not answer, so its library was left alone; remove that folder by hand.")
        raise Trouble(FILES, sentence)
    folder, count = known
    if not agreed and not _confirmed(folder, count):
        raise Trouble(FILES, _("Nothing was removed; the library is in {folder}.", folder=folder))
    try:
        _asked(python, _REMOVED)
    except (OSError, subprocess.SubprocessError) as error:
        sentence = _("The library could not be removed; remove {folder} by hand, then run this again.", folder=folder)
        raise Trouble(FILES, sentence) from error
    one, many = "{n} article of the library in {folder}", "{n} articles of the library in {folder}"
    say.step(_("removed"), ngettext(one, many, count, folder=folder))


def _confirmed(folder: str, count: int) -> bool:
    if not sys.stdin.isatty():
        return False
    one = "The library in {folder} holds {n} article. It can't be restored."
    many = "The library in {folder} holds {n} articles. They can't be restored."
    say.line(ngettext(one, many, count, folder=folder))
    phrase = _("remove the library")
    return input(_("Type “{phrase}” to remove them all: ", phrase=phrase)).strip() == phrase


def _asked(python: Path | None, code: str) -> str:
    if python is None:
        raise OSError("no interpreter")
    done = subprocess.run([str(python), "-I", "-c", code], check=True, capture_output=True, timeout=600)
    return done.stdout.decode("utf-8")


def remove_settings(data: Path, *, is_empty: bool, highlights: bool) -> None:
    """Removes the host's settings; the one that says where the library is only when there is no article in it."""
    files.remove_if_empty(data / "highlights")
    for name in ("settings.json", *["library.json"] * is_empty, *["highlights"] * highlights):
        if files.remove(data / name):
            say.step(_("removed"), str(data / name))
