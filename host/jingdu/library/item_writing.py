"""Writes or copies the files of an article, durably, into a temporary folder, which `transaction` moves into place."""

import gzip
import json
import os
import shutil
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

from jingdu.library import document, frontmatter, item_files, location
from jingdu.library.images import files, placing
from jingdu.library.names import ARTICLE, ASSETS, HIGHLIGHTS, HTML, PAGE, PLACE, SOURCES
from jingdu.protocol.items import Item
from jingdu.storage import atomic

_WRITTEN: Final = (ARTICLE, HTML, PAGE)
"""Files that a new text replaces; all others in the folder stay with the article."""
_NEVER_EDITED: Final = frozenset({PAGE, HIGHLIGHTS, SOURCES})
"""Files that only Jingdu writes, and never in place, so that folders may share them as hard links."""


class Content(NamedTuple):
    """An article's text, with the web addresses of its pictures; empty for an address to be read later."""

    html: str = ""
    page: str | None = None


def write(
    new: Path, item: Item, content: Content, pictures: Mapping[str, bytes], old: Path | None, given: Mapping[str, bytes]
) -> Item:
    """Writes all files of an article into the folder ``new``; returns the item as written.

    Id, tags, marks, highlights, and the fields and files of other programs are taken over from ``old``, the folder
    that it replaces. ``given`` maps names to files that are written verbatim.
    """
    others: dict[str, Any] = {}
    before, reasons = "", {}
    if old is not None:
        item, others = _with_user_fields(item, old)
        before, reasons = item_files.raw(old), placing.missing(item_files.body(old) or "")
        stored_before = (path for path in (old / ASSETS).glob("*") if path.name == SOURCES or files.is_name(path.name))
        copy(old, new, *_WRITTEN, *stored_before)
    stored = store_pictures(new, {**placing.embedded(content.html), **pictures})
    html = placing.place(content.html, stored, item.lang, reasons)
    markdown = f"<{item.url}>\n" if item.later else _markdown(html, item.lang)
    item = item._replace(cover=_cover(item, stored), text_hash=item_files.text_hash(markdown))
    atomic.write_new(new / ARTICLE, (frontmatter.rewrite(before, item, others) + "\n" + markdown).encode())
    atomic.write_new(new / HTML, document.write(item, html).encode())
    if content.page is not None:
        atomic.write_new(new / PAGE, gzip.compress(content.page.encode("utf-8", "replace"), 6, mtime=0))
    for name, data in given.items():
        (new / name).unlink(missing_ok=True)
        atomic.write_new(new / name, data)
    atomic.sync_tree(new)
    return item_files.read(new)[0] if ARTICLE in given else item


def write_with_pictures(new: Path, old: Path, pictures: Mapping[str, bytes], reasons: placing.Reasons) -> Item:
    """Copies the article in ``old`` with additional pictures; ``reasons`` say why others are missing."""
    item, others, markdown = item_files.read(old)
    html = item_files.body(old)
    copy(old, new, ARTICLE, *([] if html is None else [HTML]))
    stored = store_pictures(new, pictures)
    if html is not None:
        html = document.add_pictures(html, stored, item.lang, reasons)
        if not item_files.is_edited(item, markdown):
            markdown = "\n" + _markdown(html, item.lang)
            item = item._replace(text_hash=item_files.text_hash(markdown))
    item = item._replace(cover=item.cover or _cover(item, stored))
    write_texts(new, item, article(old, item, others, markdown), html)
    return item


def write_texts(new: Path, item: Item, article: bytes, html: str | None) -> None:
    """Adds ``article.md`` and, unless it is None, ``article.html`` to a copy of an article, and syncs it."""
    atomic.write_new(new / ARTICLE, article)
    if html is not None:
        atomic.write_new(new / HTML, document.write(item, html).encode())
    atomic.sync_tree(new)


def article(folder: Path, item: Item, others: Mapping[str, Any], markdown: str) -> bytes:
    """The ``article.md`` of a folder, in which only the lines of changed fields differ."""
    return (frontmatter.rewrite(item_files.raw(folder), item, others) + markdown).encode()


def store_pictures(folder: Path, pictures: Mapping[str, bytes]) -> dict[str, str]:
    """Writes pictures and ``sources.json`` into ``assets/``; returns address → name of the supported ones."""
    assets = folder / ASSETS
    stored: dict[str, str] = {}
    if assets.is_symlink() or (assets.exists() and not assets.is_dir()):  # a link may point anywhere
        assets.unlink()
    for address, data in pictures.items():
        with suppress(files.NoPicture):
            stored[address] = files.store(data, assets, location.folder())
    if stored:
        lines = json.dumps({**item_files.sources(folder), **stored}, ensure_ascii=False, indent=1)
        atomic.replace(assets / SOURCES, lines.encode("utf-8", "replace"), location.folder())
    return stored


def _with_user_fields(item: Item, old: Path) -> tuple[Item, dict[str, Any]]:
    """The item with id, tags and marks of the item in ``old``, and the fields of other programs there.

    An article that replaces an archived read-later item is not archived itself.
    """
    before, others, _ = item_files.read(old)
    tags = (*before.tags, *(tag for tag in item.tags if tag not in before.tags))
    archived = before.archived and not before.later
    marked = item._replace(read=before.read, favourite=before.favourite, archived=archived)
    return marked._replace(id=before.id, tags=tags), others


def _cover(item: Item, stored: Mapping[str, str]) -> str | None:
    return stored.get(item.image or "") or next(iter(stored.values()), None)


def _markdown(html: str, lang: str | None) -> str:
    """The body of ``article.md``; missing pictures are listed if any reason is known."""
    from jingdu.render.markdown import markdown

    missing = placing.missing(html)
    text = markdown(placing.links_apart(placing.without_list(html)))
    return placing.with_list(text, missing if any(missing.values()) else {}, lang)


def copy(old: Path, new: Path, *without: str | Path, separate: bool = False) -> None:
    """Copies the files of an article except ``without``; raises ``OSError``.

    With ``separate``, files that a program may edit in place are not hard-linked.
    """
    _copy_tree(old, new, {old / name for name in (*without, PLACE)}, separate=separate)


def _copy_tree(old: Path, new: Path, without: set[Path], *, separate: bool) -> None:
    """Copies the content of ``old`` into ``new``, symbolic links as such; raises ``OSError``."""
    for entry in sorted(os.scandir(old), key=lambda entry: entry.name):
        path, target = Path(entry.path), new / entry.name
        if path in without:
            continue
        if entry.is_dir(follow_symlinks=False):
            os.mkdir(target, 0o700)
            _copy_tree(path, target, without, separate=separate)
        elif entry.is_symlink():
            os.symlink(os.readlink(path), target)
        else:
            is_never_edited = path.name in _NEVER_EDITED or files.is_name(path.name) or not path.is_file()
            _copy(path, target, may_link=is_never_edited or not separate)


def _copy(source: Path, target: Path, *, may_link: bool) -> None:
    """Makes a hard link if allowed and supported (its content is already synced); else a synced copy."""
    if may_link:
        with suppress(OSError, NotImplementedError):
            os.link(source, target, follow_symlinks=False)
            return
    target.unlink(missing_ok=True)
    shutil.copy2(source, target, follow_symlinks=False)
    atomic.sync_file(target)
