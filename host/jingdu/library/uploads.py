"""Files that the browser uploads in parts under a token, before the request that uses them.

Pictures are uploaded before a save, files before an import. They are staged in private folders, as another host
process may serve the request, and expire after a while without a part. A repeated part replaces itself. Files keep
their relative names, by which a saved page refers to its pictures. The protocol validates tokens, which name folders.
"""

import hashlib
import os
import re
import shutil
import time
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import Final, Literal, NamedTuple

from jingdu.library.images.files import MAX_ALL_BYTES, MAX_PICTURE_BYTES, MAX_PICTURES
from jingdu.storage import private

MAX_FILE_BYTES: Final = 2**30
MAX_FILES: Final = 50_000
MAX_TOTAL_BYTES: Final = 4 * 2**30
"""Maximum number and bytes of all files under one token."""
_MAX_DEPTH: Final = 40
_MAX_NAME_BYTES: Final = 255
_INVALID: Final = re.compile(r'[\x00-\x1f\\:*?"<>|\ud800-\udfff]' if os.name == "nt" else r"[\x00\ud800-\udfff]")
Refused = Literal["name", "large", "many", "gap"]
"""Why a part is refused: an invalid name, too many bytes or files, or a missing part before it."""
_sizes: dict[Path, tuple[int, int]] = {}
"""Cache of `count`: folder of a token → number and bytes of its files."""


class Staging(NamedTuple):
    """The staging area of one kind of files, with a folder per token."""

    name: str
    expires: float
    """Lifetime of a token after its last part, in seconds."""

    def root(self) -> Path:
        return Path(private.data()) / self.name

    def remove(self, token: str) -> None:
        shutil.rmtree(self.root() / token, ignore_errors=True)

    def expire(self) -> None:
        with suppress(OSError), os.scandir(self.root()) as entries:
            for entry in entries:
                if entry.stat().st_mtime < time.time() - self.expires:
                    shutil.rmtree(entry.path, ignore_errors=True)


PICTURES: Final = Staging("received", expires=3600.0)
FILES: Final = Staging("chosen", expires=24 * 3600.0)


def put_picture(token: str, url: str, part: int, parts: int, data: bytes) -> bool:
    """Stages a part of a picture; False if it exceeds a limit."""
    PICTURES.expire()
    folder, key = PICTURES.root() / token, _key(url)
    name = f"{key}.{part:05}.{parts}"
    sizes = {path.name: path.stat().st_size for path in folder.glob("*")} | {name: len(data)}
    size = sum(size for other, size in sizes.items() if other.startswith(key))
    number = len({other.partition(".")[0] for other in sizes})
    if size > MAX_PICTURE_BYTES or number > MAX_PICTURES or sum(sizes.values()) > MAX_ALL_BYTES:
        return False
    private.make_folder(folder)
    (folder / name).touch(0o600)
    (folder / name).write_bytes(data)
    return True


def picture(token: str, url: str) -> bytes | None:
    """The picture of an address; None if it was not uploaded completely."""
    parts = sorted((PICTURES.root() / token).glob(f"{_key(url)}.*"))
    return b"".join(path.read_bytes() for path in parts) if parts and len(parts) == int(parts[0].suffix[1:]) else None


def _key(url: str) -> str:
    return hashlib.sha256(url.encode("utf-8", "replace")).hexdigest()[:32]


def put(token: str, name: str, offset: int, data: bytes) -> Refused | None:
    """Stages a part of a file at ``offset``; returns why it was refused. Raises ``OSError``."""
    if not _is_valid(name):
        return "name"
    if offset + len(data) > MAX_FILE_BYTES:
        return "large"
    path = folder(token) / name
    if offset == 0 and (refused := _begin(token, path)):
        return refused
    return _write(token, path, offset, data)


def _is_valid(name: str) -> bool:
    """Whether ``name`` is a relative POSIX path that this system allows and that stays within its folder."""
    parts = PurePosixPath(name).parts
    if not 0 < len(parts) <= _MAX_DEPTH or name[0] == "/" or _INVALID.search(name):
        return False
    return all(part != ".." and len(part.encode("utf-8", "replace")) <= _MAX_NAME_BYTES for part in parts)


def _begin(token: str, path: Path) -> Refused | None:
    """Creates the folders of a file before its first part; returns why it was refused."""
    if not folder(token).is_dir():
        FILES.expire()
        private.make_folder(folder(token))
    try:
        private.make_folder(path.parent)
    except (FileExistsError, NotADirectoryError):
        return "name"  # a file has the name of a parent folder
    if path.is_dir():
        return "name"
    return "many" if count(token)[0] >= MAX_FILES and not path.exists() else None


def _write(token: str, path: Path, offset: int, data: bytes) -> Refused | None:
    """Writes a part at ``offset``; returns why it was refused."""
    number, total = count(token)
    if total + len(data) > MAX_TOTAL_BYTES:
        return "large"
    is_new = not path.exists()
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
    _sizes[folder(token)] = number + is_new, total + max(0, offset + len(data) - size)
    os.utime(folder(token))
    return None


def count(token: str) -> tuple[int, int]:
    """Number and bytes of the files under a token."""
    path = folder(token)
    if path not in _sizes:
        sizes = [file.stat().st_size for file in path.rglob("*") if file.is_file()]
        _sizes[path] = len(sizes), sum(sizes)
    return _sizes[path]


def folder(token: str) -> Path:
    """The folder of the files under a token, which may not exist."""
    return FILES.root() / token


def forget(token: str) -> None:
    _sizes.pop(folder(token), None)
    FILES.remove(token)


def expire() -> None:
    FILES.expire()
    PICTURES.expire()
