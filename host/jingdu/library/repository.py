"""The library's API: reads, saves, edits, trashes, restores and deletes articles by id.

    <library>/<name>/article.md  article.html  assets/  page.html.gz  highlights.json
    <library>/.trash/<when> <name>/…

The files are authoritative; the index is updated after each durable write. Other folders are left alone: the library
may be an Obsidian vault. Every function raises a `Fault` ``library_*`` if the disk fails, and ``item_missing`` for an
unknown id.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, TypeVar

from jingdu.faults import Fault
from jingdu.library import indexed, item_files, item_folders, item_writing, names, transaction
from jingdu.library.images.files import is_name
from jingdu.library.images.placing import Reasons
from jingdu.library.item_writing import Content
from jingdu.protocol.items import Item
from jingdu.storage import atomic

KEPT_IN_TRASH: Final = timedelta(days=30)
_EMPTY: Final[Mapping[str, Any]] = MappingProxyType({})
T = TypeVar("T")


def read(item: str, reader: Callable[[Path], T]) -> T:
    """Calls ``reader``, such as a function of `item_files`, with an article's folder, and returns its result."""
    with atomic.map_os_errors():
        return item_folders.consistent_read(item, reader)


def load(item: str) -> Item:
    """The item with this id, in the library or its trash."""
    return read(item, item_files.read)[0]


def folder_of(item: str) -> Path:
    """The folder of an article; another process may move it."""
    with atomic.map_os_errors():
        return item_folders.find(item)


def items(*, trashed: bool = False) -> Iterator[Item]:
    return filter(None, map(item_files.item_in, item_folders.every(trashed=trashed)))


def text(item: str) -> str:
    return read(item, item_files.text)


def markdown(item: str) -> str:
    """The body of ``article.md``."""
    return read(item, item_files.read)[2]


def body(item: str) -> str:
    """The article in ``article.html``, with pictures in ``assets/``; raises ``item_damaged``."""
    html = read(item, item_files.body)
    if html is None:
        raise Fault("item_damaged")
    return html


def asset(item: str, name: str) -> bytes:
    """The bytes of a stored picture; raises ``item_missing`` for an unknown name."""
    with atomic.map_os_errors(), suppress(FileNotFoundError, NotADirectoryError):
        if is_name(name):
            return item_folders.consistent_read(
                item, lambda folder: item_files.regular_file(folder / names.ASSETS / name).read_bytes()
            )
    raise Fault("item_missing")


@transaction.retry_on_conflict
def save(
    item: Item, content: Content, pictures: Mapping[str, bytes], *, replaces: str | None = None,
    files: Mapping[str, bytes] = _EMPTY,
) -> Item:  # fmt: skip
    """Saves an article durably and returns it with its folder.

    ``pictures`` maps addresses to bytes, ``files`` maps names to files that are written verbatim. ``replaces`` is the
    id of an article outside the trash, whose folder, id, marks, highlights and other files the new one takes over; a
    copy of the old one goes to the trash under a new id.
    """
    with transaction.write_lock():
        old = _find_untrashed(replaces) if replaces else None
        return _indexed(*transaction.put(item, content, pictures, old, item_files.raw(old) if old else "", files))


@transaction.retry_on_conflict
def rewrite(item: str, content: Content, pictures: Mapping[str, bytes], *, edited: bool = False, **fields: Any) -> Item:
    """Replaces the text of an article; raises ``item_edited`` if the user edited it, unless ``edited``."""
    with transaction.write_lock():
        folder = _find_untrashed(item)
        before = item_files.raw(folder)  # first, to notice an editor that writes from now on
        found, _, markdown = item_files.read(folder)
        if item_files.is_edited(found, markdown) and not edited:
            raise Fault("item_edited")
        return _indexed(*transaction.put(found._replace(**fields), content, pictures, folder, before, _EMPTY))


def _find_untrashed(item: str) -> Path:
    """The folder of an article; raises ``item_missing`` if it is in the trash."""
    folder = item_folders.find(item)
    if names.trashed_at(folder):
        raise Fault("item_missing")
    return folder


@transaction.retry_on_conflict
def add_pictures(item: str, pictures: Mapping[str, bytes], reasons: Reasons = _EMPTY) -> Item:
    """Replaces links to missing pictures by ``pictures``; ``reasons`` say why others are still missing."""
    with transaction.write_lock() as library:
        folder = item_folders.find(item)
        before = item_files.raw(folder)
        with transaction.temporary_folder(library) as new:
            found = item_writing.write_with_pictures(new, folder, pictures, reasons)
            transaction.swap(new, folder, before)
        return _indexed(found, folder)


