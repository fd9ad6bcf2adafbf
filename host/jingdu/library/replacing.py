"""An article that takes the place of another, of which a copy with a new id goes to the trash."""

from __future__ import annotations

import shutil
from contextlib import suppress
from pathlib import Path

from jingdu.faults import Fault
from jingdu.library import copying, item_files, item_folders, names, place
from jingdu.library.transaction import exchange, move, temporary_folder
from jingdu.storage import atomic


def folder_of(item: str, *, read_later: bool = False) -> Path:
    """The folder of an article that may be replaced; raises ``item_missing`` otherwise."""
    folder = item_folders.find(item)
    if names.trashed_at(folder) or (read_later and not item_files.read(folder)[0].later):
        raise Fault("item_missing")
    return folder


def replace(made: Path, old: Path, before: str) -> None:
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


def retitle(folder: Path, article: bytes, html: bytes, before: str) -> None:
    """Replaces the two files that have the title in one step; raises `Edited`."""
    with temporary_folder(place.folder()) as made:
        copying.copy(folder, made, names.ARTICLE, names.HTML)
        atomic.write_new(made / names.ARTICLE, article)
        atomic.write_new(made / names.HTML, html)
        atomic.sync_tree(made)
        exchange(made, folder, before)


def _copy_to_trash(old: Path) -> tuple[Path, str]:
    """A durable copy of an article in the trash, and its id."""
    found, others, written = item_files.read(old)
    item = found._replace(id=names.new_id())
    bin_ = place.folder() / names.TRASH
    atomic.make(bin_)
    with temporary_folder(place.folder()) as made:
        copying.separate_copy(old, made, names.ARTICLE)
        atomic.write_new(made / names.ARTICLE, item_files.article(old, item, others, written))
        atomic.sync_tree(made)
        return move(made, bin_, names.in_trash(old.name)), item.id
