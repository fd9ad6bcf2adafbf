"""Copies of an article's folder: by links where nobody writes the file in place, durable when they return."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from jingdu.library import item_folders, transaction
from jingdu.library.images import files
from jingdu.storage import atomic

_REPLACED_WHOLE: Final = frozenset({item_folders.PAGE, item_folders.HIGHLIGHTS, item_folders.SOURCES})
"""Files that Jingdu alone writes, always as a new file."""
Copy = Callable[[Path, Path], None]


def copy_of(old: Path, made: Path, *without: str) -> None:
    """Fills a folder with all that is in another, but for some files that are to be written anew.

    Raises ``OSError``; the folder is to be thrown away then.
    """
    copy_tree(old, made, lambda path: path.parent == old and path.name in (*without, transaction.PLACE))


def separate_copy_of(old: Path, made: Path, *without: str) -> None:
    """`copy_of` in which no file that a program may write in place is the very file of the other folder."""
    copy_tree(old, made, lambda path: path.parent == old and path.name in (*without, transaction.PLACE), _copy_apart)


def copy_tree(old: Path, made: Path, is_left_out: Callable[[Path], bool], copy: Copy | None = None) -> None:
    """Copies what is in ``old`` into the folder ``made``; a link is copied as a link. Raises ``OSError``."""
    copy = copy or _link
    with os.scandir(old) as entries:
        inner = sorted(entries, key=lambda entry: entry.name)
    for entry in inner:
        path, target = Path(entry.path), made / entry.name
        if is_left_out(path):
            continue
        if entry.is_dir(follow_symlinks=False):
            if not target.is_dir():
                os.mkdir(target, 0o700)
            copy_tree(path, target, is_left_out, copy)
        elif entry.is_symlink():
            os.symlink(os.readlink(path), target)
        else:
            copy(path, target)


def _link(source: Path, target: Path) -> None:
    """The very file under another name, where the disk knows links: what it holds is durable already."""
    with suppress(OSError, NotImplementedError):
        os.link(source, target, follow_symlinks=False)
        return
    _copy(source, target)


def _copy_apart(source: Path, target: Path) -> None:
    is_ours = source.name in _REPLACED_WHOLE or files.is_name(source.name)
    _link(source, target) if is_ours or not source.is_file() else _copy(source, target)


def _copy(source: Path, target: Path) -> None:
    with suppress(FileNotFoundError):
        os.unlink(target)
    shutil.copy2(source, target, follow_symlinks=False)
    atomic.sync_file(target)
