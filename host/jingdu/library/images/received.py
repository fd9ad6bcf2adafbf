"""Pictures that the browser already has: sent in parts under a token before the article is saved.

They wait in a private folder of the user's, because the host may be another process by the time of
the save. A part that comes twice replaces itself. What nobody asks for is thrown away after an hour.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from jingdu.protocol.fields import is_token
from jingdu.storage import private

LARGEST: Final = 20 * 2**20
"""Bytes of one picture."""
MOST: Final = 300
"""Pictures under one token."""
LARGEST_TOGETHER: Final = 200 * 2**20
"""Bytes under one token."""
LARGEST_WAITING: Final = 1000 * 2**20
"""Bytes under all tokens."""
MOST_PARTS: Final = 64
EXPIRES: Final = 3600.0
"""Seconds after the last part of a token."""

_PART: Final = re.compile(r"([0-9a-f]{32})\.(\d+)of(\d+)")


def folder() -> Path:
    return Path(private.data()) / "received"


def put(token: str, url: str, part: int, parts: int, data: bytes) -> bool:
    """Keeps a part; False where a limit is met, and the picture is then had elsewhere or not at all."""
    if not is_token(token) or not 0 <= part < parts <= MOST_PARTS or len(data) > LARGEST:
        return False
    expire()
    mine = folder() / token
    name = f"{_key(url)}.{part}of{parts}"
    sizes = _sizes(mine)
    others = sum(size for there, size in sizes.items() if there.startswith(_key(url)) and there != name)
    known = {there.partition(".")[0] for there in sizes} | {_key(url)}
    together = sum(sizes.values()) - sizes.get(name, 0) + len(data)
    if others + len(data) > LARGEST or len(known) > MOST or together > LARGEST_TOGETHER or not _has_room(len(data)):
        return False
    private.folder(mine)
    temporary = mine / f"{name}.{os.getpid()}.tmp"
    with open(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(data)
    os.replace(temporary, mine / name)
    return True


def get(token: str, url: str) -> bytes | None:
    """The picture of an address; None where it was not sent, or not all of it."""
    if not is_token(token):
        return None
    parts: dict[int, str] = {}
    for name in _sizes(folder() / token):
        found = _PART.fullmatch(name)
        if found and found[1] == _key(url):
            parts[int(found[2])] = name
            whole = int(found[3])
    if not parts or sorted(parts) != list(range(whole)):
        return None
    try:
        return b"".join((folder() / token / parts[part]).read_bytes() for part in range(whole))
    except OSError:
        return None


def forget(token: str) -> None:
    """Throws away what came under a token."""
    if is_token(token):
        shutil.rmtree(folder() / token, ignore_errors=True)


def expire(now: float | None = None) -> None:
    """Throws away every token whose last part is too long ago."""
    oldest = (time.time() if now is None else now) - EXPIRES
    with suppress(OSError), os.scandir(folder()) as entries:
        for entry in entries:
            if entry.stat().st_mtime < oldest:
                shutil.rmtree(entry.path, ignore_errors=True)


def _has_room(more: int) -> bool:
    waiting = more
    with suppress(OSError), os.scandir(folder()) as entries:
        for entry in entries:
            waiting += sum(_sizes(Path(entry.path)).values())
    return waiting <= LARGEST_WAITING


def _sizes(mine: Path) -> dict[str, int]:
    """The parts that wait in a folder, with their sizes."""
    with suppress(OSError), os.scandir(mine) as entries:
        return {entry.name: entry.stat().st_size for entry in entries if _PART.fullmatch(entry.name)}
    return {}


def _key(url: str) -> str:
    return hashlib.sha256(url.encode("utf-8", "replace")).hexdigest()[:32]
