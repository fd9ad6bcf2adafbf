"""The articles of the library, by id: read, saved, changed, moved to the trash, deleted.

    <library>/<name>/article.md  article.html  assets/  page.html.gz  highlights.json
    <library>/.trash/<when> <name>/…

The files are the truth, and the index is updated after each durable write. Folders without an article of ours are
left alone: the library's folder may be an Obsidian vault. Everything raises the faults of the library, with
``item_missing`` where there is no article of an id.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, TypeVar

from jingdu.faults import Fault
from jingdu.library import indexed, item_files, item_folders, item_writing, names
from jingdu.library.images.files import is_name
from jingdu.library.images.placing import Reasons
from jingdu.library.item_files import Current
from jingdu.library.item_writing import Content
from jingdu.library.transaction import (
    check,
    exchange,
    move,
    put,
    remove,
    retry_on_conflict,
    temporary_folder,
    write_lock,
)
from jingdu.protocol.items import Item
from jingdu.storage import atomic
from jingdu.storage.atomic import map_os_errors

KEPT_IN_TRASH: Final = timedelta(days=30)
_NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})
Found = TypeVar("Found")


def read(item: str, reader: Callable[[Path], Found]) -> Found:
    """What ``reader`` (of `item_files`) returns for the folder of an article, which stays in its place meanwhile."""
    with map_os_errors():
        return item_folders.consistent_read(item, reader)


def load(item: str) -> Item:
    """The item of an id, in the library or its trash."""
    return read(item, item_files.read)[0]


def folder_of(item: str) -> Path:
    """The folder of an article, which another process may move."""
    with map_os_errors():
        return item_folders.find(item)


def items(*, trashed: bool = False) -> Iterator[Item]:
    """Every article of the library, or of its trash."""
    return filter(None, map(item_files.item_in, item_folders.every(trashed=trashed)))


def text(item: str) -> str:
    """The current text as plain text."""
    return read(item, item_files.text)


def current(item: str) -> Current:
    """The text that is shown: ``article.md`` where its user edited it, else ``article.html``."""
    return read(item, item_files.current)


def body(item: str) -> str:
    """The HTML of ``article.html`` with its pictures in ``assets/``; raises ``item_damaged``."""
    found = read(item, item_files.body)
    if found is None:
        raise Fault("item_damaged")
    return found


def markdown(item: str) -> str:
    """The body of ``article.md``."""
    return read(item, item_files.read)[2]


def page(item: str) -> str | None:
    """The page as it was captured; None where it was not kept."""
    return read(item, item_files.page)


def pictures(item: str) -> dict[str, bytes]:
    """Address → bytes of the kept pictures."""
    return read(item, item_files.pictures)


def asset(item: str, name: str) -> bytes:
    """The bytes of a kept picture; raises ``item_missing`` where there is none of that name."""
    if not is_name(name):
        raise Fault("item_missing")
    with map_os_errors():
        try:
            return item_folders.consistent_read(
                item, lambda folder: item_files.own(folder / names.ASSETS / name).read_bytes()
            )
        except (FileNotFoundError, NotADirectoryError) as error:
            raise Fault("item_missing") from error


@retry_on_conflict
def save(
    item: Item,
    content: Content,
    kept: Mapping[str, bytes],
    *,
    replaces: str | None = None,
    files: Mapping[str, bytes] = _NOTHING,
) -> Item:
    """Saves an article and returns it with its folder; durable when this returns.

    ``kept`` are the bytes of its pictures by address. ``replaces`` is the id of an article outside the trash whose
    folder, id, highlights, marks and own files it gets, while a copy of that one goes to the trash under a new id.
    ``files`` are written as they are, by name.
    """
    with write_lock():
        old = _replaceable(replaces) if replaces else None
        return _changed(*put(item, content, kept, old, item_files.raw(old) if old else "", files))


@retry_on_conflict
def rewrite(item: str, content: Content, kept: Mapping[str, bytes], *, edited: bool = False, **fields: Any) -> Item:
    """Replaces the text of an article, from the same page; raises ``item_edited`` where its user edited the text.

    With ``edited`` such a text is replaced too.
    """
    with write_lock():
        folder = _replaceable(item)
        before = item_files.raw(folder)  # first: what an editor writes from now on is noticed
        found, _, written = item_files.read(folder)
        if item_files.is_edited(found, written) and not edited:
            raise Fault("item_edited")
        return _changed(*put(found._replace(**fields), content, kept, folder, before, _NOTHING))


def _replaceable(item: str) -> Path:
    """The folder of an article that may be replaced; raises ``item_missing`` otherwise."""
    folder = item_folders.find(item)
    if names.trashed_at(folder):
        raise Fault("item_missing")
    return folder


@retry_on_conflict
def add_pictures(item: str, kept: Mapping[str, bytes], reasons: Reasons = _NOTHING) -> Item:
    """Adds pictures that came later, in the place of their links; ``reasons`` say by address why others did not."""
    with write_lock() as library:
        folder = item_folders.find(item)
        before = item_files.raw(folder)
        with temporary_folder(library) as made:
            found = item_writing.write_with_pictures(made, folder, kept, reasons)
            exchange(made, folder, before)
        return _changed(found, folder)


def edit(ids: Iterable[str], changes: Mapping[str, Any]) -> list[Item]:
    """Changes fields of items; the rest of each file stays as its user left it.

    ``add_tags`` and ``remove_tags`` change a list that another process may have changed meanwhile.
    """
    with write_lock() as library:
        return [_changed(_edit(library, folder, changes), folder) for folder in map(item_folders.find, ids)]


@retry_on_conflict
def _edit(library: Path, folder: Path, changes: Mapping[str, Any]) -> Item:
    """The HTML has the title too, so that a new one replaces both files in one step."""
    before = item_files.raw(folder)
    changed, article, html = item_writing.edited(folder, changes)
    if html is None:
        atomic.replace(folder / names.ARTICLE, article, library, check=lambda: check(folder, before))
        return changed
    with temporary_folder(library) as made:
        item_writing.write_title(made, folder, changed, article, html)
        exchange(made, folder, before)
    return changed


def trash(ids: Iterable[str]) -> list[str]:
    """Moves articles to the trash, from where they can be restored for 30 days."""
    with write_lock() as library:
        atomic.make(library / names.TRASH)
        return [_moved(item_folders.find(one), library / names.TRASH, names.in_trash) for one in ids]


def restore(ids: Iterable[str]) -> list[str]:
    """Moves articles back from the trash."""
    with write_lock() as library:
        found = [(one, item_folders.find(one)) for one in ids]
        return [
            _moved(folder, library, names.out_of_trash) if names.trashed_at(folder) else one for one, folder in found
        ]


def delete(ids: Iterable[str]) -> list[str]:
    """Deletes articles. One that is missing was deleted by the same request, or another."""
    with write_lock():
        for one in (ids := list(ids)):
            try:
                _delete(item_folders.find(one))
            except Fault as fault:
                if fault.code != "item_missing":
                    raise
        return ids


def empty_trash(now: datetime | None = None) -> Iterator[None]:
    """Deletes, one at each step, what has been in the trash for longer than 30 days.

    What another program put there (Obsidian's trash has the same name) and what can't be read stays.
    """
    oldest = (now or datetime.now(UTC)) - KEPT_IN_TRASH
    for folder in item_folders.every(trashed=True):
        if (when := names.stamp(folder.name)) and when < oldest and item_files.item_in(folder):
            with write_lock(), suppress(FileNotFoundError):  # another process may have been quicker
                _delete(folder)
            yield


def _moved(folder: Path, parent: Path, name: Callable[[str], str]) -> str:
    item = item_files.read(folder)[0]
    if folder.parent != parent:
        indexed.update(item.id, move(folder, parent, name(folder.name)))
    return item.id


def _delete(folder: Path) -> None:
    item = item_files.read(folder)[0].id
    remove(folder)
    indexed.update(item, None)


def _changed(item: Item, folder: Path) -> Item:
    indexed.update(item.id, folder)
    return item._replace(folder=folder.name)
