"""Names of the library's files and folders.

A folder is named after its article's title: readable, valid on every system, and at most 120 bytes long.
"""

import re
import secrets
import unicodedata
from collections.abc import Collection
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

ARTICLE: Final = "article.md"
HTML: Final = "article.html"
PAGE: Final = "page.html.gz"
HIGHLIGHTS: Final = "highlights.json"
ASSETS: Final = "assets"
SOURCES: Final = "sources.json"
"""In ``assets/``: address → name of each picture."""
PLACE: Final = ".jingdu-place"
"""File in each of two folders that are being swapped; contains their final name."""
TRASH: Final = ".trash"
_TRASH_TIME_FORMAT: Final = "%Y%m%dT%H%M%SZ"
MAX_NAME_BYTES: Final = 120
"""In UTF-8; leaves room for a number and a sync program's suffix."""
_MAX_FILE_NAME_BYTES: Final = 255
UNTITLED: Final = "Untitled"
_SPACE: Final = re.compile(r"\s+")
_REPLACED: Final = {
    **dict.fromkeys(map(ord, "/\\|"), " - "),
    **dict.fromkeys(map(ord, ':*?"<>#^'), " "),
    ord("["): "(",
    ord("]"): ")",
}
"""Characters that Windows, macOS, shells or Obsidian links do not allow in a name → replacement."""
_INVISIBLE: Final = frozenset({"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"})
"""Unicode categories of controls, directional marks, zero-width characters, surrogates and separators."""
_RESERVED: Final = re.compile(r"(?:con|prn|aux|nul|clock\$|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:\.|$)", re.I)
"""Names that Windows reserves for devices, with any extension."""


def new_id() -> str:
    """A new item's id: 80 random bits in lower-case hexadecimal.

    It begins with a letter, so that no program that rewrites the front matter takes it for a number.
    """
    return "j" + secrets.token_hex(10)


def folder_name(title: str) -> str:
    spaced = _SPACE.sub(" ", unicodedata.normalize("NFC", title))
    visible = "".join(char for char in spaced if unicodedata.category(char) not in _INVISIBLE)
    name = _SPACE.sub(" ", visible.translate(_REPLACED)).strip(" .-~_")
    name = truncate(name, MAX_NAME_BYTES).rstrip(" .-")
    if _RESERVED.match(name):
        name = f"_{name}"
    return name or UNTITLED


def unique(name: str, taken: Collection[str]) -> str:
    """The name, with a number if its `collision_key` is ``taken``."""
    candidate, number = name, 1
    while collision_key(candidate) in taken:
        number += 1
        suffix = f" ({number})"
        candidate = truncate(name, MAX_NAME_BYTES - len(suffix)).rstrip(" .-") + suffix
    return candidate


def trash_name(name: str) -> str:
    """The name of a folder that is moved to the trash now: the time, and its name, truncated if needed."""
    return truncate(f"{datetime.now(UTC).strftime(_TRASH_TIME_FORMAT)} {name}", _MAX_FILE_NAME_BYTES)


def restored_name(name: str) -> str:
    return (name.partition(" ")[2] if trash_time(name) else name) or UNTITLED


def trash_time(name: str) -> datetime | None:
    """When a folder was moved to the trash, by its name there; None if the name has no time."""
    try:
        return datetime.strptime(name.partition(" ")[0], _TRASH_TIME_FORMAT).replace(tzinfo=UTC)
    except ValueError:
        return None


def trashed_at(folder: Path) -> datetime | None:
    """When an article was moved to the trash; None if it is not there."""
    if TRASH not in folder.parent.parts:  # another program may have moved a folder of articles there
        return None
    return trash_time(folder.name) or datetime.fromtimestamp(folder.stat().st_mtime, UTC)


def collision_key(name: str) -> str:
    """A key that is equal for names that differ only in case or Unicode normalisation, as on Windows and macOS."""
    return unicodedata.normalize("NFD", unicodedata.normalize("NFD", name).casefold())


def truncate(text: str, limit: int) -> str:
    """The longest start of ``text`` of at most ``limit`` bytes of UTF-8."""
    return text.encode("utf-8", "surrogateescape")[:limit].decode("utf-8", "ignore")
