"""Files written whole or not at all, and removed without a trace."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from install.trouble import FILES, Trouble
from jingdu.i18n import gettext as _

_CANNOT: Final = {
    "write": "Cannot write {path} ({reason}); fix that and run set-up again.",
    "remove": "Cannot remove {path} ({reason}); fix that and run set-up again.",
    "change": "Cannot change {path} ({reason}); fix that and run set-up again.",
    "write the registry key": "Cannot write the registry key {path} ({reason}); fix that and run set-up again.",
    "remove the registry key": "Cannot remove the registry key {path} ({reason}); fix that and run set-up again.",
}


@contextmanager
def trouble(doing: str, path: Path) -> Iterator[None]:
    """Turns an OSError into a sentence."""
    try:
        yield
    except OSError as error:
        reason = _((error.strerror or str(error)).lower())
        raise Trouble(FILES, _(_CANNOT[doing], path=path, reason=reason)) from error


def write(path: Path, content: bytes, *, executable: bool = False) -> bool:
    """Writes a file by way of a temporary one beside it; False when it already was so."""
    mode = 0o755 if executable else 0o644
    with trouble("write", path):
        if _is(path, content, mode):
            return False
        path.parent.mkdir(parents=True, exist_ok=True)
        _fill(temporary(path), content, mode)
        os.replace(temporary(path), path)
        _sync_folder(path.parent)
    return True


def temporary(path: Path) -> Path:
    """The file that becomes ``path`` when it is whole; a killed set-up may leave it."""
    return path.with_name(f".{path.name}.tmp")


def missing_folders(path: Path) -> list[Path]:
    """The folders above ``path`` that are not there yet, outermost first."""
    return [folder for folder in reversed(path.parents) if not folder.exists()]


def remove(path: Path) -> bool:
    """Removes a file, or a folder with all that is in it; False when there was none."""
    with trouble("remove", path):
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
            return True
        try:
            path.unlink()
        except FileNotFoundError:
            return False
    return True


def remove_if_empty(folder: Path) -> bool:
    """Removes a folder that holds nothing; says whether it is gone."""
    with suppress(OSError):
        folder.rmdir()
    return not folder.exists()


def _is(path: Path, content: bytes, mode: int) -> bool:
    try:
        same_mode = os.name == "nt" or path.stat().st_mode & 0o777 == mode
        return same_mode and not path.is_symlink() and path.read_bytes() == content
    except OSError:
        return False


def _fill(path: Path, content: bytes, mode: int) -> None:
    path.unlink(missing_ok=True)
    with path.open("xb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    path.chmod(mode)


def _sync_folder(folder: Path) -> None:
    """Makes the new name durable; Windows has no such call and does it itself."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
