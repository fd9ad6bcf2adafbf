"""The files of the library, which are its truth: one folder an article, written whole or not at all.

    <library>/<name>/article.md  article.html  assets/  page.html.gz  highlights.json
    <library>/.trash/<when> <name>/…

An article is made in a folder of its own beside its place and renamed when all of it is on the
disk; a file is replaced by way of a temporary one; so a kill at any moment leaves the old or the
new. What a kill leaves half-made begins with ``.jingdu-new-`` and goes when the next writer comes.
The trash is a rename too. Folders that hold no article of ours are left alone: the library's
folder may be an Obsidian vault. After each durable write the index is told.

How folders are found and read is told in `folders`, how they get into place in `workroom`, what is in them in
`filling`.
"""

from __future__ import annotations

import gzip
import secrets
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeVar

from jingdu.faults import Fault
from jingdu.library import copying, document, frontmatter, item_files, item_folders, names, place
from jingdu.library.images import files
from jingdu.library.item_files import Content
from jingdu.library.model import Item, new_id
from jingdu.library.transaction import check, exchange, into_place, making, undisturbed, writing
from jingdu.storage import atomic, os_errors

__all__ = ["Content"]

KEPT_IN_TRASH: Final = timedelta(days=30)
Found = TypeVar("Found")


def save(
    item: Item,
    content: Content,
    kept: Mapping[str, bytes],
    *,
    instead: str | None = None,
    later: bool = False,
    files: Mapping[str, bytes] = MappingProxyType({}),
) -> Item:
    """Keeps an article and returns it with its folder; durable when this returns.

    ``kept`` are the bytes of its pictures by address. ``instead`` is the id of the article that it
    replaces, whose folder, id and all that its user added it gets, while a copy of that article goes into the
    trash under an id of its own; it is in the library, not in the trash, and
    with ``later`` an address to be read later, or ``item_missing`` is raised. ``files`` are taken as they are, by
    their names in the article's folder. Raises the faults of the library.
    """
    return undisturbed(lambda: _save(item, content, kept, instead, later, files))


def rehearse(item: Item, content: Content) -> None:
    """All that `save` does, but for putting the article in its place; raises what `save` would raise."""
    with os_errors.told(), writing() as library, making(library) as made:
        item_files.fill(made, item, content, {}, None, {})
        atomic.sync(library)
        shutil.rmtree(made)


def _save(
    item: Item,
    content: Content,
    kept: Mapping[str, bytes],
    instead: str | None = None,
    later: bool = False,
    files: Mapping[str, bytes] = MappingProxyType({}),
    before: str = "",
) -> Item:
    """``before`` is the ``article.md`` that gives way, where it was read already."""
    with os_errors.told(), writing() as library:
        old = _replaceable(instead, later=later) if instead else None
        before = before or (item_folders.raw(old) if old else "")
        with making(library) as made:
            kept_item = item_files.fill(made, item, content, kept, old, files)
            final = _replace(made, old, before) if old else into_place(made, library, names.folder_name(item.title))
        atomic.sync(library)
        saved = kept_item._replace(folder=final.name)
        item_folders.seen[saved.id] = final
        return _changed(saved, final)


def _replace(made: Path, old: Path, before: str) -> Path:
    """Puts a folder in the place of an article, whose copy goes into the trash first, under an id of its own.

    An address to be read later has no text of its own; nothing of it is lost, and it leaves no copy.
    """
    found, _, written = item_folders.read(old)
    if found.later and not item_folders.is_edited(found, written):
        return exchange(made, old, before)
    number = old.stat().st_ino
    gone, item = _copy_to_trash(old)
    try:
        final = exchange(made, old, before)
    except BaseException:
        with suppress(OSError):
            if old.stat().st_ino == number:  # it is still in its place
                shutil.rmtree(gone, ignore_errors=True)
        raise
    item_folders.seen[item.id] = gone
    _changed(item, gone)
    return final


def _copy_to_trash(old: Path) -> tuple[Path, Item]:
    """A copy of an article in the trash, durable when this returns, and its item."""
    found, others, written = item_folders.read(old)
    item = found._replace(id=new_id())
    bin_ = place.folder() / item_folders.TRASH
    atomic.make(bin_)
    with making(place.folder()) as made:
        copying.separate_copy_of(old, made, item_folders.ARTICLE)
        atomic.write_new(made / item_folders.ARTICLE, _text(old, item, others, written))
        atomic.sync_tree(made)
        gone = into_place(made, bin_, _trash_name(old))
    atomic.sync(bin_)
    return gone, item


