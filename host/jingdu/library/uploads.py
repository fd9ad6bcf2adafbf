"""Files that the browser sends in parts under a token before the request that needs them.

Pictures come before a save, files that a user chose before an import. They wait in private folders, because
the host may be another process by then, and are removed when nothing comes for long. A part that comes twice replaces
itself. Files keep their names within what was chosen, because a saved page finds its pictures by them. While they come
in, a hidden file names the host, so that the next one removes what a killed host had not received whole.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import time
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import Final, Literal, NamedTuple

from jingdu.protocol.fields import is_token
from jingdu.storage import atomic, private

MAX_PICTURE: Final = 20 * 2**20
"""Bytes of one picture."""
MAX_PICTURES: Final = 300
"""Under one token."""
MAX_OF_TOKEN: Final = 200 * 2**20
"""Bytes of pictures under one token."""
MAX_WAITING: Final = 1000 * 2**20
"""Bytes of pictures under all tokens."""
MAX_PARTS: Final = 64
"""Of one picture."""
MAX_BYTES: Final = 2**30
"""Bytes of one file."""
MAX_TOTAL: Final = 4 * 2**30
"""Bytes of all files under one token."""
MAX_FILES: Final = 50_000
"""Files under one token."""
MAX_PART: Final = 4 * 2**20
"""Bytes of one part of a file."""
_OWNER: Final = ".host-"
"""Prefix of the name of the file that names the receiving host."""
_MAX_DEPTH: Final = 40
_MAX_NAME: Final = 255
"""Bytes of a folder's or file's name."""
_UNFIT: Final = re.compile(r'[\x00-\x1f\\:*?"<>|\ud800-\udfff]' if os.name == "nt" else r"[\x00\ud800-\udfff]")
_PICTURE_PART: Final = re.compile(r"([0-9a-f]{32})\.(\d+)of(\d+)")
Refused = Literal["name", "large", "many", "gap"]
_sizes: dict[Path, tuple[int, int]] = {}
"""Folder of a token → files and bytes that came in this process."""


class Staging(NamedTuple):
    """The folders of one kind of files."""

    name: str
    expires: float
    """Seconds after the last part of a token."""

    def root(self) -> Path:
        return Path(private.data()) / self.name

    def remove(self, token: str) -> None:
        """Removes everything that came under a token."""
        if is_token(token):
            shutil.rmtree(self.root() / token, ignore_errors=True)

    def expire(self) -> None:
        """Removes the tokens whose last part is too long ago."""
        with suppress(OSError), os.scandir(self.root()) as entries:
            for entry in entries:
                if entry.stat().st_mtime < time.time() - self.expires:
                    shutil.rmtree(entry.path, ignore_errors=True)


PICTURES: Final = Staging("received", expires=3600.0)
FILES: Final = Staging("chosen", expires=24 * 3600.0)


def put_picture(token: str, url: str, part: int, parts: int, data: bytes) -> bool:
    """Keeps a part; False where a limit is met, and the picture is then fetched or missing."""
    if not is_token(token) or not 0 <= part < parts <= MAX_PARTS or len(data) > MAX_PICTURE:
        return False
    PICTURES.expire()
    mine, key = PICTURES.root() / token, _key(url)
    name = f"{key}.{part}of{parts}"
    sizes = {one: size for one, size in _parts(mine).items() if one != name}
    picture = sum(size for one, size in sizes.items() if one.startswith(key)) + len(data)
    known = {one.partition(".")[0] for one in sizes} | {key}
    total, waiting = sum(sizes.values()) + len(data), len(data)
    with suppress(OSError):
        waiting += sum(sum(_parts(folder).values()) for folder in PICTURES.root().iterdir())
    if picture > MAX_PICTURE or len(known) > MAX_PICTURES or total > MAX_OF_TOKEN or waiting > MAX_WAITING:
        return False
    private.folder(mine)
    temporary = mine / f"{name}.{os.getpid()}.tmp"
    with open(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(data)
    os.replace(temporary, mine / name)
    return True


def picture(token: str, url: str) -> bytes | None:
    """The picture of an address; None where it was not sent, or not all of it."""
    if not is_token(token):
        return None
    mine = PICTURES.root() / token
    found = map(_PICTURE_PART.fullmatch, _parts(mine))
    parts = {int(part[2]): part for part in found if part and part[1] == _key(url)}
    if not parts or sorted(parts) != list(range(int(parts[max(parts)][3]))):
        return None
    try:
        return b"".join((mine / parts[number][0]).read_bytes() for number in sorted(parts))
    except OSError:
        return None


def _parts(mine: Path) -> dict[str, int]:
    with suppress(OSError), os.scandir(mine) as entries:
        return {entry.name: entry.stat().st_size for entry in entries if _PICTURE_PART.fullmatch(entry.name)}
    return {}


def _key(url: str) -> str:
    return hashlib.sha256(url.encode("utf-8", "replace")).hexdigest()[:32]


def put(token: str, name: str, offset: int, data: bytes) -> Refused | None:
    """Keeps a part of a file at its own place; why not, where it is beyond a bound. Raises ``OSError``."""
    parts = PurePosixPath(name).parts
    fit = all(part not in (".", "..") and len(part.encode("utf-8", "replace")) <= _MAX_NAME for part in parts)
    if not fit or not 0 < len(parts) <= _MAX_DEPTH or _UNFIT.search(name) or name[0] == "/" or not is_token(token):
        return "name"  # it leads out, or is no name
    if offset + len(data) > MAX_BYTES or len(data) > MAX_PART:
        return "large"
    path = folder(token).joinpath(*parts)
    if offset == 0 and (refused := _begin(token, path)):
        return refused
    return _write(token, path, offset, data)


def _begin(token: str, path: Path) -> Refused | None:
    if not is_there(token):
        FILES.expire()
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
    number, total = _counted(token)
    if total + len(data) > MAX_TOTAL:
        return "large"
    more = 0 if path.exists() else 1
    try:
        file = os.open(path, os.O_WRONLY | (os.O_CREAT if offset == 0 else 0) | getattr(os, "O_BINARY", 0), 0o600)
    except FileNotFoundError:
        return "gap"
    with open(file, "wb") as opened:
        size = os.fstat(file).st_size
        if size < offset:
            return "gap"
        opened.seek(offset)
        opened.write(data)
    _sizes[folder(token)] = number + more, total + max(0, offset + len(data) - size)
    os.utime(folder(token))
    return None


def _counted(token: str) -> tuple[int, int]:
    here = folder(token)
    if here not in _sizes:
        paths = (path for path in here.rglob("*") if path.is_file() and not path.name.startswith(_OWNER))
        found = [path.stat().st_size for path in paths]
        _sizes[here] = len(found), sum(found)
    return _sizes[here]


def folder(token: str) -> Path:
    """The folder of the files under a token, which need not exist."""
    return FILES.root() / token


def is_there(token: str) -> bool:
    return is_token(token) and folder(token).is_dir()


def count(token: str) -> int:
    """How many files have come under a token."""
    return _counted(token)[0] if is_there(token) else 0


def keep(token: str) -> None:
    """Everything has come: an import that is interrupted may go on with it in another host."""
    for path in folder(token).glob(f"{_OWNER}*"):
        path.unlink(missing_ok=True)


def forget(token: str) -> None:
    """Removes all files that came under a token."""
    _sizes.pop(folder(token), None)
    FILES.remove(token)


def clear_stale() -> None:
    """Removes what killed hosts had not received whole, and what was not asked for in too long."""
    with suppress(OSError):
        for waiting in FILES.root().iterdir():
            owners = [path.name for path in waiting.glob(f"{_OWNER}*")]
            if owners and all(map(atomic.is_stale, owners)):
                shutil.rmtree(waiting, ignore_errors=True)
    FILES.expire()
    PICTURES.expire()
