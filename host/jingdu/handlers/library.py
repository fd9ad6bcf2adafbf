"""The articles of the library, opened, changed and highlighted; its settings and jobs. Raises its faults."""

from __future__ import annotations

import base64
import os
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import Any

from jingdu.faults import Fault
from jingdu.library import document, indexed, item_files, item_folders, jobs, place, repository, transaction
from jingdu.library import highlights as marks
from jingdu.library.images import files, placing
from jingdu.library.topics import learned
from jingdu.protocol.items import Item
from jingdu.protocol.library import (
    Asset,
    AssetResult,
    EditedItems,
    EditItems,
    ExportFormat,
    Highlights,
    HighlightsResult,
    ItemIds,
    Items,
    Job,
    JobStarted,
    JobState,
    LibrarySettings,
    LibrarySettingsResult,
    MissingPicture,
    OpenItem,
    OpenItemResult,
    StartJob,
)
from jingdu.protocol.reading import ArticleFields
from jingdu.render.article import plain_text


def open_item(request: OpenItem) -> OpenItemResult:
    """The article with its pictures as ``jd-asset:NAME``; raises ``item_missing`` and ``item_damaged``."""
    item = _load(request.item)
    text = repository.current(item.id)
    html = document.shown(text.html)
    known = {name: getattr(item, name) for name in ArticleFields._fields if name not in ("html", "corrected")}
    marked: list[Any] = []
    with suppress(OSError, Fault):
        marked += marks.of(item.id, None)
    return OpenItemResult(
        item,
        ArticleFields(**known, html=html)._replace(image=None),
        marked,
        learned.suggestions(item.title, plain_text(html), item.tags),
        text.edited,
        [MissingPicture(address, why) for address, why in placing.missing(text.html).items()],
    )


def after_open_item(request: OpenItem) -> Iterator[None]:
    """The index sees the text that was shown; tag suggestions are learned where tags changed outside this host."""

    def seen() -> Iterator[None]:
        item_folders.reindex(request.item)
        yield

    return chain(seen(), learned.when_idle())


def _load(identity: str) -> Item:
    """The item; raises ``item_damaged`` where the index knows its folder and its file can't be read any more."""
    try:
        return repository.load(identity)
    except Fault as fault:
        if fault.code == "item_missing" and (folder := indexed.folder_of(identity)) and item_files.examine(folder):
            raise Fault("item_damaged") from fault
        raise


def asset(request: Asset) -> AssetResult:
    """A saved picture; raises ``item_missing``."""
    data = repository.asset(request.item, request.name)
    return AssetResult(files.mime(request.name), base64.b64encode(data).decode("ascii"))


def edit_items(request: EditItems) -> EditedItems:
    """Changes title, tags and marks; the items as they are now."""
    return EditedItems(repository.edit(request.items, request.changes))


def after_edit_items(request: EditItems) -> Iterator[None]:
    """Tag suggestions are learned from changed tags."""
    return learned.when_idle()


def trash_items(request: Items) -> ItemIds:
    return ItemIds(repository.trash(request.items))


def restore_items(request: Items) -> ItemIds:
    return ItemIds(repository.restore(request.items))


def delete_items(request: Items) -> ItemIds:
    return ItemIds(repository.delete(request.items))


def after_trash_items(request: Items) -> Iterator[None]:
    """Of the trash what has been there for 30 days is deleted."""
    return repository.empty_trash()


after_restore_items = after_delete_items = after_trash_items


def highlights(request: Highlights) -> HighlightsResult:
    """All of them after the changes; raises ``private_page`` where a private window asks to keep some."""
    writes = bool(request.put or request.removed)
    if writes and request.private:
        raise Fault("private_page")
    if not request.private:
        _adopt(request)
    if writes:
        item, kept = marks.change(request.item, request.url, request.put, request.removed)
        return HighlightsResult(kept, item)
    beside = marks.of(None, request.url)  # first: a save at this moment moves them to the article
    item = marks.article(request.item, request.url)
    return HighlightsResult(marks.of(item, request.url) if item else beside, item)


def _adopt(request: Highlights) -> None:
    """What was marked before the page was saved, or while its article was in the trash, goes to the article."""
    if request.url and marks.beside(request.url).exists() and (item := marks.article(request.item, request.url)):
        marks.adopt(item, request.url)


def library_settings(request: LibrarySettings) -> LibrarySettingsResult:
    """The settings after the changes; raises ``bad_folder``."""
    from jingdu.library.exporters import labels

    folder = request.changes.get("folder")
    if folder and (not os.path.isabs(folder) or "\0" in folder):
        raise Fault("bad_folder")
    if folder:
        transaction.begin(Path(folder))
    if request.changes:
        place.change(**{**request.changes, **({"folder": None} if folder == "" else {})})
    settings: dict[str, Any] = {**place.settings()._asdict(), "folder": str(place.folder())}
    return LibrarySettingsResult(settings, [ExportFormat(*form) for form in labels().items()])


def start_job(request: StartJob) -> JobStarted:
    """The job's id; raises ``bad_message`` for an unknown kind of work."""
    return JobStarted(jobs.start(request.kind, request.options))


def job(request: Job) -> JobState:
    """The job's state; raises ``unknown_job``."""
    return _reply(jobs.state(request.job))


def cancel_job(request: Job) -> JobState:
    """Ends a job at its next step; its state. Raises ``unknown_job``."""
    return _reply(jobs.cancel(request.job))


def _reply(state: jobs.State) -> JobState:
    return JobState(state.state, state.done, state.total, state.message, list(state.report), state.path, state.counts)
