"""The files of the library, which are its truth: one folder an article, written whole or not at all.

    <library>/<name>/article.md  article.html  assets/  page.html.gz  highlights.json
    <library>/.trash/<when> <name>/…

An article is made in a folder of its own beside its place and renamed when all of it is on the
disk; a file is replaced by way of a temporary one; so a kill at any moment leaves the old or the
new. What a kill leaves half-made begins with ``.jingdu-new-`` and goes when the next writer comes.
The trash is a rename too. Folders that hold no article of ours are left alone: the library's
folder may be an Obsidian vault. After each durable write the index is told.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import secrets
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final, NamedTuple

from jingdu.faults import Fault
from jingdu.library import document, durable, frontmatter, names, place, trouble
from jingdu.library.lock import locked
from jingdu.library.model import Item
from jingdu.library.pictures import files

ARTICLE: Final = "article.md"
PAGE: Final = "page.html.gz"
HIGHLIGHTS: Final = "highlights.json"
ASSETS: Final = "assets"
SOURCES: Final = "sources.json"
"""In ``assets/``: where each picture comes from."""
TRASH: Final = ".trash"
KEPT_IN_TRASH: Final = timedelta(days=30)
_STAMP: Final = "%Y%m%dT%H%M%SZ"
_STAMP_LENGTH: Final = len("20260101T000000Z")
_MOST_SAME: Final = 10_000
"""Articles of one title."""
_places: dict[str, Path] = {}
"""Id → folder, as it was last seen; believed only as long as the folder says the same."""


class Content(NamedTuple):
    """An article's text in its forms, with pictures by their addresses on the web."""

    html: str
    markdown: str
    page: str | None = None
    """The page as it was captured."""


def save(item: Item, content: Content, kept: Mapping[str, bytes], *, instead: str | None = None) -> Item:
    """Keeps an article and returns it with its folder; durable when this returns.

    ``kept`` are the bytes of its pictures by address. ``instead`` is the id of the article that it
    replaces, whose folder, id and all that its user added it gets. Raises the faults of the library.
    """
    with trouble.told(), writing() as library:
        old = _folder_of(instead) if instead else None
        made = library / f"{durable.TEMPORARY}{secrets.token_hex(8)}"
        made.mkdir(mode=0o700)
        try:
            kept_item = _fill(made, item, content, kept, old)
            final = _exchange(made, old) if old else _into_place(made, library, names.folder_name(item.title))
        except BaseException:
            shutil.rmtree(made, ignore_errors=True)
            raise
        durable.sync(library)
        saved = kept_item._replace(folder=final.name)
        _places[saved.id] = final
        return _changed(saved, final)


def load(item: str) -> Item:
    """The item of an id, in the library or its trash; raises ``item_missing``."""
    with trouble.told():
        return _read(_folder_of(item))[0]


def folder_of(item: str) -> Path:
    """The folder of an article; raises ``item_missing``."""
    with trouble.told():
        return _folder_of(item)


def items(*, trashed: bool = False) -> Iterator[Item]:
    """Every article of the library, or of its trash."""
    for folder in folders(trashed=trashed):
        if found := _item_in(folder):
            yield found


def folders(*, trashed: bool = False) -> list[Path]:
    """Every folder that may hold an article: in the library at any depth but in no hidden folder, or in the trash.

    Raises ``library_missing`` as `check` does.
    """
    check()
    root = place.folder() / TRASH if trashed else place.folder()
    found = []
    for here, inner, there in os.walk(root):
        inner[:] = sorted(name for name in inner if not name.startswith("."))
        if ARTICLE in there:
            found.append(Path(here))
            inner.clear()
    return found


def text(item: str) -> str:
    """The article as plain text, for the index: of ``article.md`` where its user edited it, else as it was read."""
    with trouble.told():
        return read_folder(_folder_of(item))[1]


def read_folder(folder: Path) -> tuple[Item, str]:
    """The item of a folder, and its text as `text` has it; raises ``item_damaged`` and ``OSError``."""
    from jingdu.article.plain import plain_text

    found, _, written = _read(folder)
    if found.text_hash and _hash(written) != found.text_hash:
        return found, written
    return found, plain_text(_body(folder) or "") or written


