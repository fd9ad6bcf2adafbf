"""--uninstall: removes exactly what the record lists."""

from __future__ import annotations

from pathlib import Path

from install import files, say
from install.computer import Computer
from install.record import Record
from install.registry import Registry
from jingdu.i18n import gettext as _


def uninstall(computer: Computer, registry: Registry) -> tuple[list[str], list[Path]]:
    """Removes it and says so; the record goes last, so that a failure can be repeated.

    Returns what went, and the folders set-up made, for `remove_folders` once nothing of ours is open in them.
    """
    record = Record.load(computer.data)
    if not record.place.exists():
        say.line(_("Nothing to remove: there is no record of an installation in {path}.", path=computer.data))
        return [], []
    removed = []
    for key in record.keys:
        with files.trouble("remove the registry key", Path(key)):
            registry.delete(key)
        hive = "HKEY_LOCAL_MACHINE" if computer.shared else "HKEY_CURRENT_USER"
        removed.append(rf"{hive}\{key}")
        say.step(_("removed"), removed[-1])
    for path in map(Path, [*record.files, *record.trees]):
        files.remove(files.temporary(path))
        if files.remove(path):
            removed.append(str(path))
            say.step(_("removed"), str(path))
    files.remove(record.place)
    return removed, [record.place.parent, *map(Path, record.folders)]


def remove_folders(folders: list[Path]) -> None:
    """Removes those of our folders in which nobody has put anything since, innermost first."""
    for folder in sorted(set(folders), key=lambda path: len(path.parts), reverse=True):
        if folder.is_dir() and files.remove_if_empty(folder):
            say.step(_("removed"), _("{path} (empty)", path=folder))