def _trash_name(folder: Path) -> str:
    return f"{datetime.now(UTC).strftime(item_folders.STAMP)} {folder.name}"


def _replaceable(item: str, *, later: bool) -> Path:
    """The folder of an article that another may take the place of; raises ``item_missing`` where it may not."""
    folder = item_folders.find(item)
    if item_folders.trashed_at(folder) or (later and not item_folders.read(folder)[0].later):
        raise Fault("item_missing")
    return folder


def load(item: str) -> Item:
    """The item of an id, in the library or its trash; raises ``item_missing``."""
    return _steadily(item, lambda folder: item_folders.read(folder)[0])


def folder_of(item: str) -> Path:
    """The folder of an article, which another writer may move; raises ``item_missing``."""
    with os_errors.told():
        return item_folders.find(item)


def items(*, trashed: bool = False) -> Iterator[Item]:
    """Every article of the library, or of its trash."""
    for folder in item_folders.every(trashed=trashed):
        if found := item_folders.item_in(folder):
            yield found


def text(item: str) -> str:
    """The article as plain text, for the index: of ``article.md`` where its user edited it, else as it was read."""
    return _steadily(item, read_folder)[1]


def read_folder(folder: Path) -> tuple[Item, str]:
    """The item of a folder, and its text as `text` has it; raises ``item_damaged`` and ``OSError``."""
    from jingdu.render.plain import plain_text

    found, _, written = item_folders.read(folder)
    return found, plain_text(_current(folder, found, written).html) or written


class Current(NamedTuple):
    """The text of an article as it stands in its files now."""

    html: str
    """Pictures stand in ``assets/``."""
    edited: bool
    """It is ``article.md`` as its user edited it."""


def current(item: str) -> Current:
    """The text that is shown, exported and searched: ``article.md`` where its user edited it, else ``article.html``.

    Of the two ``article.md`` is the one that is meant to be edited: where both were, and where the other is
    missing or damaged, it counts.
    """

    def read(folder: Path) -> Current:
        found, _, written = item_folders.read(folder)
        return _current(folder, found, written)

    return _steadily(item, read)


def _current(folder: Path, item: Item, written: str) -> Current:
    edited = item_folders.is_edited(item, written)
    html = None if edited else item_folders.body(folder)
    if html is None:
        html = document.rendered(written, item_folders.sources(folder / item_folders.ASSETS), item.lang)
    return Current(html, edited)


def is_as_written(item: str) -> bool:
    """Whether the body of ``article.md`` is the one that Jingdu wrote, not edited by its user."""
    found, _, written = _steadily(item, item_folders.read)
    return bool(found.text_hash) and not item_folders.is_edited(found, written)


def body(item: str) -> str:
    """The article's folders.HTML with its pictures in ``assets/``; raises ``item_damaged``."""
    found = _steadily(item, item_folders.body)
    if found is None:
        raise Fault("item_damaged")
    return found


def markdown(item: str) -> str:
    """The body of ``article.md``, as it stands there now."""
    return _steadily(item, item_folders.read)[2]


def page(item: str) -> str | None:
    """The page as it was captured; None where it was not kept."""
    return _steadily(item, _page)


def _page(folder: Path) -> str | None:
    try:
        with gzip.open(item_folders.own(folder / item_folders.PAGE), "rt", encoding="utf-8", newline="") as file:
            return file.read()
    except FileNotFoundError:
        return None
    except (EOFError, gzip.BadGzipFile, UnicodeDecodeError) as error:
        raise Fault("item_damaged") from error


def asset(item: str, name: str) -> bytes:
    """The bytes of a kept picture; raises ``item_missing`` where there is none of that name."""
    if not files.is_name(name):
        raise Fault("item_missing")
    with os_errors.told():
        try:
            return item_folders.steadily(
                item, lambda folder: item_folders.own(folder / item_folders.ASSETS / name).read_bytes()
            )
        except (FileNotFoundError, NotADirectoryError) as error:
            raise Fault("item_missing") from error


