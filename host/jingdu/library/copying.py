"""Copies of an article's folder: by hard links where no program edits a file in place, durable when they return."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from jingdu.library import names
from jingdu.library.images import files
from jingdu.storage import atomic

_NEVER_EDITED: Final = frozenset({names.PAGE, names.HIGHLIGHTS, names.SOURCES})
"""Files that Jingdu alone writes, always as a new file, so that two folders may share them."""


def copy(old: Path, made: Path, *without: str, may_link: Callable[[Path], bool] = lambda path: True) -> None:
    """Copies all files of an article but some that are written anew; raises ``OSError``."""
    copy_tree(old, made, lambda path: path.parent == old and path.name in (*without, names.PLACE), may_link)


def separate_copy(old: Path, made: Path, *without: str) -> None:
    """`copy` that shares no file which a program may edit in place."""
    copy(old, made, *without, may_link=lambda path: path.name in _NEVER_EDITED or files.is_name(path.name))


def copy_tree(
    old: Path,
    made: Path,
    leave_out: Callable[[Path], bool],
    may_link: Callable[[Path], bool] = lambda path: True,
) -> None:
    """Copies the content of ``old`` into the folder ``made``; a symbolic link is copied as one. Raises ``OSError``."""
    with os.scandir(old) as entries:
        inner = sorted(entries, key=lambda entry: entry.name)
    for entry in inner:
        path, target = Path(entry.path), made / entry.name
        if leave_out(path):
            continue
        if entry.is_dir(follow_symlinks=False):
            if not target.is_dir():
                os.mkdir(target, 0o700)
            copy_tree(path, target, leave_out, may_link)
        elif entry.is_symlink():
            os.symlink(os.readlink(path), target)
        elif not path.is_file() or may_link(path):
            _link(path, target)
        else:
            _copy(path, target)


def _link(source: Path, target: Path) -> None:
    """A hard link, where the disk has them: the content is durable already."""
    with suppress(OSError, NotImplementedError):
        os.link(source, target, follow_symlinks=False)
        return
    _copy(source, target)


def _copy(source: Path, target: Path) -> None:
    with suppress(FileNotFoundError):
        os.unlink(target)
    shutil.copy2(source, target, follow_symlinks=False)
    atomic.sync_file(target)
