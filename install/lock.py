"""One set-up at a time: the system drops the lock when its holder ends, however it ends."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from install import files
from install.trouble import FILES, Trouble
from jingdu.i18n import gettext as _


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Holds the lock; raises Trouble when another set-up does."""
    with files.trouble("write", path):
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("a")
    with file:
        try:
            _take(file)
        except OSError as error:
            raise Trouble(FILES, _("Another set-up is running; run this again when it has finished.")) from error
        try:
            yield
        finally:
            _discard(path)


def _discard(path: Path) -> None:
    """Windows keeps a file that is open; the next set-up then finds it, unlocked."""
    with suppress(OSError):
        path.unlink()


def _take(file: IO[str]) -> None:
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
