"""The files in an article's folder, read, or why they can't be. `item_writing` writes them.

An article that can't be read stays listed and untouched until it is repaired. A folder is an article of ours if its
``article.md`` begins with front matter, or if other files of ours are in it; a note of that name in a vault is none.
"""

from __future__ import annotations

import errno
import gzip
import hashlib
import os
import stat
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from jingdu.faults import Fault
from jingdu.library import document, frontmatter, names, place
from jingdu.library.images import files
from jingdu.library.names import ARTICLE, ASSETS, HTML, PAGE, SOURCES
from jingdu.protocol.items import Item
from jingdu.storage import private

WORDS: Final[Mapping[str, str]] = {
    "empty": "it is empty; restore it from a backup, or save the page again",
    "no_front_matter": "its front matter is gone; restore it from a backup, or save the page again",
    "unclosed": "its front matter has no end; add a line of --- below the last field",
    "front_matter": "its front matter is not valid YAML; correct this line",
    "no_id": "its front matter has no id; restore it from a backup, or save the page again",
    "not_text": "it is not text in UTF-8; convert it",
    "missing": "it is not there; restore it, or give a sync program's copy of it this name",
    "denied": "it may not be read; change its permissions",
    "unread": "it could not be read",
    "same_id": "it has the same id as another article; remove one of the two",
}
"""Code of why an article can't be read → what follows the name of the file, in English.

Part of the protocol: a code never changes its meaning.
"""


class Current(NamedTuple):
    """The text of an article as it is in its files now."""

    html: str
    """Pictures are in ``assets/``."""
    edited: bool
    """It is ``article.md`` as its user edited it."""


Known = tuple[Item, dict[str, Any], str]


def read(folder: Path) -> Known:
    """The item in a folder, the fields of its front matter that are not ours, and the body; raises ``item_damaged``."""
    fields, written = frontmatter.split(raw(folder))
    found = frontmatter.item(fields, folder.name)
    if found is None:
        raise Fault("item_damaged")
    when = names.trashed_at(folder)
    return found[0]._replace(trashed=when.isoformat() if when else None), found[1], written


def item_in(folder: Path) -> Item | None:
    """The item in a folder; None where it can't be read."""
    with suppress(OSError, Fault):
        return read(folder)[0]
    return None


def raw(folder: Path) -> str:
    """``article.md`` as it is; raises ``item_damaged``."""
    try:
        return own(folder / ARTICLE).read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        raise Fault("item_damaged") from error


def own(path: Path) -> Path:
    """A file of an article, in its folder or in ``assets``; links and pipes count as missing.

    A link may lead to any file of the user's, which would be shown and exported; a pipe never ends.
    Raises ``FileNotFoundError``.
    """
    is_elsewhere = path.parent.name == ASSETS and path.parent.is_symlink()
    if is_elsewhere or not stat.S_ISREG(os.lstat(path).st_mode):
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
    return path


def current(folder: Path, known: Known | None = None) -> Current:
    """The text that is shown, exported and searched: ``article.md`` where its user edited it, else ``article.html``.

    Where both were edited, or ``article.html`` is missing or damaged, ``article.md`` counts. ``known`` is what `read`
    returned.
    """
    item, _, written = known or read(folder)
    edited = is_edited(item, written)
    html = None if edited else body(folder)
    if html is None:
        html = document.rendered(written, sources(folder), item.lang)
    return Current(html, edited)


def text(folder: Path, known: Known | None = None) -> str:
    """The current text as plain text; raises ``item_damaged`` and ``OSError``."""
    from jingdu.render.article import plain_text

    known = known or read(folder)
    return plain_text(current(folder, known).html) or known[2]


def is_edited(item: Item, written: str) -> bool:
    """Whether ``written``, the body of an ``article.md``, is not the one that Jingdu wrote."""
    return bool(item.text_hash) and text_hash(written) != item.text_hash


def text_hash(written: str) -> str:
    """The hash that shows an edit; an editor that ends lines as Windows does has not edited."""
    return hashlib.sha256(written.strip().replace("\r\n", "\n").encode()).hexdigest()


def body(folder: Path) -> str | None:
    """The HTML of ``article.html`` with its pictures in ``assets/``; None where it is missing or damaged."""
    try:
        return document.body(own(folder / HTML).read_text("utf-8"))
    except (FileNotFoundError, UnicodeDecodeError):
        return None


