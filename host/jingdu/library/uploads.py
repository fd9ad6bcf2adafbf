"""Files that a user chose in the browser: sent in parts under a token, before an import takes them.

They wait in a private folder of the user's, under the names that they have within what was chosen, because a
saved page finds its pictures by them. A part is written at its own place, so that one that comes twice changes
nothing. An import throws them away when it is through; what nobody takes goes after a day. What a host that was
killed had not received whole goes when the next one starts: a hidden file names the host while files come in.
"""

from __future__ import annotations

import os
import re
import shutil
import time
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import Final, Literal

from jingdu.protocol.fields import is_token
from jingdu.storage import private, stale_files

LARGEST: Final = 2**30
"""Bytes of one file."""
LARGEST_TOGETHER: Final = 4 * 2**30
"""Bytes of all that wait."""
MOST: Final = 50_000
"""Files under one token."""
LONGEST: Final = 4 * 2**20
"""Bytes of one part."""
EXPIRES: Final = 24 * 3600.0
"""Seconds after the last part of a token."""
_OWNER: Final = ".host-"
"""Begins the name of the file that tells by which host files are being received."""
_DEEPEST: Final = 40
_LONGEST_NAME: Final = 255
"""Bytes of a folder's or file's name."""
_UNFIT: Final = re.compile(r'[\x00-\x1f\\:*?"<>|\ud800-\udfff]' if os.name == "nt" else r"[\x00\ud800-\udfff]")
Refused = Literal["name", "large", "many", "gap"]
_sizes: dict[Path, tuple[int, int]] = {}
"""Folder of a token → files and bytes that came in this process."""


def _room() -> Path:
    return Path(private.data()) / "chosen"


def folder(token: str) -> Path:
    """Where what was sent under a token lies."""
    return _room() / token


def is_there(token: str) -> bool:
    return is_token(token) and folder(token).is_dir()


def put(token: str, name: str, offset: int, data: bytes) -> Refused | None:
    """Keeps a part of a file; why not, where it is beyond a bound. Raises ``OSError``."""
    parts = _parts(name)
    if parts is None or not is_token(token):
        return "name"
    if offset + len(data) > LARGEST or len(data) > LONGEST:
        return "large"
    path = folder(token).joinpath(*parts)
    if offset == 0 and (refused := _begin(token, path)):
        return refused
    return _write(token, path, offset, data)


def forget(token: str) -> None:
    """Throws away what came under a token."""
    if is_token(token):
        _sizes.pop(folder(token), None)
        shutil.rmtree(folder(token), ignore_errors=True)


def keep(token: str) -> None:
    """Everything has come: an import that is interrupted may go on with it in another host."""
    for path in folder(token).glob(f"{_OWNER}*"):
        path.unlink(missing_ok=True)


def count(token: str) -> int:
    """How many files have come under a token."""
    return _counted(token)[0] if is_there(token) else 0


def clear_left() -> None:
    """Throws away what killed hosts had not received whole, and what nobody took for too long."""
    with suppress(OSError), os.scandir(_room()) as entries:
        for entry in entries:
            owners = [path.name for path in Path(entry.path).glob(f"{_OWNER}*")]
            if owners and all(map(stale_files.is_stale, owners)):
                shutil.rmtree(entry.path, ignore_errors=True)
    expire()


def expire(now: float | None = None) -> None:
    """Throws away every token whose last part is too long ago."""
    oldest = (time.time() if now is None else now) - EXPIRES
    with suppress(OSError), os.scandir(_room()) as entries:
        for entry in entries:
            if entry.stat().st_mtime < oldest:
                shutil.rmtree(entry.path, ignore_errors=True)


def _parts(name: str) -> tuple[str, ...] | None:
    """The folders and the file of a name; None where it leads out, or is no name."""
    parts = PurePosixPath(name).parts
    if not parts or len(parts) > _DEEPEST or _UNFIT.search(name) or name.startswith("/"):
        return None
    fit = all(part not in (".", "..") and len(part.encode()) <= _LONGEST_NAME for part in parts)
    return parts if fit else None


def _begin(token: str, path: Path) -> Refused | None:
    """Makes room for a new file."""
    if not folder(token).is_dir():
        expire()
        private.folder(folder(token))
    if folder(token) not in _sizes:
        _own(token)
    try:
        private.folder(path.parent)
    except (FileExistsError, NotADirectoryError):
        return "name"  # a file of that name is there
    if path.is_dir():
        return "name"
    return "many" if _counted(token)[0] >= MOST and not path.exists() else None


def _own(token: str) -> None:
    """Notes that this host receives the files; it is the parent of the worker that this is."""
    keep(token)
    (folder(token) / f"{_OWNER}{stale_files.mark(os.getppid())}").touch(mode=0o600)


def _write(token: str, path: Path, offset: int, data: bytes) -> Refused | None:
    count, total = _counted(token)
    if total + len(data) > LARGEST_TOGETHER:
        return "large"
    more = 0 if path.exists() else 1
    try:
        file = os.open(path, os.O_WRONLY | (os.O_CREAT if offset == 0 else 0) | getattr(os, "O_BINARY", 0), 0o600)
    except FileNotFoundError:
        return "gap"
    with open(file, "wb", closefd=True) as opened:
        size = os.fstat(file).st_size
        if size < offset:
            return "gap"
        opened.seek(offset)
        opened.write(data)
    _sizes[folder(token)] = count + more, total + max(0, offset + len(data) - size)
    os.utime(folder(token))
    return None


def _counted(token: str) -> tuple[int, int]:
    """How many files and bytes wait under a token."""
    here = folder(token)
    if here not in _sizes:
        paths = (path for path in here.rglob("*") if path.is_file() and not path.name.startswith(_OWNER))
        found = [path.stat().st_size for path in paths]
        _sizes[here] = len(found), sum(found)
    return _sizes[here]