def is_as_written(item: str) -> bool:
    """Whether the body of ``article.md`` is the one that Jingdu wrote, not edited by its user."""
    with trouble.told():
        found, _, written = _read(_folder_of(item))
    return bool(found.text_hash) and _hash(written) == found.text_hash


def body(item: str) -> str:
    """The article's HTML with its pictures in ``assets/``; raises ``item_damaged``."""
    with trouble.told():
        found = _body(_folder_of(item))
    if found is None:
        raise Fault("item_damaged")
    return found


def markdown(item: str) -> str:
    """The body of ``article.md``, as it stands there now."""
    with trouble.told():
        return _read(_folder_of(item))[2]


def page(item: str) -> str | None:
    """The page as it was captured; None where it was not kept."""
    with trouble.told():
        try:
            with gzip.open(_folder_of(item) / PAGE, "rt", encoding="utf-8", newline="") as file:
                return file.read()
        except FileNotFoundError:
            return None
        except (EOFError, gzip.BadGzipFile, UnicodeDecodeError) as error:
            raise Fault("item_damaged") from error


def asset(item: str, name: str) -> bytes:
    """The bytes of a kept picture; raises ``item_missing`` where there is none of that name."""
    if not files.is_name(name):
        raise Fault("item_missing")
    with trouble.told():
        try:
            return (_folder_of(item) / ASSETS / name).read_bytes()
        except FileNotFoundError as error:
            raise Fault("item_missing") from error


def pictures(item: str) -> dict[str, bytes]:
    """Address → bytes of the pictures that are kept of an article."""
    with trouble.told():
        folder = _folder_of(item) / ASSETS
        return {address: (folder / name).read_bytes() for address, name in _sources(folder).items()}


def sources(item: str) -> dict[str, str]:
    """Address → name in ``assets/`` of the pictures that are kept of an article."""
    with trouble.told():
        return _sources(_folder_of(item) / ASSETS)


def add_pictures(item: str, kept: Mapping[str, bytes]) -> Item:
    """Puts pictures that were fetched later into an article, in the place of the links that stood for them."""
    with trouble.told(), writing():
        folder = _folder_of(item)
        found, others, written = _read(folder)
        stored = _keep_pictures(folder / ASSETS, kept)
        if (html := _body(folder)) is not None:
            again = document.placed_later(html, stored, found.lang)
            durable.replace(folder / "article.html", document.write(found, again).encode(), place.folder())
        if not found.text_hash or _hash(written) == found.text_hash:
            written = _placed_markdown(written, stored)
            found = found._replace(text_hash=_hash(written))
        cover = found.cover or stored.get(found.image or "") or next(iter(stored.values()), None)
        found = found._replace(cover=cover)
        durable.replace(folder / ARTICLE, (frontmatter.write(found, others) + written).encode(), place.folder())
        return _changed(found, folder)


def edit(ids: Iterable[str], changes: Mapping[str, Any]) -> list[Item]:
    """Changes fields of items; the rest of each file stays as its user left it.

    ``add_tags`` and ``remove_tags`` change a list that another may have changed meanwhile.
    """
    with trouble.told(), writing():
        return [_edit(_folder_of(one), changes) for one in ids]


def rewrite(item: str, content: Content, kept: Mapping[str, bytes], **fields: Any) -> Item:
    """The article's text anew, from the same page; raises ``item_edited`` where its user edited the text."""
    with trouble.told(), writing():
        folder = _folder_of(item)
        found, _, written = _read(folder)
        if found.text_hash and _hash(written) != found.text_hash:
            raise Fault("item_edited")
        return save(found._replace(**fields), content, kept, instead=item)


def put_file(item: str, name: str, data: bytes | None) -> None:
    """Replaces a file of ours in the article's folder, or removes it."""
    with trouble.told(), writing():
        path = _folder_of(item) / name
        if data is not None:
            durable.replace(path, data, place.folder())
        else:
            path.unlink(missing_ok=True)
            durable.sync(path.parent)


def trash(ids: Iterable[str]) -> list[str]:
    """Moves articles into the trash, from where they can come back for 30 days."""
    with trouble.told(), writing() as library:
        bin_ = library / TRASH
        bin_.mkdir(mode=0o700, exist_ok=True)
        return [_trash(_folder_of(one), bin_) for one in ids]


def restore(ids: Iterable[str]) -> list[str]:
    """Brings articles back from the trash."""
    with trouble.told(), writing() as library:
        return [_restore(_folder_of(one), library) for one in ids]


