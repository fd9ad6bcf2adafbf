"""Articles whose files are replaced: by another article, of which a copy goes to the trash, or by other fields."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from jingdu.faults import Fault
from jingdu.library import copying, document, item_files, item_folders, item_writing, names, place
from jingdu.library.item_writing import Content
from jingdu.library.transaction import check, exchange, move, temporary_folder
from jingdu.protocol.items import Item
from jingdu.storage import atomic


def folder_of(item: str, *, read_later: bool = False) -> Path:
    """The folder of an article that may be replaced; raises ``item_missing`` otherwise."""
    folder = item_folders.find(item)
    if names.trashed_at(folder) or (read_later and not item_files.read(folder)[0].later):
        raise Fault("item_missing")
    return folder


def rewrite(
    old: Path, before: str, item: Item, content: Content, kept: Mapping[str, bytes], files: Mapping[str, bytes]
) -> Item:
    """Replaces an article by another one, as `item_writing.write` writes it; raises `Edited` and `OSError`."""
    with temporary_folder(place.folder()) as made:
        saved = item_writing.write(made, item, content, kept, old, files)
        _replace(made, old, before)
    return saved


def edit(folder: Path, changes: Mapping[str, Any]) -> Item:
    """Changes fields of an article; its HTML has the title too, so that a new one replaces both files."""
    before = item_files.raw(folder)
    found, others, written = item_files.read(folder)
    fields = {name: value for name, value in changes.items() if name in Item._fields}
    tags = tuple(fields.get("tags", found.tags))
    tags = (*tags, *(tag for tag in changes.get("add_tags", ()) if tag not in tags))
    fields["tags"] = tuple(tag for tag in tags if tag not in set(changes.get("remove_tags", ())))
    changed = found._replace(**fields)
    article = item_writing.article(folder, changed, others, written)
    html = item_files.body(folder) if changed.title != found.title else None
    if html is None:
        atomic.replace(folder / names.ARTICLE, article, place.folder(), check=lambda: check(folder, before))
    else:
        _retitle(folder, article, document.write(changed, html).encode(), before)
    return changed


def _replace(made: Path, old: Path, before: str) -> None:
    """Puts the folder ``made`` in the place of an article, of whose ``article.md`` it was made; raises `Edited`.

    A copy of the article goes to the trash first. An address to be read later has no text to lose, and leaves none.
    """
    found, _, written = item_files.read(old)
    if found.later and not item_files.is_edited(found, written):
        exchange(made, old, before)
        return
    number = old.stat().st_ino
    copy, item = _copy_to_trash(old)
    try:
        exchange(made, old, before)
    except BaseException:
        with suppress(OSError):
            if old.stat().st_ino == number:  # it is still in its place
                shutil.rmtree(copy, ignore_errors=True)
        raise
    item_folders.changed(item, copy)


def _retitle(folder: Path, article: bytes, html: bytes, before: str) -> None:
    """Replaces the two files that have the title in one step; raises `Edited`."""
    with temporary_folder(place.folder()) as made:
        copying.copy(folder, made, names.ARTICLE, names.HTML)
        atomic.write_new(made / names.ARTICLE, article)
        atomic.write_new(made / names.HTML, html)
        atomic.sync_tree(made)
        exchange(made, folder, before)


def _copy_to_trash(old: Path) -> tuple[Path, str]:
    found, others, written = item_files.read(old)
    item = found._replace(id=names.new_id())
    bin_ = place.folder() / names.TRASH
    atomic.make(bin_)
    with temporary_folder(place.folder()) as made:
        copying.separate_copy(old, made, names.ARTICLE)
        atomic.write_new(made / names.ARTICLE, item_writing.article(old, item, others, written))
        atomic.sync_tree(made)
        return move(made, bin_, names.in_trash(old.name)), item.id
