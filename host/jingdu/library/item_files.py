"""The files in an article's folder, read; `item_writing` writes them, and `item_folders` finds the folder."""

from __future__ import annotations

import errno
import gzip
import hashlib
import os
import stat
from pathlib import Path
from typing import Any, NamedTuple

from jingdu.faults import Fault
from jingdu.library import document, frontmatter, names
from jingdu.library.images import files
from jingdu.library.names import ARTICLE, ASSETS, HTML, PAGE, SOURCES
from jingdu.protocol.items import Item
from jingdu.storage import private


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
    try:
        return read(folder)[0]
    except (OSError, Fault):
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
