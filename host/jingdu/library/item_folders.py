"""The articles' folders, as they are found and read; what the files of one are called."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import stat
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

from jingdu.faults import Fault
from jingdu.library import document, frontmatter, place
from jingdu.library.images import files
from jingdu.library.model import Item
from jingdu.storage import os_errors
from jingdu.storage.lock import locked

ARTICLE: Final = "article.md"
HTML: Final = "article.html"
PAGE: Final = "page.html.gz"
HIGHLIGHTS: Final = "highlights.json"
ASSETS: Final = "assets"
SOURCES: Final = "sources.json"
"""In ``assets/``: where each picture comes from."""
TRASH: Final = ".trash"
STAMP: Final = "%Y%m%dT%H%M%SZ"
STAMP_LENGTH: Final = len("20260101T000000Z")
Found = TypeVar("Found")
seen: dict[str, Path] = {}
"""Id → folder, as it was last seen; believed only as long as the folder says the same."""


def every(
    *, trashed: bool = False, closed: list[str] | None = None, bare: list[Path] | None = None
) -> list[Path]:  # fmt: skip
    """Every folder that may hold an article: in the library at any depth but in no hidden folder, or in the trash.

    Raises ``library_missing`` as `check` does. Folders that we may not look into are added to ``closed``, those that
    hold other files of ours and no ``article.md`` to ``bare``.
    """
    check()
    root = place.folder() / TRASH if trashed else place.folder()
    found = []
    with os_errors.told():
        for here, inner, there in os.walk(root, onerror=partial(_refused, root, closed)):
            inner[:] = sorted(name for name in inner if not name.startswith("."))
            if ARTICLE in there:
                found.append(Path(here))
                inner.clear()
            elif bare is not None and (PAGE in there or HTML in there):
                bare.append(Path(here))
    return found


def _refused(root: Path, closed: list[str] | None, error: OSError) -> None:
    """A folder that is gone, or closed to us, hides nothing else; a disk that fails must not look like an empty one."""
    if isinstance(error, PermissionError) and error.filename != str(root):
        if closed is not None:
            closed.append(str(error.filename))
    elif not isinstance(error, FileNotFoundError | NotADirectoryError):
        raise error


def check() -> None:
    """Raises ``library_missing`` where the library's folder was there once: a lost disk is no empty library."""
    with os_errors.told():
        if not place.folder().is_dir() and place.was_made(place.folder()):
            raise Fault("library_missing")


def find(item: str) -> Path:
    """The folder of an article; raises ``item_missing``, also where its file can't be read."""
    known = seen.get(item)
    if known is not None and (found := item_in(known)) and found.id == item:
        return known
    if (near := _told_by_index(item)) and (found := item_in(near)) and found.id == item:
        seen[item] = near
    elif not _search(item):
        with locked(place.folder()):  # another writer may be moving it right now
            _search(item)
    if item in seen:
        return seen[item]
    raise Fault("item_missing")


def steadily(item: str, read: Callable[[Path], Found]) -> Found:
    """What ``read`` makes of the files in an article's folder, while nobody moves or replaces that folder.

    Without it, a folder that is moved to the trash meanwhile would look like one that has no pictures.
    Raises ``item_missing`` and whatever ``read`` raises.
    """
    folder = find(item)
    try:
        before = folder.stat().st_ino
        found = read(folder)
        if folder.stat().st_ino == before:
            return found
    except FileNotFoundError:
        pass  # moved away, or a file is missing that should be there: the second time tells
    with locked(place.folder()):
        return read(find(item))


def _told_by_index(item: str) -> Path | None:
    """Where the index saw the article last: to look there first spares reading every folder."""
    from jingdu.library import indexed

    with suppress(Fault, OSError):
        return indexed.folder_of(item)
    return None


def _search(item: str) -> bool:
    """Looks through all folders; whether the item was found. What is no longer there is forgotten."""
    seen.clear()
    for trashed in (False, True):
        for folder in every(trashed=trashed):
            if found := item_in(folder):
                seen[found.id] = folder
    return item in seen


def item_in(folder: Path) -> Item | None:
    try:
        return read(folder)[0]
    except (OSError, Fault):
        return None


def read(folder: Path) -> tuple[Item, dict[str, Any], str]:
    """The item in a folder, the fields of its front matter that are not ours, and the body; raises ``item_damaged``."""
    fields, written = frontmatter.split(raw(folder))
    told = frontmatter.item(fields, folder.name)
    if told is None:
        raise Fault("item_damaged")
    when = trashed_at(folder)
    return told[0]._replace(trashed=when.isoformat() if when else None), told[1], written


def raw(folder: Path) -> str:
    """``article.md`` as it stands there; raises ``item_damaged``."""
    try:
        return own(folder / ARTICLE).read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        raise Fault("item_damaged") from error


def own(path: Path) -> Path:
    """A file of an article, in its folder or in ``assets``; what is no file of its own counts as missing.

    A link may lead to anything of the user's, which would be shown and exported; from a pipe nothing ever comes.
    Raises ``FileNotFoundError``.
    """
    is_elsewhere = path.parent.name == ASSETS and path.parent.is_symlink()
    if is_elsewhere or not stat.S_ISREG(os.lstat(path).st_mode):
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
    return path


def trashed_at(folder: Path) -> datetime | None:
    """When an article was put into the trash; None where it is not there."""
    if folder.parent.name != TRASH:
        return None
    return stamp(folder.name) or datetime.fromtimestamp(folder.stat().st_mtime, UTC)


def stamp(name: str) -> datetime | None:
    """The time at the beginning of a folder's name in the trash."""
    try:
        return datetime.strptime(name[:STAMP_LENGTH], STAMP).replace(tzinfo=UTC)
    except ValueError:
        return None


def is_edited(item: Item, written: str) -> bool:
    """Whether ``written``, the body of an ``article.md``, is another one than Jingdu wrote."""
    return bool(item.text_hash) and text_hash(written) != item.text_hash


def body(folder: Path) -> str | None:
    try:
        return document.body(own(folder / HTML).read_text("utf-8"))
    except (FileNotFoundError, UnicodeDecodeError):
        return None


def sources(folder: Path) -> dict[str, str]:
    """Address → name of the pictures in an ``assets`` folder; raises ``OSError`` where the disk does not give them."""
    try:
        told = json.loads(own(folder / SOURCES).read_text("utf-8"))
    except (*place.NO_FILE, ValueError):
        return {}
    pairs = told.items() if isinstance(told, dict) else ()
    return {str(address): name for address, name in pairs if isinstance(name, str) and files.is_name(name)}


def text_hash(written: str) -> str:
    """What an edit is told by; an editor that ends lines as Windows does has not edited."""
    return hashlib.sha256(written.strip().replace("\r\n", "\n").encode()).hexdigest()