def delete(ids: Iterable[str]) -> list[str]:
    """Removes articles for good."""
    with trouble.told(), writing():
        return [_delete(_folder_of(one)) for one in ids]


def empty_trash(now: datetime | None = None) -> Iterator[None]:
    """Removes, one at each step, what has been in the trash for longer than 30 days.

    What another program put there (Obsidian's trash has the same name) is not ours to remove.
    """
    oldest = (now or datetime.now(UTC)) - KEPT_IN_TRASH
    for folder in folders(trashed=True):
        if (when := _stamp(folder.name)) and when < oldest:
            with trouble.told(), writing(), suppress(FileNotFoundError):  # another may have been quicker
                _delete(folder)
            yield


class writing:  # noqa: N801 - used as a function
    """The library's folder, made where it is missing, while no other writer is there; what kills left is gone."""

    def __enter__(self) -> Path:
        self._library = place.folder()
        self._lock = locked(self._library)
        self._lock.__enter__()
        try:
            check()
            make(self._library)
            clear(self._library)
        except BaseException:
            self._lock.__exit__(None, None, None)
            raise
        return self._library

    def __exit__(self, *raised: Any) -> None:
        self._lock.__exit__(*raised)


def check() -> None:
    """Raises ``library_missing`` where the library's folder was there once: a lost disk is no empty library."""
    if not place.folder().is_dir() and place.was_made(place.folder()):
        raise Fault("library_missing")


def make(library: Path) -> None:
    """Makes the folder; where the folder above it is missing, only if that is the user's own documents'."""
    if not library.is_dir():
        library.mkdir(mode=0o700, parents=library.is_relative_to(Path.home()), exist_ok=True)
    place.remember(library)


def begin(library: Path) -> None:
    """Makes a folder that the user chose for a library, and sees whether it can be written to; raises the faults."""
    with trouble.told():
        make(library)
        trial = library / f"{durable.TEMPORARY}{secrets.token_hex(8)}"
        durable.write_new(trial, b"-")
        trial.unlink()


def clear(library: Path) -> None:
    """Removes what a kill left half-made. Held under the lock, so that nothing of it is being made."""
    with os.scandir(library) as entries:
        left = [entry.path for entry in entries if entry.name.startswith(durable.TEMPORARY)]
    for path in sorted(map(Path, left), key=lambda path: path.name.startswith(_ASIDE)):  # the new one first
        if not _puts_in_place(path):
            shutil.rmtree(path, ignore_errors=True)
            with suppress(OSError):
                path.unlink()


def _fill(made: Path, item: Item, content: Content, kept: Mapping[str, bytes], old: Path | None) -> Item:
    """Writes all files of an article, and makes them durable."""
    others: dict[str, Any] = {}
    if old is not None:
        item, others = _users_own(item, old)
        _carry_over(old, made)
    stored = _keep_pictures(made / ASSETS, kept)
    cover = stored.get(item.image or "") or next(iter(stored.values()), None)
    written = _placed_markdown(content.markdown, stored)
    item = item._replace(cover=cover, text_hash=_hash(written))
    durable.write_new(made / ARTICLE, (frontmatter.write(item, others) + "\n" + written).encode())
    html = document.write(item, document.placed(content.html, stored, item.lang))
    durable.write_new(made / "article.html", html.encode())
    if content.page is not None:
        durable.write_new(made / PAGE, gzip.compress(content.page.encode("utf-8", "replace"), 6, mtime=0))
    durable.sync(made)
    return item


def _users_own(item: Item, old: Path) -> tuple[Item, dict[str, Any]]:
    """The item with the id, tags and marks of the one that it replaces, and that one's fields that are not ours."""
    before, others, _ = _read(old)
    tags = (*before.tags, *(tag for tag in item.tags if tag not in before.tags))
    marks = {name: getattr(before, name) for name in ("read", "favourite", "archived")}
    return item._replace(id=before.id, tags=tags, **marks), others


def _carry_over(old: Path, made: Path) -> None:
    """Copies highlights, and whatever its user or another program put into an article's folder."""

    def ours(folder: str, found: list[str]) -> list[str]:
        if Path(folder) == old / ASSETS:
            return [name for name in found if name == SOURCES or files.is_name(name)]
        return [name for name in found if Path(folder) == old and name in _OURS]

    shutil.copytree(old, made, symlinks=True, ignore=ours, copy_function=_copy, dirs_exist_ok=True)


