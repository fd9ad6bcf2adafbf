"""Files written whole or not at all, removed without a trace; and one set-up at a time."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from install.errors import FILES, SetupError, map_os_errors
from jingdu.i18n import gettext as _
from jingdu.storage.lock import try_lock


def write(path: Path, content: bytes, *, executable: bool = False) -> bool:
    """Writes a file by way of a temporary one beside it; False when it already was so."""
    mode = 0o755 if executable else 0o644
    with map_os_errors("write", path):
        if _is_same(path, content, mode):
            return False
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary(path).unlink(missing_ok=True)
        with temporary(path).open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary(path).chmod(mode)
        os.replace(temporary(path), path)
    return True


def temporary(path: Path) -> Path:
    """The file that becomes ``path`` when it is whole; a killed set-up may leave it."""
    return path.with_name(f".{path.name}.tmp")


def missing_folders(path: Path) -> list[Path]:
    """The folders above ``path`` that are not there yet, outermost first."""
    return [folder for folder in reversed(path.parents) if not folder.exists()]


def remove(path: Path) -> bool:
    """Removes a file, or a folder with all that is in it; False when there was none."""
    if not os.path.lexists(path):
        return False
    with map_os_errors("remove", path):
        shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
    return True


def remove_if_empty(folder: Path) -> bool:
    """Removes a folder that holds nothing; whether it is gone."""
    with suppress(OSError):
        folder.rmdir()
    return not folder.exists()


def _is_same(path: Path, content: bytes, mode: int) -> bool:
    try:
        same_mode = os.name == "nt" or path.stat().st_mode & 0o777 == mode
        return same_mode and not path.is_symlink() and path.read_bytes() == content
    except OSError:
        return False


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Holds a lock, which the system drops when this process ends; raises `SetupError` when another set-up has it."""
    with map_os_errors("write", path):
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("a")
    with file:
        if not try_lock(file.fileno()):
            raise SetupError(FILES, _("Another set-up is running; run this again when it has finished."))
        try:
            yield
        finally:
            with suppress(OSError):  # Windows keeps a file that is open; the next set-up finds it unlocked
                path.unlink()