def edit(ids: Iterable[str], changes: Mapping[str, Any]) -> list[Item]:
    """Changes fields of items; the rest of their files stays untouched.

    ``add_tags`` and ``remove_tags`` are relative, as another process may have changed the tags. Raises as
    `check_changes`, before anything is written.
    """
    check_changes(changes)
    with transaction.write_lock() as library:
        return [_indexed(_edit(library, folder, changes), folder) for folder in _folders(ids)]


def check_changes(changes: Mapping[str, Any]) -> None:
    """Raises ``bad_message`` for an empty title, and for a new tag that is empty or has a line break."""
    tags = [tag for name in ("tags", "add_tags") for tag in changes.get(name, ())]
    if not changes.get("title", "-").strip() or not all(tag.strip() and len(tag.splitlines()) == 1 for tag in tags):
        raise Fault("bad_message", blame="user")


@transaction.retry_on_conflict
def _edit(library: Path, folder: Path, changes: Mapping[str, Any]) -> Item:
    """Changes an item; with a new title, ``article.md`` and ``article.html`` are replaced in one step."""
    raw = item_files.raw(folder)
    before, others, markdown = item_files.read(folder)
    fields = {name: value for name, value in changes.items() if name in Item._fields}
    tags = (*fields.get("tags", before.tags), *changes.get("add_tags", ()))
    fields["tags"] = tuple(tag for tag in dict.fromkeys(tags) if tag not in changes.get("remove_tags", ()))
    item = before._replace(**fields)
    article = item_writing.article(folder, item, others, markdown)
    html = item_files.body(folder) if item.title != before.title else None
    if html is None:
        atomic.replace(folder / names.ARTICLE, article, library, check=lambda: transaction.check_unchanged(folder, raw))
        return item
    with transaction.temporary_folder(library) as new:
        item_writing.copy(folder, new, names.ARTICLE, names.HTML)
        item_writing.write_texts(new, item, article, html)
        transaction.swap(new, folder, raw)
    return item


def trash(ids: Iterable[str]) -> list[str]:
    with transaction.write_lock() as library:
        atomic.make_folder(library / names.TRASH)
        return [_moved(folder, library / names.TRASH, names.trash_name) for folder in _folders(ids)]


def restore(ids: Iterable[str]) -> list[str]:
    with transaction.write_lock() as library:
        return [
            _moved(folder, library if names.trashed_at(folder) else folder.parent, names.restored_name)
            for folder in _folders(ids)
        ]


def delete(ids: Iterable[str]) -> list[str]:
    """Deletes articles; missing ones are ignored, as the request may be repeated."""
    deleted = list(ids)
    with transaction.write_lock():
        for folder in _folders(deleted, required=False):
            _delete(folder)
    return deleted


def _folders(ids: Iterable[str], *, required: bool = True) -> Iterator[Path]:
    """The folders of the articles that exist; raises ``item_missing`` if none does, unless ``required`` is False."""
    missing: Fault | None = None
    for item in ids:
        try:
            yield item_folders.find(item)
            required = False
        except Fault as fault:
            if fault.code != "item_missing":
                raise
            missing = fault
    if required and missing:
        raise missing


def empty_trash(now: datetime | None = None) -> Iterator[None]:
    """Deletes articles that have been in the trash for more than 30 days, one per step.

    Unreadable articles and those of other programs stay (Obsidian's trash has the same name).
    """
    oldest = (now or datetime.now(UTC)) - KEPT_IN_TRASH
    for folder in item_folders.every(trashed=True):
        if (when := names.trash_time(folder.name)) and when < oldest and item_files.item_in(folder):
            with transaction.write_lock(), suppress(FileNotFoundError):  # another process was faster
                _delete(folder)
            yield


def _moved(folder: Path, parent: Path, name: Callable[[str], str]) -> str:
    """Moves an article to ``parent`` unless it is there, and returns its id; ``name`` maps old to new folder name."""
    item = item_files.read(folder)[0]
    if folder.parent != parent:
        indexed.update(item.id, transaction.move(folder, parent, name(folder.name)))
    return item.id


def _delete(folder: Path) -> None:
    item = item_files.read(folder)[0].id
    transaction.remove(folder)
    indexed.update(item, None)


def _indexed(item: Item, folder: Path) -> Item:
    indexed.update(item.id, folder)
    return item._replace(folder=folder.name)
