"""The names of the library's files and folders.

A folder is named by its article's title: readable, safe on every system, and at most 120 bytes, cut at a character.
"""

from __future__ import annotations

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
"""In ``assets/``: where each picture comes from."""
PLACE: Final = ".jingdu-place"
"""In two folders that are being exchanged: the name of their place."""
TRASH: Final = ".trash"
_STAMP: Final = "%Y%m%dT%H%M%SZ"
_STAMP_LENGTH: Final = len("20260101T000000Z")
MAX_BYTES: Final = 120
"""Bytes of UTF-8; systems allow 255, and a number, a sync program's mark and a path come on top."""
UNTITLED: Final = "Untitled"
_SPACE: Final = re.compile(r"\s+")
_SIGNS: Final = {
    **dict.fromkeys(map(ord, "/\\|"), " - "),
    **dict.fromkeys(map(ord, ':*?"<>#^'), " "),
    ord("["): "(",
    ord("]"): ")",
}
"""What Windows, macOS, a shell or an Obsidian link does not allow in a name → its replacement."""
_UNSEEN: Final = frozenset({"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"})
"""Categories without a form of their own: controls, marks of direction, zero widths, surrogates."""
_RESERVED: Final = re.compile(r"(?:con|prn|aux|nul|clock\$|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:\.|$)", re.I)
"""Names that Windows keeps for devices, whatever follows the first dot."""


def new_id() -> str:
    """A new item's id: 80 random bits, in letters that no system folds together.

    It begins with a letter, so that no program that rewrites the front matter takes it for a number.
    """
    return "j" + secrets.token_hex(10)


def folder_name(title: str) -> str:
    """A name for the folder of an article of that title."""
    from pathvalidate import is_valid_filename

    composed = unicodedata.normalize("NFC", title)
    seen = (
        " " if sign.isspace() else sign
        for sign in composed
        if sign.isspace() or unicodedata.category(sign) not in _UNSEEN
    )
    name = _SPACE.sub(" ", "".join(seen).translate(_SIGNS)).strip(" .-~_")
    name = cut(name, MAX_BYTES).rstrip(" .-")
    if _RESERVED.match(name):
        name = f"_{name}"
    most = MAX_BYTES + 10
    fits = name and is_valid_filename(name, platform="universal", max_len=most) and len(name.encode()) <= most
    return name if fits else UNTITLED


def free(name: str, taken: Collection[str]) -> str:
    """The name, as long as it may be with the first number by which its `same_key` is none of those ``taken``."""
    found, number = name, 1
    while same_key(found) in taken:
        number += 1
        mark = f" ({number})"
        found = cut(name, MAX_BYTES - len(mark)).rstrip(" .-") + mark
    return found


def in_trash(name: str) -> str:
    """The name of a folder that is moved to the trash now."""
    return f"{datetime.now(UTC).strftime(_STAMP)} {name}"


def out_of_trash(name: str) -> str:
    """The name of a folder that is restored from the trash."""
    return (name[_STAMP_LENGTH + 1 :] if stamp(name) else name) or UNTITLED


def stamp(name: str) -> datetime | None:
    """The time at the beginning of a folder's name in the trash."""
    try:
        return datetime.strptime(name[:_STAMP_LENGTH], _STAMP).replace(tzinfo=UTC)
    except ValueError:
        return None


def trashed_at(folder: Path) -> datetime | None:
    """When an article was moved to the trash; None where it is not there."""
    if folder.parent.name != TRASH:
        return None
    return stamp(folder.name) or datetime.fromtimestamp(folder.stat().st_mtime, UTC)


def same_key(name: str) -> str:
    """A key that is equal for names that Windows or macOS takes for one: case and Unicode normalisation aside."""
    return unicodedata.normalize("NFD", unicodedata.normalize("NFD", name).casefold())


def cut(text: str, most: int) -> str:
    """As much of ``text`` as has at most so many bytes of UTF-8, without half a character.

    A mark that combines with the letter before it goes with that letter.
    """
    data = text.encode()
    if len(data) <= most:
        return text
    short = data[:most].decode("utf-8", "ignore")
    rest = text[len(short) :]
    while short and rest and unicodedata.combining(rest[0]):
        short, rest = short[:-1], short[-1] + rest
    return short
