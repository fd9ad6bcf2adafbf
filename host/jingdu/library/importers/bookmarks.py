"""Bookmarks as browsers export them (the Netscape form), and Pocket's list in HTML, which is like it.

The form has no end tags where one would need them, so tags are read one by one: ``H3`` names a folder,
``DL`` begins what is in it, ``A`` is a bookmark. Folders become tags; the browsers' own ones don't.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from html import unescape
from pathlib import Path
from typing import Final

from jingdu.library.importers import MAX_LIST, Incoming, Later, bytes_of
from jingdu.page.parse import decode

_IS_IT: Final = re.compile(rb"<!DOCTYPE NETSCAPE-Bookmark|<title>\s*Pocket Export", re.IGNORECASE)
_TAG: Final = re.compile(r"<(DL|/DL|H3|A|H1)\b([^>]*)>(?:([^<]*)</(?:H3|A|H1)>)?", re.IGNORECASE)
_ATTRIBUTE: Final = re.compile(r"""(?<![A-Za-z_-])([A-Za-z_-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")
_OWN_FOLDERS: Final = frozenset({"personal_toolbar_folder", "unfiled_bookmarks_folder"})


def is_it(start: bytes) -> bool:
    return _IS_IT.search(start) is not None


def read(source: Path) -> tuple[int, Iterator[Incoming]]:
    """The bookmarks of a file, each address once; raises `Unreadable`."""
    found = list(_bookmarks(decode(bytes_of(source, MAX_LIST))))
    return len(found), iter(found)


def moment(seconds: str | None) -> str | None:
    """A time in seconds (or milli- or microseconds) since 1970 as ISO 8601."""
    if not seconds or not seconds.strip().isdecimal():
        return None
    number = int(seconds)
    while number > 10_000_000_000:
        number //= 1000
    return datetime.fromtimestamp(number, UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if number else None


def _bookmarks(text: str) -> Iterator[Incoming]:
    folders: list[str] = []
    named, seen = "", set()
    for tag in _TAG.finditer(text):
        kind, attributes = tag[1].upper(), _attributes(tag[2])
        if kind == "H3":
            named = "" if _OWN_FOLDERS & attributes.keys() else _words(tag[3])
        elif kind == "DL":
            folders.append(named)
            named = ""
        elif kind == "/DL":
            del folders[-1:]
        elif kind == "H1":  # Pocket's two lists
            folders = ["", "archived"] if _words(tag[3]) == "Read Archive" else [""]
        elif (url := attributes.get("href", "")).startswith(("http://", "https://")) and url not in seen:
            seen.add(url)
            yield Incoming(url, url, _later(url, _words(tag[3]), attributes, folders))


def _later(url: str, title: str, attributes: dict[str, str], folders: list[str]) -> Later:
    tags = [tag.strip() for tag in attributes.get("tags", "").split(",")]
    archived = folders == ["", "archived"]
    tags += [] if archived else folders
    added = moment(attributes.get("add_date") or attributes.get("time_added"))
    return Later(url, title or url, added, list(dict.fromkeys(tag for tag in tags if tag)), archived)


def _attributes(written: str) -> dict[str, str]:
    return {
        name.lower(): unescape(double or single or bare)
        for name, double, single, bare in _ATTRIBUTE.findall(written)
    }  # fmt: skip


def _words(text: str | None) -> str:
    return " ".join(unescape(text or "").split())
