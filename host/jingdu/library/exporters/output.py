"""What is being written: under a name of its own beside the goal, which it takes when it is whole."""

from __future__ import annotations

import errno
import os
import shutil
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from jingdu.library.exporters.nodes import plain
from jingdu.render.markup import escape
from jingdu.storage import atomic, stale_files

_LEFT: Final = 24 * 3600.0
"""Seconds after which what is not whole was left by a kill."""


def free(folder: Path, name: str, suffix: str) -> Path:
    """A path in ``folder`` at which nothing stands: ``name``, else ``name (2)`` …"""
    atomic.make(folder, mode=0o777)
    path, number = folder / f"{name}{suffix}", 1
    while path.exists():
        number += 1
        path = folder / f"{name} ({number}){suffix}"
    return path


def unfinished(folder: Path, suffix: str) -> Path:
    """A path for what is not whole yet; hidden, and of this process."""
    atomic.make(folder, mode=0o777)
    for old in folder.glob(".jingdu-*.unfinished"):
        with suppress(OSError):
            if stale_files.is_stale(old.name) or old.stat().st_mtime < time.time() - _LEFT:
                drop(old)
    path, number = folder / f".jingdu-{stale_files.mark()}{suffix}.unfinished", 0
    while path.exists():
        number += 1
        path = folder / f".jingdu-{stale_files.mark()}-{number}{suffix}.unfinished"
    return path


def finish(written: Path, folder: Path, name: str, suffix: str) -> Path:
    """Gives what is whole its name; never that of something else, even if that comes at this moment."""
    _durable(written)
    while True:
        goal = free(folder, name, suffix)
        try:
            if written.is_dir():
                os.rename(written, goal)  # fails where a folder with something in it stands
            else:
                _take(written, goal)
        except OSError as error:
            if error.errno not in (errno.EEXIST, errno.ENOTEMPTY):
                raise
            continue
        atomic.sync(folder)
        return goal


def _durable(written: Path) -> None:
    """All of it is on the disk before it takes its name."""
    for path in written.rglob("*") if written.is_dir() else [written]:
        if path.is_file():
            atomic.sync_file(path)
    if written.is_dir():
        atomic.sync_tree(written)


def drop(written: Path) -> None:
    if written.is_dir():
        shutil.rmtree(written, ignore_errors=True)
    else:
        written.unlink(missing_ok=True)


def _take(written: Path, goal: Path) -> None:
    """A link fails where something stands; a file system that knows none is trusted with a rename."""
    try:
        os.link(written, goal)
    except FileExistsError:
        raise
    except OSError:
        os.rename(written, goal)
        return
    written.unlink()


def text(words: str | None) -> str:
    """Words for XML and HTML, in an element or a quoted attribute."""
    return escape(plain(words or ""))