def pictures(item: str) -> dict[str, bytes]:
    """Address → bytes of the pictures that are kept of an article."""

    def read(folder: Path) -> dict[str, bytes]:
        here = folder / item_folders.ASSETS
        found = item_folders.sources(here).items()
        return {address: item_folders.own(here / name).read_bytes() for address, name in found}

    return _steadily(item, read)


def sources(item: str) -> dict[str, str]:
    """Address → name in ``assets/`` of the pictures that are kept of an article."""
    return _steadily(item, lambda folder: item_folders.sources(folder / item_folders.ASSETS))


def _steadily(item: str, read: Callable[[Path], Found]) -> Found:
    """`folders.steadily`, which raises the faults of the library."""
    with os_errors.told():
        return item_folders.steadily(item, read)


def add_pictures(item: str, kept: Mapping[str, bytes], why: document.Reasons = MappingProxyType({})) -> Item:
    """Puts pictures that were fetched later into an article, in the place of the links that stood for them.

    ``why`` tells, by address, why others could not be had: the article's files say so.
    """
    return undisturbed(lambda: _add_pictures(item, kept, why))


def _add_pictures(item: str, kept: Mapping[str, bytes], why: document.Reasons) -> Item:
    with os_errors.told(), writing() as library:
        folder = item_folders.find(item)
        before = item_folders.raw(folder)
        found, others, written = item_folders.read(folder)
        html, again = item_folders.body(folder), ""
        with making(library) as made:
            copying.copy_of(folder, made, item_folders.ARTICLE, *([] if html is None else [item_folders.HTML]))
            stored = item_files.keep_pictures(made / item_folders.ASSETS, kept)
            if html is not None:
                again = document.placed_later(html, stored, found.lang, why)
                atomic.write_new(made / item_folders.HTML, document.write(found, again).encode())
            if not item_folders.is_edited(found, written):
                written = item_files.noted(written, stored, again, found.lang)
                found = found._replace(text_hash=item_folders.text_hash(written))
            cover = found.cover or stored.get(found.image or "") or next(iter(stored.values()), None)
            found = found._replace(cover=cover)
            atomic.write_new(made / item_folders.ARTICLE, _text(folder, found, others, written))
            atomic.sync_tree(made)
            exchange(made, folder, before)
        return _changed(found, folder)


def edit(ids: Iterable[str], changes: Mapping[str, Any]) -> list[Item]:
    """Changes fields of items; the rest of each file stays as its user left it.

    ``add_tags`` and ``remove_tags`` change a list that another may have changed meanwhile.
    """
    with os_errors.told(), writing():
        return [undisturbed(partial(_edit, item_folders.find(one), changes)) for one in ids]


def rewrite(item: str, content: Content, kept: Mapping[str, bytes], *, edited: bool = False, **fields: Any) -> Item:
    """The article's text anew, from the same page; raises ``item_edited`` where its user edited the text.

    With ``edited`` that text gives way.
    """
    return undisturbed(lambda: _rewrite(item, content, kept, edited, fields))


def _rewrite(item: str, content: Content, kept: Mapping[str, bytes], edited: bool, fields: Mapping[str, Any]) -> Item:
    with os_errors.told(), writing():
        folder = item_folders.find(item)
        before = item_folders.raw(folder)
        found, _, written = item_folders.read(folder)
        if item_folders.is_edited(found, written) and not edited:
            raise Fault("item_edited")
        return _save(found._replace(**fields), content, kept, item, before=before)


def put_file(item: str, name: str, data: bytes | None) -> None:
    """Replaces a file of ours in the article's folder, or removes it."""
    with os_errors.told(), writing():
        path = item_folders.find(item) / name
        if data is not None:
            atomic.replace(path, data, place.folder())
        else:
            path.unlink(missing_ok=True)
            atomic.sync(path.parent)


def trash(ids: Iterable[str]) -> list[str]:
    """Moves articles into the trash, from where they can come back for 30 days."""
    with os_errors.told(), writing() as library:
        bin_ = library / item_folders.TRASH
        atomic.make(bin_)
        return [_trash(item_folders.find(one), bin_) for one in ids]


def restore(ids: Iterable[str]) -> list[str]:
    """Brings articles back from the trash."""
    with os_errors.told(), writing() as library:
        return [_restore(item_folders.find(one), library) for one in ids]


def delete(ids: Iterable[str]) -> list[str]:
    """Removes articles for good. One that is gone already was removed by the same request, or is as wanted."""
    with os_errors.told(), writing():
        return [_deleted(one) for one in ids]