def _copy(source: str, target: str, *, follow_symlinks: bool = True) -> None:
    shutil.copy2(source, target, follow_symlinks=follow_symlinks)
    durable.sync_file(Path(target))


def _keep_pictures(folder: Path, kept: Mapping[str, bytes]) -> dict[str, str]:
    """Address → name of each picture that could be kept."""
    from jingdu.library.pictures import NoPicture

    stored: dict[str, str] = {}
    if kept:
        folder.mkdir(mode=0o700, exist_ok=True)
    for address, data in kept.items():
        with suppress(NoPicture):
            stored[address] = files.keep(data, folder, place.folder())
    if stored:
        told = json.dumps({**_sources(folder), **stored}, ensure_ascii=False, indent=1)
        durable.replace(folder / SOURCES, told.encode("utf-8", "replace"), place.folder())
    return stored


def _sources(folder: Path) -> dict[str, str]:
    """Address → name of the pictures in an ``assets`` folder."""
    try:
        told = json.loads((folder / SOURCES).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    pairs = told.items() if isinstance(told, dict) else ()
    return {str(address): name for address, name in pairs if isinstance(name, str) and files.is_name(name)}


def _placed_markdown(text: str, stored: Mapping[str, str]) -> str:
    for address, name in sorted(stored.items(), key=lambda pair: -len(pair[0])):
        text = text.replace(f"]({address})", f"]({document.ASSETS}{name})").replace(
            f"]({address} ", f"]({document.ASSETS}{name} "
        )
    return text


def _into_place(made: Path, library: Path, name: str) -> Path:
    """Renames a folder to the first name that is free; whatever is there is never overwritten."""
    for number in range(1, _MOST_SAME):
        final = library / names.numbered(name, number)
        if not os.path.lexists(final):
            made.rename(final)
            return final
    raise Fault("library_broken")


def _exchange(made: Path, old: Path) -> Path:
    """Puts a folder in the place of another, by two renames: one aside, one into place.

    Both folders carry the name of the place, so that whatever stops this in between, `clear` can finish it,
    or put the old one back. The one aside is removed last.
    """
    aside = made.with_name(f"{_ASIDE}{made.name.removeprefix(durable.TEMPORARY)}")
    for folder in (made, old):
        durable.replace(folder / _PLACE, old.name.encode(), made.parent)
    old.rename(aside)
    try:
        made.rename(old)
    except OSError:
        aside.rename(old)
        raise
    durable.sync(old.parent)
    for folder in (old, aside):  # in this order: the mark in place goes while the one aside still tells of it
        (folder / _PLACE).unlink()
    shutil.rmtree(aside, ignore_errors=True)
    return old


_ASIDE: Final = f"{durable.TEMPORARY}old-"
_PLACE: Final = ".jingdu-place"
"""In two folders that are being exchanged: the name of their place."""
_OURS: Final = frozenset({ARTICLE, "article.html", PAGE, _PLACE})
"""What a replacement writes anew; the rest of an article's folder goes with it."""


def _puts_in_place(path: Path) -> bool:
    """Renames a folder to the place that it names, if that is free."""
    try:
        final = path.with_name((path / _PLACE).read_text("utf-8"))
        if os.path.lexists(final):
            (final / _PLACE).unlink(missing_ok=True)
            return False
        path.rename(final)
        (final / _PLACE).unlink()
    except OSError:
        return False
    return True


def _edit(folder: Path, changes: Mapping[str, Any]) -> Item:
    found, others, written = _read(folder)
    told = {name: value for name, value in changes.items() if name in Item._fields}
    tags = tuple(told.get("tags", found.tags))
    tags = (*tags, *(tag for tag in changes.get("add_tags", ()) if tag not in tags))
    told["tags"] = tuple(tag for tag in tags if tag not in set(changes.get("remove_tags", ())))
    changed = found._replace(**told)
    if changed.title != found.title and (html := _body(folder)) is not None:
        durable.replace(folder / "article.html", document.write(changed, html).encode(), place.folder())
    head = frontmatter.write(changed, others)
    durable.replace(folder / ARTICLE, (head + written).encode(), place.folder())
    return _changed(changed, folder)


def _trash(folder: Path, bin_: Path) -> str:
    found = _read(folder)[0]
    if folder.parent == bin_:
        return found.id
    name = f"{datetime.now(UTC).strftime(_STAMP)} {folder.name}"
    final = _into_place(folder, bin_, name)
    durable.sync(bin_)
    durable.sync(folder.parent)
    _moved(found.id, final)
    return found.id


def _restore(folder: Path, library: Path) -> str:
    found = _read(folder)[0]
    if folder.parent != library / TRASH:
        return found.id
    name = folder.name[_STAMP_LENGTH + 1 :] if _stamp(folder.name) else folder.name
    final = _into_place(folder, library, name or names.UNTITLED)
    durable.sync(library)
    durable.sync(folder.parent)
    _moved(found.id, final)
    return found.id


def _delete(folder: Path) -> str:
    """Out of sight by one rename, then file by file: a kill leaves nothing that looks like an article."""
    found = _read(folder)[0]
    gone = place.folder() / f"{durable.TEMPORARY}gone-{secrets.token_hex(8)}"
    folder.rename(gone)
    durable.sync(folder.parent)
    shutil.rmtree(gone, ignore_errors=True)
    _places.pop(found.id, None)
    _tell_index("remove", found.id)
    return found.id


def _moved(item: str, folder: Path) -> None:
    _places[item] = folder
    _changed(_read(folder)[0], folder)


def _changed(item: Item, folder: Path) -> Item:
    """Tells the index, files first, then the database: what it misses it finds when it is next opened."""
    told = item._replace(folder=folder.name)
    _tell_index("put", told)
    return told


def _tell_index(what: str, about: Item | str) -> None:
    """The index catches up when it is next opened, should it fail now: the files are the truth."""
    from jingdu.library import indexed

    indexed.tell(what, about)


def _folder_of(item: str) -> Path:
    known = _places.get(item)
    if known is not None and (found := _item_in(known)) and found.id == item:
        return known
    if (near := _told_by_index(item)) and (found := _item_in(near)) and found.id == item:
        _places[item] = near
    elif not _search(item):
        with locked(place.folder()):  # another writer may be moving it right now
            _search(item)
    if item in _places:
        return _places[item]
    raise Fault("item_missing")


def _told_by_index(item: str) -> Path | None:
    """Where the index saw the article last: to look there first spares reading every folder."""
    from jingdu.library import indexed

    with suppress(Fault, OSError):
        return indexed.folder_of(item)
    return None


def _search(item: str) -> bool:
    """Looks through all folders; whether the item was found. What is no longer there is forgotten."""
    _places.clear()
    for trashed in (False, True):
        for folder in folders(trashed=trashed):
            if found := _item_in(folder):
                _places[found.id] = folder
    return item in _places


def _item_in(folder: Path) -> Item | None:
    try:
        return _read(folder)[0]
    except (OSError, Fault):
        return None


def _read(folder: Path) -> tuple[Item, dict[str, Any], str]:
    """The item in a folder, the fields of its front matter that are not ours, and the body; raises ``item_damaged``."""
    try:
        fields, written = frontmatter.split((folder / ARTICLE).read_bytes().decode("utf-8"))
    except UnicodeDecodeError as error:
        raise Fault("item_damaged") from error
    told = frontmatter.item(fields, folder.name)
    if told is None:
        raise Fault("item_damaged")
    when = _trashed(folder)
    return told[0]._replace(trashed=when.isoformat() if when else None), told[1], written


def _trashed(folder: Path) -> datetime | None:
    """When an article was put into the trash; None where it is not there."""
    if folder.parent.name != TRASH:
        return None
    return _stamp(folder.name) or datetime.fromtimestamp(folder.stat().st_mtime, UTC)


def _stamp(name: str) -> datetime | None:
    """The time at the beginning of a folder's name in the trash."""
    try:
        return datetime.strptime(name[:_STAMP_LENGTH], _STAMP).replace(tzinfo=UTC)
    except ValueError:
        return None


def _body(folder: Path) -> str | None:
    try:
        return document.body((folder / "article.html").read_text("utf-8"))
    except (FileNotFoundError, UnicodeDecodeError):
        return None


def _hash(written: str) -> str:
    return hashlib.sha256(written.strip().encode()).hexdigest()


def ids(found: Sequence[Item]) -> list[str]:
    """The ids of items."""
    return [item.id for item in found]
