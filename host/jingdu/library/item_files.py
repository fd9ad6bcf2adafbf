"""The files in an article's folder: how they are read and written.

`item_folders` finds the folder of an article, `transaction` moves a folder into its place.
"""

from __future__ import annotations

import errno
import gzip
import hashlib
import json
import os
import stat
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

from jingdu.faults import Fault
from jingdu.library import document, frontmatter, names, place
from jingdu.library.copying import copy, copy_tree
from jingdu.library.images import NoPicture, files, in_markdown, placing
from jingdu.library.names import ARTICLE, ASSETS, HTML, PAGE, PLACE, SOURCES
from jingdu.protocol.items import Item
from jingdu.storage import atomic, private

_WRITTEN: Final = frozenset({ARTICLE, HTML, PAGE, PLACE})
"""What a new text writes anew; everything else in the folder stays with the article."""


class Content(NamedTuple):
    """An article's text in its forms, with pictures by their addresses on the web."""

    html: str
    markdown: str
    page: str | None = None
    """The page as it was captured."""


class Current(NamedTuple):
    """The text of an article as it is in its files now."""

    html: str
    """Pictures are in ``assets/``."""
    edited: bool
    """It is ``article.md`` as its user edited it."""


def read(folder: Path) -> tuple[Item, dict[str, Any], str]:
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


def current(folder: Path) -> Current:
    """The text that is shown, exported and searched: ``article.md`` where its user edited it, else ``article.html``.

    Where both were edited, or ``article.html`` is missing or damaged, ``article.md`` counts.
    """
    item, _, written = read(folder)
    return _current(folder, item, written)


def _current(folder: Path, item: Item, written: str) -> Current:
    edited = is_edited(item, written)
    html = None if edited else body(folder)
    if html is None:
        html = document.rendered(written, sources(folder), item.lang)
    return Current(html, edited)


def with_text(folder: Path) -> tuple[Item, str]:
    """The item in a folder, and its current text as plain text; raises ``item_damaged`` and ``OSError``."""
    from jingdu.render.plain import plain_text

    item, _, written = read(folder)
    return item, plain_text(_current(folder, item, written).html) or written


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


def pictures(folder: Path) -> dict[str, bytes]:
    """Address → bytes of the kept pictures."""
    return {address: own(folder / ASSETS / name).read_bytes() for address, name in sources(folder).items()}


def write(
    made: Path, item: Item, content: Content, kept: Mapping[str, bytes], old: Path | None, given: Mapping[str, bytes]
) -> Item:
    """Writes all files of an article into the folder ``made``, durably.

    From ``old``, the folder that it replaces, come id, tags, marks, the fields and files that are not ours and the
    highlights. ``given`` are files by name that are written as they are.
    """
    others: dict[str, Any] = {}
    before, reasons = "", {}
    if old is not None:
        item, others = _with_users_fields(item, old)
        before, reasons = raw(old), placing.missing(body(old) or "")
        copy_tree(old, made, lambda path: _is_written(path, old))
    stored = keep_pictures(made, kept)
    html = document.placed(content.html, stored, item.lang, reasons)
    markdown = _placed_markdown(content.markdown, stored, html, item.lang)
    item = item._replace(cover=_cover(item, stored), text_hash=text_hash(markdown))
    head = frontmatter.rewrite(before, item, others)
    atomic.write_new(made / ARTICLE, (head + "\n" + markdown).encode())
    atomic.write_new(made / HTML, document.write(item, html).encode())
    if content.page is not None:
        atomic.write_new(made / PAGE, gzip.compress(content.page.encode("utf-8", "replace"), 6, mtime=0))
    for name, data in given.items():
        (made / name).unlink(missing_ok=True)
        atomic.write_new(made / name, data)
    atomic.sync_tree(made)
    return read(made)[0] if ARTICLE in given else item


def write_with_pictures(made: Path, old: Path, kept: Mapping[str, bytes], reasons: document.Reasons) -> Item:
    """Writes a copy of the article in ``old`` with pictures that came later; ``reasons`` say why others did not."""
    item, others, written = read(old)
    html = body(old)
    copy(old, made, ARTICLE, *([] if html is None else [HTML]))
    stored = keep_pictures(made, kept)
    if html is not None:
        html = document.placed_later(html, stored, item.lang, reasons)
        atomic.write_new(made / HTML, document.write(item, html).encode())
    if not is_edited(item, written):
        written = _placed_markdown(written, stored, html or "", item.lang)
        item = item._replace(text_hash=text_hash(written))
    item = item._replace(cover=item.cover or _cover(item, stored))
    atomic.write_new(made / ARTICLE, article(old, item, others, written))
    atomic.sync_tree(made)
    return item


def article(folder: Path, item: Item, others: Mapping[str, Any], written: str) -> bytes:
    """``article.md`` of a folder for other values of the item: only the lines of changed fields differ."""
    return (frontmatter.rewrite(raw(folder), item, others) + written).encode()


def keep_pictures(folder: Path, kept: Mapping[str, bytes]) -> dict[str, str]:
    """Writes pictures and their sources into ``assets/``; address → name of those that could be kept."""
    assets = folder / ASSETS
    stored: dict[str, str] = {}
    if assets.is_symlink() or (assets.exists() and not assets.is_dir()):  # a link may lead anywhere
        assets.unlink()
    for address, data in kept.items():
        with suppress(NoPicture):
            stored[address] = files.keep(data, assets, place.folder())
    if stored:
        lines = json.dumps({**sources(folder), **stored}, ensure_ascii=False, indent=1)
        atomic.replace(assets / SOURCES, lines.encode("utf-8", "replace"), place.folder())
    return stored


def _with_users_fields(item: Item, old: Path) -> tuple[Item, dict[str, Any]]:
    """The item with id, tags and marks of the one that it replaces, and that one's fields that are not ours.

    An address to be read later may be archived; the article that replaces it is to be read.
    """
    before, others, _ = read(old)
    tags = (*before.tags, *(tag for tag in item.tags if tag not in before.tags))
    archived = before.archived and not before.later
    marked = item._replace(read=before.read, favourite=before.favourite, archived=archived)
    return marked._replace(id=before.id, tags=tags), others


def _is_written(path: Path, old: Path) -> bool:
    if path.parent == old / ASSETS:
        return path.name == SOURCES or files.is_name(path.name)
    return path.parent == old and path.name in _WRITTEN


def _cover(item: Item, stored: Mapping[str, str]) -> str | None:
    return stored.get(item.image or "") or next(iter(stored.values()), None)


def _placed_markdown(markdown: str, stored: Mapping[str, str], html: str, lang: str | None) -> str:
    """Markdown with its pictures as in ``html``; missing ones are listed once a reason is known."""
    missing = placing.missing(html)
    placed = in_markdown.placed(markdown, stored, missing, lang)
    return placing.note(placed, missing if any(missing.values()) else {}, lang)
