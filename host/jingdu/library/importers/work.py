"""An import as a job: one thing a step; nothing twice, so that an interrupted one can be started again.

What is there already is known by its id (our own export; pages without an address get one made of
their bytes) or by its address. Nothing that is in the library is changed.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Generator, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any

from jingdu import reading
from jingdu.faults import Fault
from jingdu.i18n import gettext as _
from jingdu.library import (
    document,
    frontmatter,
    indexed,
    item_folders,
    names,
    place,
    repository,
    saving,
    uploads,
)
from jingdu.library.images import fetching, placing
from jingdu.library.importers import (
    MAX_SIZE,
    Failed,
    Incoming,
    Later,
    Record,
    SavedPage,
    Unreadable,
    saved_pages,
    sources,
)
from jingdu.library.item_writing import Content
from jingdu.library.jobs import State
from jingdu.library.names import new_id
from jingdu.protocol.items import Item
from jingdu.sites import site_of
from jingdu.storage.lock import locked


def work(state: State, options: Mapping[str, Any]) -> Generator[None, None, None]:
    """Imports the files (``files`` is their number) that were sent under ``token``, or those at ``path``."""
    token, path, files = options.get("token"), options.get("path"), options.get("files")
    if isinstance(token, str):
        if not uploads.is_there(token) or uploads.count(token) < (files if isinstance(files, int) else 0):
            raise Fault("unknown_job")
        uploads.keep(token)
        yield from _all(state, *sources.chosen(uploads.folder(token)))
        uploads.forget(token)  # all of it was read; an interrupted import can continue with it
        return
    if not isinstance(path, str) or not Path(path).is_absolute() or "\0" in path:
        raise Fault("bad_message", "The message has the wrong shape: path should be a full path; update the extension.")
    try:
        yield from bring_in(state, Path(path))
    except Unreadable as error:
        raise Fault("bad_message", str(error)) from error


def bring_in(state: State, source: Path) -> Iterator[None]:
    """Imports a file or folder; ``state.counts`` counts, ``state.report`` lists what failed. Raises `Unreadable`."""
    yield from _all(state, *sources.read(source))


def _all(state: State, total: int, incoming: Iterator[Incoming]) -> Iterator[None]:
    state.total = total
    item_folders.check()
    index = indexed.opened()
    for _progress in index.repair() if place.folder().is_dir() else ():  # what is there already is known by the index
        yield
    if index.is_unsure():
        raise Fault("library_broken")
    new = there = 0
    for one in incoming:
        added = yield from _bring(state, one)
        new, there = new + (added is True), there + (added is False)
        state.done += 1
        state.counts = {"new": new, "there": there, "failed": len(state.report)}
        failed = len(state.report)
        state.message = _("{new} new, {there} there already, {failed} failed", new=new, there=there, failed=failed)
        yield


def _bring(state: State, what: Incoming) -> Generator[None, None, bool | None]:
    """Keeps one thing; True where it is new, False where it is there, None where it failed."""
    try:
        if isinstance(what, Failed):
            state.report.append({"title": what.name, "line": what.line, "code": what.why, "why": what.words})
            return None
        if isinstance(what, Later):
            return _later(what)
        if isinstance(what, Record):
            return _record(what)
        return (yield from _page(what))
    except Fault as fault:
        if fault.blame == "library" and fault.code not in ("item_damaged", "item_missing"):
            raise
        state.report.append({"title": what.name, "line": None, "code": fault.code, "why": fault.message})
    return None


def _later(later: Later) -> bool:
    item = Item(
        id=new_id(), folder="", title=later.title, saved=later.added or saving.now(),
        site=site_of(later.url), url=later.url, tags=tuple(later.tags), archived=later.archived,
        favourite=later.favourite, later=True,
    )  # fmt: skip
    return _saved(item, later.url, Content(), {})


def _record(record: Record) -> bool:
    """An article of ours as it was, file by file. Its HTML goes through the allow-list: the export may be anybody's."""
    stored = frontmatter.item(frontmatter.split(record.markdown)[0], "")
    if stored is None or stored[0].id != record.id:
        raise Fault("item_damaged", "Its front matter does not fit its id.")
    if indexed.opened().has(record.id, None):
        return False
    kept = {placing.ASSETS + name: data for name, data in record.assets.items()}
    content = Content(document.shown(record.html, placing.ASSETS), _unpacked(record.page))
    files = {names.ARTICLE: record.markdown.encode("utf-8", "replace")}
    if record.page is not None:
        files[names.PAGE] = record.page
    if record.highlights:
        files[names.HIGHLIGHTS] = json.dumps(record.highlights, ensure_ascii=False).encode("utf-8", "replace")
    if record.assets:
        sources_json = json.dumps(record.sources, ensure_ascii=False)
        files[f"{names.ASSETS}/{names.SOURCES}"] = sources_json.encode("utf-8", "replace")
    return _saved(stored[0], None, content, kept, files)


def _page(page: SavedPage) -> Generator[None, None, bool]:
    """A saved page, read anew; its pictures from beside it, else over the net where the settings say so."""
    identity = hashlib.sha256(page.html.encode("utf-8", "replace")).hexdigest()[:20]
    if indexed.opened().has(identity, page.url):
        return False
    yield
    article = reading.read(page.html, page.url or saved_pages.BASE)
    item = saving.describe(article, page.html)._replace(id=identity, saved=page.saved or saving.now())
    if page.url is None:
        item = item._replace(url=None, site=None, canonical=None)
    wanted = placing.addresses(article.html)
    at_hand: dict[str, bytes] = {}
    for address in wanted:
        if path := page.pictures.get(address):
            at_hand[address] = b""  # which is no picture
            with suppress(OSError):
                at_hand[address] = path.read_bytes() if path.stat().st_size <= MAX_SIZE else b""
    if not _saved(item, page.url, Content(article.html, page.html), at_hand):
        return False
    missing = [one for one in wanted if one not in at_hand and not one.startswith(saved_pages.BASE)]
    if missing and place.settings().fetch_pictures:
        yield from fetching.work(State(), {"item": identity, "addresses": missing, "page": page.url})
    return True


def _saved(
    item: Item,
    url: str | None,
    content: Content,
    kept: Mapping[str, bytes],
    files: Mapping[str, bytes] = MappingProxyType({}),
) -> bool:
    """Saves what is new; False where the library has it, or its address, by now."""
    with locked(place.folder()):
        if indexed.opened().has(item.id, url):
            return False
        repository.save(item, content, kept, files=files)
    return True


def _unpacked(packed: bytes | None) -> str | None:
    """A captured page out of an export; it may not grow without end."""
    if packed is None:
        return None
    inflate = zlib.decompressobj(16 + zlib.MAX_WBITS)
    try:
        data = inflate.decompress(packed, MAX_SIZE)
    except zlib.error as error:
        raise Fault("item_damaged") from error
    if not inflate.eof:
        raise Fault("item_damaged")
    return data.decode("utf-8", "replace")
