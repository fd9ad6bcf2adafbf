"""Handlers of actions on articles, highlights, jobs and settings of the library.

All of them may raise `Fault` with a code ``library_*``.
"""

import base64
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from jingdu.faults import Fault
from jingdu.library import highlights as store, indexed, item_files, item_folders, jobs, location, repository
from jingdu.library.document import sanitize
from jingdu.library.images import files, placing
from jingdu.library.topics import learned
from jingdu.library.transaction import create_writable
from jingdu.protocol import library as messages
from jingdu.protocol.items import Item
from jingdu.protocol.reading import ARTICLE
from jingdu.render.article import plain_text


def open_item(request: messages.OpenItem) -> messages.OpenItemResult:
    """The article with its pictures as ``jd-asset:NAME``; raises ``item_missing`` and ``item_damaged``."""
    item = _load(request.item)
    text = repository.read(item.id, item_files.current)
    html = sanitize(text.html)
    fields = {name: getattr(item, name) for name in ARTICLE if name != "html"}
    marks: list[Any] = []
    with suppress(OSError, Fault):
        marks += store.load_for(item.id, None)
    return messages.OpenItemResult(
        item,
        {**fields, "html": html, "image": None, "corrected": None},
        marks,
        learned.suggestions(item.title, plain_text(html), item.tags),
        text.edited,
        [messages.MissingPicture(address, why) for address, why in placing.missing(text.html).items()],
    )


def after_open_item(request: messages.OpenItem) -> Iterator[None]:
    """Updates the index if another program changed the article, and tag suggestions if tags changed."""
    item_folders.reindex(request.item)
    yield
    yield from learned.when_idle()


def _load(identity: str) -> Item:
    """The item with an id; raises ``item_missing``, or ``item_damaged`` if its folder is known but can't be read."""
    try:
        return repository.load(identity)
    except Fault as fault:
        folder = indexed.opened().folder(identity) if fault.code == "item_missing" else None
        if folder and item_files.examine(folder):
            raise Fault("item_damaged") from fault
        raise


def asset(request: messages.Asset) -> messages.AssetResult:
    """A saved picture; raises ``item_missing``."""
    data = repository.asset(request.item, request.name)
    return messages.AssetResult(files.mime(request.name), base64.b64encode(data).decode("ascii"))


def edit_items(request: messages.EditItems) -> messages.EditedItems:
    return messages.EditedItems(repository.edit(request.items, request.changes))


def after_edit_items(request: messages.EditItems) -> Iterator[None]:
    return learned.when_idle()


def trash_items(request: messages.Items) -> messages.ItemIds:
    return messages.ItemIds(repository.trash(request.items))


def restore_items(request: messages.Items) -> messages.ItemIds:
    return messages.ItemIds(repository.restore(request.items))


def delete_items(request: messages.Items) -> messages.ItemIds:
    return messages.ItemIds(repository.delete(request.items))


def after_trash_items(request: messages.Items) -> Iterator[None]:
    """Deletes what has been in the trash for more than 30 days."""
    return repository.empty_trash()


after_restore_items = after_delete_items = after_trash_items


def highlights(request: messages.Highlights) -> messages.HighlightsResult:
    """All highlights after the changes; raises ``private_page`` for changes from a private window."""
    writes = bool(request.put or request.removed)
    if writes and request.private:
        raise Fault("private_page")
    if request.url and not request.private and (item := store.resolve(request.item, request.url)):
        store.adopt(item, request.url)  # they were made before the page was saved, or while it was in the trash
    if writes:
        item, changed = store.change(request.item, request.url, request.put, request.removed)
        return messages.HighlightsResult(changed, item)
    of_page = store.load_for(None, request.url)  # first: a concurrent save moves them to the article
    item = store.resolve(request.item, request.url)
    return messages.HighlightsResult(store.load_for(item, request.url) if item else of_page, item)


def library_settings(request: messages.LibrarySettings) -> messages.LibrarySettingsResult:
    """The settings after the changes; raises ``bad_folder``."""
    from jingdu.library.exporters import labels

    folder = request.changes.get("folder")
    if folder and (not os.path.isabs(folder) or "\0" in folder or os.path.isfile(folder)):
        raise Fault("bad_folder")
    if folder:
        create_writable(Path(folder))
    if request.changes:
        location.change(**{**request.changes, **({"folder": None} if folder == "" else {})})
    settings: dict[str, Any] = {**location.settings()._asdict(), "folder": str(location.folder())}
    return messages.LibrarySettingsResult(settings, [messages.ExportFormat(*form) for form in labels().items()])


def start_job(request: messages.StartJob) -> messages.JobStarted:
    """Starts a job and returns its id; raises ``bad_message`` for an unknown kind."""
    return messages.JobStarted(jobs.start(request.kind, request.options))


def job(request: messages.Job) -> messages.JobState:
    """The job's state; raises ``unknown_job``."""
    return _reply(jobs.state(request.job))


def cancel_job(request: messages.Job) -> messages.JobState:
    """Cancels a job, which ends at its next step, and returns its state; raises ``unknown_job``."""
    return _reply(jobs.cancel(request.job))


def _reply(state: jobs.State) -> messages.JobState:
    return messages.JobState(*(getattr(state, name) for name in messages.JobState._fields))
