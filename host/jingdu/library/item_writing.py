"""The files of an article written or copied into a folder, which `transaction` moves into its place; all durable.

Copies are hard links where no program edits a file in place.
"""

from __future__ import annotations

import gzip
import json
import os
import shutil
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

from jingdu.library import document, frontmatter, item_files, place
from jingdu.library.images import files, placing
from jingdu.library.images.files import NoPicture
from jingdu.library.images.placing import Reasons
from jingdu.library.names import ARTICLE, ASSETS, HIGHLIGHTS, HTML, PAGE, PLACE, SOURCES
from jingdu.protocol.items import Item
from jingdu.storage import atomic

_WRITTEN: Final = frozenset({ARTICLE, HTML, PAGE, PLACE})
"""What a new text writes anew; everything else in the folder stays with the article."""
_NEVER_EDITED: Final = frozenset({PAGE, HIGHLIGHTS, SOURCES})
"""Files that Jingdu alone writes, always as a new file, so that two folders may share them."""


class Content(NamedTuple):
    """An article's text, with pictures by their addresses on the web; an address to be read later has none."""

    html: str = ""
    page: str | None = None
    """The page as it was captured."""


def write(
    made: Path, item: Item, content: Content, kept: Mapping[str, bytes], old: Path | None, given: Mapping[str, bytes]
) -> Item:
    """Writes all files of an article into the folder ``made``, durably.

    From ``old``, the folder that it replaces, come id, tags, marks, the fields and files that are not ours and the
    highlights. ``given`` are files by name that are written as they are.
    """

    def is_written(path: Path) -> bool:
        if path.parent.name == ASSETS and path.parent.parent == old:
            return path.name == SOURCES or files.is_name(path.name)
        return path.parent == old and path.name in _WRITTEN

    others: dict[str, Any] = {}
    before, reasons = "", {}
    if old is not None:
        item, others = _with_users_fields(item, old)
        before, reasons = item_files.raw(old), placing.missing(item_files.body(old) or "")
        _copy_tree(old, made, is_written)
    stored = keep_pictures(made, kept)
    html = placing.place(content.html, stored, item.lang, reasons)
    markdown = f"<{item.url}>\n" if item.later else _markdown(html, item.lang)
    item = item._replace(cover=_cover(item, stored), text_hash=item_files.text_hash(markdown))
    head = frontmatter.rewrite(before, item, others)
    atomic.write_new(made / ARTICLE, (head + "\n" + markdown).encode())
    atomic.write_new(made / HTML, document.write(item, html).encode())
    if content.page is not None:
        atomic.write_new(made / PAGE, gzip.compress(content.page.encode("utf-8", "replace"), 6, mtime=0))
    for name, data in given.items():
        (made / name).unlink(missing_ok=True)
        atomic.write_new(made / name, data)
    atomic.sync_tree(made)
    return item_files.read(made)[0] if ARTICLE in given else item


def write_with_pictures(made: Path, old: Path, kept: Mapping[str, bytes], reasons: Reasons) -> Item:
    """Writes a copy of the article in ``old`` with pictures that came later; ``reasons`` say why others did not."""
    item, others, written = item_files.read(old)
    html = item_files.body(old)
    copy(old, made, ARTICLE, *([] if html is None else [HTML]))
    stored = keep_pictures(made, kept)
    if html is not None:
        html = document.placed_later(html, stored, item.lang, reasons)
        atomic.write_new(made / HTML, document.write(item, html).encode())
        if not item_files.is_edited(item, written):
            written = "\n" + _markdown(html, item.lang)
            item = item._replace(text_hash=item_files.text_hash(written))
    item = item._replace(cover=item.cover or _cover(item, stored))
    atomic.write_new(made / ARTICLE, article(old, item, others, written))
    atomic.sync_tree(made)
    return item


