"""Pictures that the browser already has: sent in parts under a token before the article is saved.

A part that comes twice replaces itself.
"""

from __future__ import annotations

import hashlib
import os
import re
from contextlib import suppress
from pathlib import Path
from typing import Final

from jingdu.library.staging import Staging
from jingdu.protocol.fields import is_token
from jingdu.storage import private

MAX_BYTES: Final = 20 * 2**20
"""Of one picture."""
MAX_PICTURES: Final = 300
"""Under one token."""
MAX_TOTAL: Final = 200 * 2**20
"""Bytes under one token."""
MAX_WAITING: Final = 1000 * 2**20
"""Bytes under all tokens."""
MAX_PARTS: Final = 64
STAGING: Final = Staging("received", expires=3600.0)
forget = STAGING.remove
_PART: Final = re.compile(r"([0-9a-f]{32})\.(\d+)of(\d+)")


def put(token: str, url: str, part: int, parts: int, data: bytes) -> bool:
    """Keeps a part; False where a limit is met, and the picture is then fetched or missing."""
    if not is_token(token) or not 0 <= part < parts <= MAX_PARTS or len(data) > MAX_BYTES:
        return False
    STAGING.expire()
    mine, key = STAGING.folder(token), _key(url)
    name = f"{key}.{part}of{parts}"
    sizes = {one: size for one, size in _sizes(mine).items() if one != name}
    picture = sum(size for one, size in sizes.items() if one.startswith(key)) + len(data)
    known = {one.partition(".")[0] for one in sizes} | {key}
    total = sum(sizes.values()) + len(data)
    if picture > MAX_BYTES or len(known) > MAX_PICTURES or total > MAX_TOTAL or _waiting() + len(data) > MAX_WAITING:
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
    mine, found = STAGING.folder(token), map(_PART.fullmatch, _sizes(STAGING.folder(token)))
    parts = {int(part[2]): part for part in found if part and part[1] == _key(url)}
    if not parts or sorted(parts) != list(range(int(parts[max(parts)][3]))):
        return None
    try:
        return b"".join((mine / parts[number][0]).read_bytes() for number in sorted(parts))
    except OSError:
        return None


def _waiting() -> int:
    with suppress(OSError), os.scandir(STAGING.root()) as entries:
        return sum(sum(_sizes(Path(entry.path)).values()) for entry in entries)
    return 0


def _sizes(mine: Path) -> dict[str, int]:
    with suppress(OSError), os.scandir(mine) as entries:
        return {entry.name: entry.stat().st_size for entry in entries if _PART.fullmatch(entry.name)}
    return {}


def _key(url: str) -> str:
    return hashlib.sha256(url.encode("utf-8", "replace")).hexdigest()[:32]
