"""The import job: one article per step, skipping those in the library, so that an interrupted job can be repeated.

Articles are identified by their address or id; the id of a saved page is the hash of its content. Existing articles
are never changed.
"""

import hashlib
import json
import zlib
from collections.abc import Generator, Iterator, Mapping
from pathlib import Path
from typing import Any

from jingdu import reading
from jingdu.faults import Fault
from jingdu.i18n import gettext as _
from jingdu.library import fetching, frontmatter, indexed, location, names, repository, saving, uploads
from jingdu.library.document import sanitize
from jingdu.library.images import placing
from jingdu.library.importers import MAX_SIZE, Failed, Incoming, Record, SavedPage, SourceError, sources
from jingdu.library.importers.saved_pages import read_pictures
from jingdu.library.item_writing import Content
from jingdu.library.jobs import State
from jingdu.protocol.fields import Fields
from jingdu.protocol.items import Item
from jingdu.sites import site_of
from jingdu.storage.lock import locked


def work(state: State, options: Mapping[str, Any]) -> Generator[None, None, None]:
    """Imports the files uploaded under ``token``; raises ``unknown_job`` if there are fewer than ``files``."""
    fields = Fields(options)
    token = fields.token("token")
    if not uploads.folder(token).is_dir() or uploads.count(token)[0] < fields.whole("files", 0):
        raise Fault("unknown_job")
    yield from _import_all(state, *sources.read_folder(uploads.folder(token)))
    uploads.forget(token)  # only now, so that an interrupted import can be repeated


def import_from(state: State, source: Path) -> Generator[None, None, None]:
    """Imports a file or folder; fills ``state.counts`` and ``state.report``. Raises `SourceError`."""
    yield from _import_all(state, *sources.read(source))


def _import_all(state: State, total: int, contents: Iterator[Incoming]) -> Iterator[None]:
    """Imports an article per step; raises ``library_broken`` if existing ones can't be recognised."""
    state.total = total
    exists, index = location.check(), indexed.opened()
    for _progress in index.repair() if exists else ():  # to recognise existing articles
        yield
    if index.is_incomplete():
        raise Fault("library_broken")
    state.counts = {"new": 0, "there": 0, "failed": 0}
    for incoming in contents:
        count = yield from _import(state, incoming)
        state.counts[count] += 1
        state.done += 1
        state.message = _("{new} new, {there} there already, {failed} failed", **state.counts)
        yield


def _import(state: State, incoming: Incoming) -> Generator[None, None, str]:
    """Imports one article, or reports why not; returns the name of the count that it belongs to."""
    if isinstance(incoming, Failed):
        return _failed(state, incoming)
    try:
        is_new = yield from _add(incoming)
    except SourceError as error:  # of a picture beside the page
        return _failed(state, error.failed)
    except Fault as fault:
        if fault.blame == "library" and fault.code not in ("item_damaged", "item_missing"):
            raise
        title = incoming.url if isinstance(incoming, Item) else incoming.name
        state.report.append({"title": title or "", "line": None, "code": fault.code, "why": fault.message})
        return "failed"
    return "new" if is_new else "there"


def _failed(state: State, failed: Failed) -> str:
    row = {"title": failed.name, "line": failed.line, "code": failed.why, "why": failed.predicate}
    state.report.append(row)
    return "failed"


def _add(incoming: Item | Record | SavedPage) -> Generator[None, None, bool]:
    """Adds an article to the library; False if it is there already."""
    if isinstance(incoming, Record):
        return _record(incoming)
    if isinstance(incoming, SavedPage):
        return (yield from _page(incoming))
    item = incoming._replace(id=names.new_id(), saved=incoming.saved or saving.now(), site=site_of(incoming.url))
    return _save(item, item.url, Content(), {})


def _record(record: Record) -> bool:
    """Restores an article file by file; its HTML is cleaned, as any program may have written the export."""
    stored = frontmatter.item(frontmatter.split(record.markdown)[0], "")
    if stored is None or stored[0].id != record.id:
        raise Fault("item_damaged", "The id in its front matter is missing or differs.")
    if indexed.opened().has(record.id):
        return False
    pictures = {placing.PREFIX + name: data for name, data in record.assets.items()}
    content = Content(sanitize(record.html, placing.PREFIX), _decompress(record.page))
    files = {names.ARTICLE: record.markdown.encode("utf-8", "replace")}
    if record.highlights:
        files[names.HIGHLIGHTS] = _json(record.highlights)
    if record.assets:
        files[f"{names.ASSETS}/{names.SOURCES}"] = _json(record.sources)
    return _save(stored[0], None, content, pictures, files=files)


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "replace")


def _page(page: SavedPage) -> Generator[None, None, bool]:
    """Extracts a saved page; fetches pictures that are not beside it if the settings allow it."""
    identity = hashlib.sha256(page.html.encode("utf-8", "replace")).hexdigest()[:20]
    if indexed.opened().has(identity, page.url):
        return False
    yield
    article = reading.read(page.html, page.url)
    item = saving.describe(article, page.html)._replace(id=identity, saved=page.saved or saving.now())
    if known := page.listed:
        item = item._replace(title=known.title, tags=known.tags, archived=known.archived, favourite=known.favourite)
    addresses = placing.addresses(article.html)
    pictures = read_pictures(page.pictures, addresses)
    if not _save(item, page.url, Content(article.html, page.html), pictures):
        return False
    missing = [address for address in addresses if address not in pictures]
    if missing and location.settings().fetch_pictures:
        yield from fetching.work(State(), {"item": identity, "addresses": missing, "page": page.url})
    return True


def _save(item: Item, url: str | None, content: Content, pictures: Mapping[str, bytes], **options: Any) -> bool:
    """Saves an article, with the options of `repository.save`; False if the library has its id or address."""
    with locked(location.folder()):
        if indexed.opened().has(item.id, url):
            return False
        repository.save(item, content, pictures, **options)
    return True


def _decompress(page: bytes | None) -> str | None:
    """Decompresses a captured page of at most `MAX_SIZE`; raises ``item_damaged``."""
    if page is None:
        return None
    decompressor = zlib.decompressobj(16 + zlib.MAX_WBITS)
    try:
        data = decompressor.decompress(page, MAX_SIZE)
    except zlib.error as error:
        raise Fault("item_damaged") from error
    if not decompressor.eof:
        raise Fault("item_damaged")
    return data.decode("utf-8", "replace")