def edited(folder: Path, changes: Mapping[str, Any]) -> tuple[Item, bytes, str | None]:
    """An article with other fields: its ``article.md``; where the title is another one, the HTML, which has it too."""
    found, others, written = item_files.read(folder)
    fields = {name: value for name, value in changes.items() if name in Item._fields}
    tags = (*fields.get("tags", found.tags), *changes.get("add_tags", ()))
    fields["tags"] = tuple(tag for tag in dict.fromkeys(tags) if tag not in changes.get("remove_tags", ()))
    item = found._replace(**fields)
    html = item_files.body(folder) if item.title != found.title else None
    return item, article(folder, item, others, written), html


def write_title(made: Path, old: Path, item: Item, article: bytes, html: str) -> None:
    """Writes a copy of the article in ``old`` with another title, which both of its files have."""
    copy(old, made, ARTICLE, HTML)
    atomic.write_new(made / ARTICLE, article)
    atomic.write_new(made / HTML, document.write(item, html).encode())
    atomic.sync_tree(made)


def article(folder: Path, item: Item, others: Mapping[str, Any], written: str) -> bytes:
    """``article.md`` of a folder for other values of the item: only the lines of changed fields differ."""
    return (frontmatter.rewrite(item_files.raw(folder), item, others) + written).encode()


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
        lines = json.dumps({**item_files.sources(folder), **stored}, ensure_ascii=False, indent=1)
        atomic.replace(assets / SOURCES, lines.encode("utf-8", "replace"), place.folder())
    return stored


def _with_users_fields(item: Item, old: Path) -> tuple[Item, dict[str, Any]]:
    """The item with id, tags and marks of the one that it replaces, and that one's fields that are not ours.

    An address to be read later may be archived; the article that replaces it is to be read.
    """
    before, others, _ = item_files.read(old)
    tags = (*before.tags, *(tag for tag in item.tags if tag not in before.tags))
    archived = before.archived and not before.later
    marked = item._replace(read=before.read, favourite=before.favourite, archived=archived)
    return marked._replace(id=before.id, tags=tags), others


def _cover(item: Item, stored: Mapping[str, str]) -> str | None:
    return stored.get(item.image or "") or next(iter(stored.values()), None)


def _markdown(html: str, lang: str | None) -> str:
    """The text of ``article.md``, with the pictures as in ``html``; missing ones are listed once a reason is known."""
    from jingdu.render.markdown import markdown

    missing = placing.missing(html)
    text = markdown(placing.links_apart(placing.without_list(html)))
    return placing.note(text, missing if any(missing.values()) else {}, lang)


def copy(old: Path, made: Path, *without: str, separate: bool = False) -> None:
    """Copies all files of an article but some that are written anew; raises ``OSError``.

    A ``separate`` copy shares no file which a program may edit in place.
    """
    _copy_tree(
        old,
        made,
        lambda path: path.parent == old and path.name in (*without, PLACE),
        lambda path: not separate or path.name in _NEVER_EDITED or files.is_name(path.name),
    )


def _copy_tree(
    old: Path,
    made: Path,
    leave_out: Callable[[Path], bool],
    may_link: Callable[[Path], bool] = lambda path: True,
) -> None:
    """Copies the content of ``old`` into the folder ``made``; a symbolic link is copied as one. Raises ``OSError``."""
    with os.scandir(old) as entries:
        inner = sorted(entries, key=lambda entry: entry.name)
    for entry in inner:
        path, target = Path(entry.path), made / entry.name
        if leave_out(path):
            continue
        if entry.is_dir(follow_symlinks=False):
            if not target.is_dir():
                os.mkdir(target, 0o700)
            _copy_tree(path, target, leave_out, may_link)
        elif entry.is_symlink():
            os.symlink(os.readlink(path), target)
        else:
            _copy(path, target, may_link=not path.is_file() or may_link(path))


def _copy(source: Path, target: Path, *, may_link: bool) -> None:
    """A hard link, where it may be one and the disk has them: the content is durable already."""
    if may_link:
        with suppress(OSError, NotImplementedError):
            os.link(source, target, follow_symlinks=False)
            return
    target.unlink(missing_ok=True)
    shutil.copy2(source, target, follow_symlinks=False)
    atomic.sync_file(target)