def page(folder: Path) -> str | None:
    """The page as it was captured; None where it was not kept. Raises ``item_damaged``."""
    try:
        with gzip.open(own(folder / PAGE), "rt", encoding="utf-8", newline="") as file:
            return file.read()
    except FileNotFoundError:
        return None
    except (EOFError, gzip.BadGzipFile, UnicodeDecodeError) as error:
        raise Fault("item_damaged") from error


def sources(folder: Path) -> dict[str, str]:
    """Address → name in ``assets/`` of the kept pictures; raises ``OSError`` where the disk fails."""
    try:
        found = private.read_json(own(folder / ASSETS / SOURCES))
    except private.NO_FILE:
        return {}
    pairs = found.items() if isinstance(found, dict) else ()
    return {str(address): name for address, name in pairs if isinstance(name, str) and files.is_name(name)}


def highlights(folder: Path) -> list[Any]:
    """The highlights as their file has them; none where it is missing or damaged. Raises ``OSError``."""
    try:
        found = private.read_json(own(folder / names.HIGHLIGHTS))
    except private.NO_FILE:
        return []
    return found if isinstance(found, list) else []


def pictures(folder: Path) -> dict[str, bytes]:
    """Address → bytes of the kept pictures."""
    return {address: own(folder / ASSETS / name).read_bytes() for address, name in sources(folder).items()}


class Unreadable(NamedTuple):
    """An article that can't be read."""

    folder: str
    """Its path within the library, with slashes."""
    file: str
    """The file's name in the folder; empty where the folder itself may not be looked into."""
    line: int | None
    """In the file, from 1; None where it is all of it."""
    code: str
    """One of `WORDS`."""
    detail: str = ""
    """What the system or the YAML parser says, in English, or the folder of the same id."""

    @property
    def where(self) -> str:
        """The file's path within the library, with the line."""
        path = f"{self.folder}/{self.file}" if self.file else self.folder
        return path if self.line is None else f"{path}:{self.line}"

    @property
    def words(self) -> str:
        """Why, and what to do about it."""
        return f"{WORDS[self.code]} ({self.detail})" if self.detail else WORDS[self.code]

    @property
    def is_trashed(self) -> bool:
        """Whether it is in the trash."""
        return self.folder.startswith(f"{names.TRASH}/")

    def as_dict(self) -> dict[str, Any]:
        """For JSON: the fields and the words."""
        return {**self._asdict(), "reason": self.words}


def examine(folder: Path, where: Mapping[str, Path] = MappingProxyType({})) -> Unreadable | None:
    """Why an article can't be read; None where it can, is gone, or is none of ours.

    ``where`` maps the ids of other articles to their folders, which this one must not share its id with.
    """
    try:
        text = own(folder / ARTICLE).read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        return _unreadable(folder, "not_text", line=error.object.count(b"\n", 0, error.start) + 1)
    except (FileNotFoundError, NotADirectoryError):
        return _unreadable(folder, "missing") if is_bare(folder) else None
    except PermissionError:
        return _unreadable(folder, "denied", file=ARTICLE if os.access(folder, os.X_OK) else "")
    except OSError as error:
        return _unreadable(folder, "unread", detail=error.strerror or "")
    mistake = frontmatter.mistake(text)
    if mistake is None:
        found = item_in(folder)
        other = where.get(found.id, folder) if found else folder
        return _unreadable(folder, "same_id", detail=_within(other)) if other != folder else None
    if mistake.code in ("no_front_matter", "no_id") and not _has_files_of_ours(folder):
        return None
    return _unreadable(folder, mistake.code, line=mistake.line, detail=mistake.detail)


def is_bare(folder: Path) -> bool:
    """Whether a folder is an article whose ``article.md`` is gone."""
    return not os.path.isfile(folder / ARTICLE) and _has_files_of_ours(folder)


def _has_files_of_ours(folder: Path) -> bool:
    with suppress(OSError):
        return os.path.lexists(folder / PAGE) or body(folder) is not None
    return False


def _unreadable(folder: Path, code: str, line: int | None = None, detail: str = "", file: str = ARTICLE) -> Unreadable:
    return Unreadable(_within(folder), file, line, code, detail)


def _within(folder: Path) -> str:
    library = place.folder()
    return folder.relative_to(library).as_posix() if folder.is_relative_to(library) else str(folder)