def empty_trash(now: datetime | None = None) -> Iterator[None]:
    """Removes, one at each step, what has been in the trash for longer than 30 days.

    What another program put there (Obsidian's trash has the same name) is not ours to remove, and what can't be
    read is left for its user to repair.
    """
    oldest = (now or datetime.now(UTC)) - KEPT_IN_TRASH
    for folder in item_folders.every(trashed=True):
        if (when := item_folders.stamp(folder.name)) and when < oldest and item_folders.item_in(folder):
            with os_errors.told(), writing(), suppress(FileNotFoundError):  # another may have been quicker
                _delete(folder)
            yield


def _edit(folder: Path, changes: Mapping[str, Any]) -> Item:
    before = item_folders.raw(folder)
    found, others, written = item_folders.read(folder)
    told = {name: value for name, value in changes.items() if name in Item._fields}
    tags = tuple(told.get("tags", found.tags))
    tags = (*tags, *(tag for tag in changes.get("add_tags", ()) if tag not in tags))
    told["tags"] = tuple(tag for tag in tags if tag not in set(changes.get("remove_tags", ())))
    changed = found._replace(**told)
    text = _text(folder, changed, others, written)
    if changed.title != found.title and (html := item_folders.body(folder)) is not None:
        _retitle(folder, before, text, document.write(changed, html).encode())
    else:
        atomic.replace(folder / item_folders.ARTICLE, text, place.folder(), check=lambda: check(folder, before))
    return _changed(changed, folder)


def _retitle(folder: Path, before: str, text: bytes, html: bytes) -> None:
    """Both files that tell the title, in one step."""
    with making(place.folder()) as made:
        copying.copy_of(folder, made, item_folders.ARTICLE, item_folders.HTML)
        atomic.write_new(made / item_folders.ARTICLE, text)
        atomic.write_new(made / item_folders.HTML, html)
        atomic.sync_tree(made)
        exchange(made, folder, before)


def _text(folder: Path, item: Item, others: Mapping[str, Any], written: str) -> bytes:
    """``article.md`` with the lines of its front matter that say something else now."""
    return (frontmatter.rewrite(item_folders.raw(folder), item, others) + written).encode()


def _trash(folder: Path, bin_: Path) -> str:
    found = item_folders.read(folder)[0]
    if folder.parent == bin_:
        return found.id
    final = into_place(folder, bin_, _trash_name(folder))
    atomic.sync(bin_)
    atomic.sync(folder.parent)
    _moved(found.id, final)
    return found.id


def _restore(folder: Path, library: Path) -> str:
    found = item_folders.read(folder)[0]
    if folder.parent != library / item_folders.TRASH:
        return found.id
    name = folder.name[item_folders.STAMP_LENGTH + 1 :] if item_folders.stamp(folder.name) else folder.name
    final = into_place(folder, library, name or names.UNTITLED)
    atomic.sync(library)
    atomic.sync(folder.parent)
    _moved(found.id, final)
    return found.id


def _deleted(item: str) -> str:
    try:
        return _delete(item_folders.find(item))
    except Fault as fault:
        if fault.code != "item_missing":
            raise
        return item


def _delete(folder: Path) -> str:
    """Out of sight by one rename, then file by file: a kill leaves nothing that looks like an article."""
    found = item_folders.read(folder)[0]
    gone = place.folder() / f"{atomic.TEMPORARY}gone-{secrets.token_hex(8)}"
    folder.rename(gone)
    atomic.sync(gone.parent)
    atomic.sync(folder.parent)
    shutil.rmtree(gone, ignore_errors=True)
    item_folders.seen.pop(found.id, None)
    _tell_index("remove", found.id)
    return found.id


def _moved(item: str, folder: Path) -> None:
    item_folders.seen[item] = folder
    _changed(item_folders.read(folder)[0], folder)


def _changed(item: Item, folder: Path) -> Item:
    """Tells the index, files first, then the database: what it misses it finds when it is next opened."""
    told = item._replace(folder=folder.name)
    _tell_index("put", told)
    return told


def _tell_index(what: str, about: Item | str) -> None:
    """The index catches up when it is next opened, should it fail now: the files are the truth."""
    from jingdu.library import indexed

    indexed.tell(what, about)
