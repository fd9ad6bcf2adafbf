"""An export as a job: one article a step, what can't be read is reported, a cancelled one leaves nothing."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any, Final, TypeVar

from jingdu.faults import Fault
from jingdu.library import frontmatter, item_files, item_folders, names, place, repository, unreadable
from jingdu.library.exporters import Piece
from jingdu.library.exporters.formats import FORMATS, exporter
from jingdu.library.exporters.output import Exporter
from jingdu.library.images import files
from jingdu.library.jobs import State
from jingdu.protocol.items import Item
from jingdu.storage import os_errors
from jingdu.storage.lock import locked

_NAME: Final = "Jingdu"
Kind = TypeVar("Kind", list[Any], dict[str, Any])


def work(state: State, options: Mapping[str, Any]) -> Iterator[None]:
    """Exports ``items`` (ids; none: the whole library) as ``format``, beside the library's folder."""
    form = options.get("format")
    if form not in FORMATS:
        raise Fault("bad_message", f"There is no export called {form}; update the extension.")
    wanted = options.get("items") or []
    if not isinstance(wanted, list) or not all(isinstance(item, str) for item in wanted):
        raise Fault(
            "bad_message", "The message has the wrong shape: items should be a list of texts; update the extension."
        )
    ids = [item.encode("utf-8", "replace").decode() for item in wanted]
    yield from export(state, str(form), ids, default_folder(), vertical=options.get("vertical") is True)


def default_folder() -> Path:
    """Beside the library, not in it: an export is no article."""
    return place.folder().parent / f"{_NAME} export"


def export(
    state: State, form: str, wanted: Sequence[str], folder: Path, *, vertical: bool = False
) -> Iterator[None]:  # fmt: skip
    """Exports into ``folder``; ``state.path`` is its path, ``state.report`` lists what is not in it, and why."""
    ids = list(wanted) or [item.id for item in _oldest_first(state) if not (item.later and FORMATS[form].for_reading)]
    state.total = len(ids)
    with os_errors.map_os_errors():
        made = exporter(form, folder, f"{_NAME} {date.today().isoformat()}", vertical=vertical)
    try:
        for item in ids:
            _add(made, item, form, state)
            state.done += 1
            yield
        with os_errors.map_os_errors():
            state.path = str(made.end())
    finally:
        if state.path is None:
            made.drop()


def piece(item: str, form: str) -> Piece:
    """An article on its way out in a format; raises the faults of the library."""
    with os_errors.map_os_errors():
        return item_folders.consistent_read(item, lambda folder: _piece(folder, form))


def _piece(folder: Path, form: str) -> Piece:
    found = item_files.read(folder)[0]
    raw = item_files.own(folder / names.ARTICLE).read_bytes().decode("utf-8", "replace")
    packed = None
    with suppress(FileNotFoundError):
        packed = item_files.own(folder / names.PAGE).read_bytes()
    fields, _ = frontmatter.split(raw)
    return Piece(
        **{name: getattr(found, name) for name in _SAME},
        html=_html(found, form),
        markdown=raw,
        assets=_assets(folder),
        fields=fields,
        highlights=_json(folder / names.HIGHLIGHTS, list),
        sources=_json(folder / names.ASSETS / names.SOURCES, dict),
        page=packed,
    )


def _html(item: Item, form: str) -> str:
    """The text as it is shown; in a copy of the library both of its files as they are."""
    if item.later:
        return ""
    if form == "json":
        with suppress(Fault):
            return repository.body(item.id)
    return repository.current(item.id).html


_SAME: Final = ("id", "title", "byline", "site", "url", "published", "saved", "lang", "dir", "tags")


def _add(made: Exporter, item: str, form: str, state: State) -> None:
    """One article, or a line of the report. A disk that is full or gone ends the whole."""
    with os_errors.map_os_errors(), suppress(FileNotFoundError):
        _written(made, item, form, state)
        return
    with (
        os_errors.map_os_errors(),
        locked(place.folder()),
    ):  # it was moved, and its pictures with it: once more, where it is now
        _written(made, item, form, state)


def _written(made: Exporter, item: str, form: str, state: State) -> None:
    """Raises ``OSError``; nothing of the article's text is written then."""
    try:
        one = piece(item, form)
    except Fault as fault:
        state.report.append({"title": item, "code": fault.code, "why": fault.message})
        return
    made.add(one)


def _oldest_first(state: State) -> list[Item]:
    """The articles of the library; those that can't be read are in the report."""
    found = []
    closed: list[str] = []
    bare: list[Path] = []
    with os_errors.map_os_errors():
        with locked(place.folder()):  # an article that takes another's place stands nowhere for a moment
            listed = item_folders.every(closed=closed, bare=bare)
        for folder in listed:
            try:
                found += _item(folder)
            except (Fault, OSError) as error:
                fault = error if isinstance(error, Fault) else os_errors.fault(error)
                state.report += _row(folder, fault)
    for folder in bare:
        state.report += _row(folder, Fault("item_damaged"))
    refused = Fault("library_read_only")
    state.report += [{"title": Path(one).name, "code": refused.code, "why": refused.message} for one in closed]
    return sorted(found, key=lambda item: (item.saved, item.id))


def _row(folder: Path, fault: Fault) -> list[dict[str, str]]:
    """A line of the report of an article that can't be read; none of a folder that is no article of ours."""
    broken = unreadable.examine(folder)
    if broken is None and fault.code == "item_damaged":
        return []
    why = f"{broken.where} – {broken.words}" if broken else fault.message
    return [{"title": folder.name, "code": fault.code, "why": why}]


def _item(folder: Path) -> list[Item]:
    """The item of a folder; none where it was moved away since."""
    with suppress(FileNotFoundError):
        return [item_files.read(folder)[0]]
    with locked(place.folder()):
        return [item_files.read(folder)[0]] if os.path.lexists(folder / names.ARTICLE) else []


def _assets(folder: Path) -> dict[str, Path]:
    """The kept pictures; a link that leads elsewhere is none of ours."""
    assets = folder / names.ASSETS
    found = sorted(assets.iterdir()) if assets.is_dir() and not assets.is_symlink() else []
    return {path.name: path for path in found if files.is_name(path.name) and path.is_file() and not path.is_symlink()}


def _json(path: Path, kind: type[Kind]) -> Kind:
    """What a file of ours holds; empty where it is missing or of another kind. Raises the faults of the library."""
    gone = (FileNotFoundError, NotADirectoryError, IsADirectoryError)
    with os_errors.map_os_errors(), suppress(*gone, ValueError, RecursionError):  # a failing disk is reported
        stored = json.loads(item_files.own(path).read_text("utf-8"))
        return stored if isinstance(stored, kind) else kind()
    return kind()


def tagged(tag: str) -> list[str]:
    """The ids of the articles with a tag, letters' case aside."""
    return [item.id for item in _oldest_first(State()) if tag.casefold() in {one.casefold() for one in item.tags}]
