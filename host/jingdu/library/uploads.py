"""Files that a user chose in the browser: sent in parts under a token, before an import reads them.

They keep their names within what was chosen, because a saved page finds its pictures by them. A part is written at
its own place, so that one that comes twice changes nothing. While files come in, a hidden file names the host, so
that the next one removes what a killed host had not received whole.
"""

from __future__ import annotations

import os
import re
import shutil
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import Final, Literal

from jingdu.library.staging import Staging
from jingdu.protocol.fields import is_token
from jingdu.storage import atomic, private

MAX_BYTES: Final = 2**30
"""Bytes of one file."""
MAX_TOTAL: Final = 4 * 2**30
"""Bytes of all that wait."""
MAX_FILES: Final = 50_000
"""Files under one token."""
MAX_PART: Final = 4 * 2**20
"""Bytes of one part."""
STAGING: Final = Staging("chosen", expires=24 * 3600.0)
folder, is_there = STAGING.folder, STAGING.has
_OWNER: Final = ".host-"
"""Prefix of the name of the file that names the receiving host."""
_MAX_DEPTH: Final = 40
_MAX_NAME: Final = 255
"""Bytes of a folder's or file's name."""
_UNFIT: Final = re.compile(r'[\x00-\x1f\\:*?"<>|\ud800-\udfff]' if os.name == "nt" else r"[\x00\ud800-\udfff]")
Refused = Literal["name", "large", "many", "gap"]
_sizes: dict[Path, tuple[int, int]] = {}
"""Folder of a token → files and bytes that came in this process."""


def put(token: str, name: str, offset: int, data: bytes) -> Refused | None:
    """Keeps a part of a file; why not, where it is beyond a bound. Raises ``OSError``."""
    parts = _parts(name)
    if parts is None or not is_token(token):
        return "name"
    if offset + len(data) > MAX_BYTES or len(data) > MAX_PART:
        return "large"
    path = folder(token).joinpath(*parts)
    if offset == 0 and (refused := _begin(token, path)):
        return refused
    return _write(token, path, offset, data)


def forget(token: str) -> None:
    """Removes everything that came under a token."""
    _sizes.pop(folder(token), None)
    STAGING.remove(token)


def keep(token: str) -> None:
    """Everything has come: an import that is interrupted may go on with it in another host."""
    for path in folder(token).glob(f"{_OWNER}*"):
        path.unlink(missing_ok=True)


def count(token: str) -> int:
    """How many files have come under a token."""
    return _counted(token)[0] if is_there(token) else 0


def clear_stale() -> None:
    """Removes what killed hosts had not received whole, and what was not imported for too long."""
    with suppress(OSError), os.scandir(STAGING.root()) as entries:
        for entry in entries:
            owners = [path.name for path in Path(entry.path).glob(f"{_OWNER}*")]
            if owners and all(map(atomic.is_stale, owners)):
                shutil.rmtree(entry.path, ignore_errors=True)
    STAGING.expire()


def _parts(name: str) -> tuple[str, ...] | None:
    """The folders and the file of a name; None where it leads out, or is no name."""
    parts = PurePosixPath(name).parts
    if not parts or len(parts) > _MAX_DEPTH or _UNFIT.search(name) or name.startswith("/"):
        return None
    fit = all(part not in (".", "..") and len(part.encode()) <= _MAX_NAME for part in parts)
    return parts if fit else None


def _begin(token: str, path: Path) -> Refused | None:
    if not folder(token).is_dir():
        STAGING.expire()
        private.folder(folder(token))
    if folder(token) not in _sizes:
        keep(token)  # another host's; this one is the parent of the worker that this is
        (folder(token) / f"{_OWNER}{atomic.mark(os.getppid())}").touch(mode=0o600)
    try:
        private.folder(path.parent)
    except (FileExistsError, NotADirectoryError):
        return "name"  # a file of that name is there
    if path.is_dir():
        return "name"
    return "many" if _counted(token)[0] >= MAX_FILES and not path.exists() else None


def _write(token: str, path: Path, offset: int, data: bytes) -> Refused | None:
    count, total = _counted(token)
    if total + len(data) > MAX_TOTAL:
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
    here = folder(token)
    if here not in _sizes:
        paths = (path for path in here.rglob("*") if path.is_file() and not path.name.startswith(_OWNER))
        found = [path.stat().st_size for path in paths]
        _sizes[here] = len(found), sum(found)
    return _sizes[here]
