"""The export job: one article per step; unreadable ones are reported, and a cancelled export is discarded."""

from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any, Final

from jingdu.faults import Fault
from jingdu.library import document, indexed, item_files, item_folders, location, names, repository
from jingdu.library.exporters import FORMATS, Exporter, Piece, exporter
from jingdu.library.images import files, placing
from jingdu.library.jobs import State
from jingdu.protocol.fields import Fields
from jingdu.protocol.items import Item

_CODES: Final = {"denied": "library_read_only", "unread": "library_broken"}
"""Code of `item_files.REASONS` → fault in the report; ``item_damaged`` for all others."""


def work(state: State, options: Mapping[str, Any]) -> Generator[None, None, None]:
    """Exports ``items`` (ids; empty for the whole library) as ``format``, beside the library's folder."""
    fields = Fields(options)
    form = fields.text("format")
    if form not in FORMATS:
        raise Fault("bad_message", f"There is no export called {form}; update the extension.")
    yield from export(state, form, fields.texts("items"), default_folder())


def default_folder() -> Path:
    return location.folder().parent / f"{location.NAME} export"


def export(state: State, form: str, ids: Sequence[str], folder: Path, *, vertical: bool = False) -> Iterator[None]:
    """Exports into ``folder``, if there is anything to export; sets ``state.path``, and reports failures."""
    ids = list(ids) or [item.id for item in _oldest_first(state) if not (item.later and FORMATS[form].for_reading)]
    state.total = len(ids)
    if not ids:
        return
    writer = exporter(form, folder, f"{location.NAME} {date.today().isoformat()}", vertical=vertical)
    try:
        for item in ids:
            _add(writer, item, form, state)
            state.done += 1
            yield
        state.path = str(writer.finish())
    finally:
        if state.path is None:
            writer.discard()


def _add(writer: Exporter, item: str, form: str, state: State) -> None:
    """Adds an article, or reports why not; raises ``OSError`` if the export can't be written."""
    try:
        piece = repository.read(item, lambda folder: _piece(folder, form))
    except Fault as fault:
        state.report.append({"title": item, "code": fault.code, "why": fault.message})
        return
    writer.add(piece)


def _piece(folder: Path, form: str) -> Piece:
    """Reads the article in a folder for export; raises ``item_damaged`` and ``OSError``."""
    parsed = item_files.read(folder)
    html = item_files.body(folder) if form == "json" else None  # JSON contains HTML and Markdown unchanged
    if html is None:
        html = document.sanitize(item_files.current(folder, parsed).html, placing.PREFIX)
    page = None
    with suppress(FileNotFoundError):
        page = item_files.regular_file(folder / names.PAGE).read_bytes()
    assets = folder / names.ASSETS
    paths = sorted(assets.iterdir()) if assets.is_dir() and not assets.is_symlink() else []
    pictures = [path for path in paths if files.is_name(path.name) and path.is_file() and not path.is_symlink()]
    return Piece(
        item=parsed[0],
        html="" if parsed[0].later else html,
        markdown=item_files.raw(folder),
        assets={path.name: path.read_bytes() for path in pictures},
        highlights=item_files.highlights(folder),
        sources=item_files.sources(folder),
        page=page,
    )


def _oldest_first(state: State) -> list[Item]:
    """The readable articles, oldest first; the others are reported."""
    items, problems = item_folders.listed()
    for problem in problems:
        code = _CODES.get(problem.code, "item_damaged")
        state.report.append({"title": problem.where, "code": code, "why": problem.reason})
    return indexed.oldest_first(items)
