"""An export as a job: one article a step, what can't be read is reported, a cancelled one leaves nothing."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any, Final

from jingdu.faults import Fault
from jingdu.library import frontmatter, item_files, item_folders, names, place, repository
from jingdu.library.exporters import FORMATS, Exporter, Piece, exporter
from jingdu.library.images import files
from jingdu.library.jobs import State
from jingdu.protocol.fields import Fields
from jingdu.protocol.items import Item
from jingdu.storage.lock import locked

_NAME: Final = "Jingdu"
_CODES: Final = {"denied": "library_read_only", "unread": "library_broken"}
"""Of `item_files.WORDS` → the fault in the report; ``item_damaged`` for all others."""


def work(state: State, options: Mapping[str, Any]) -> Generator[None, None, None]:
    """Exports ``items`` (ids; none: the whole library) as ``format``, beside the library's folder."""
    asked = Fields(options)
    form = asked.text("format")
    if form not in FORMATS:
        raise Fault("bad_message", f"There is no export called {form}; update the extension.")
    vertical = options.get("vertical") is True
    yield from export(state, form, asked.texts("items"), default_folder(), vertical=vertical)


def default_folder() -> Path:
    """Beside the library, not in it: an export is no article."""
    return place.folder().parent / f"{_NAME} export"


def export(
    state: State, form: str, wanted: Sequence[str], folder: Path, *, vertical: bool = False
) -> Iterator[None]:  # fmt: skip
    """Exports into ``folder``; ``state.path`` is its path, ``state.report`` lists what is not in it, and why."""
    ids = list(wanted) or [item.id for item in _oldest_first(state) if not (item.later and FORMATS[form].for_reading)]
    state.total = len(ids)
    made = exporter(form, folder, f"{_NAME} {date.today().isoformat()}", vertical=vertical)
    try:
        for item in ids:
            try:
                _add(made, item, form, state)
            except FileNotFoundError:
                with locked(place.folder()):  # it was moved, and its pictures with it: once more, where it is now
                    _add(made, item, form, state)
            state.done += 1
            yield
        state.path = str(made.end())
    finally:
        if state.path is None:
            made.drop()


def _add(made: Exporter, item: str, form: str, state: State) -> None:
    """One article, or a line of the report. A disk that is full or gone ends the whole: ``OSError`` is raised.

    Nothing of the article's text is written then.
    """
    try:
        one = repository.read(item, lambda folder: _piece(folder, form))
    except Fault as fault:
        state.report.append({"title": item, "code": fault.code, "why": fault.message})
        return
    made.add(one)


def _piece(folder: Path, form: str) -> Piece:
    """An article on its way out in a format; raises the faults of the library."""
    known = item_files.read(folder)
    raw = item_files.own(folder / names.ARTICLE).read_bytes().decode("utf-8", "replace")
    html = None
    if known[0].later:
        html = ""
    elif form == "json":  # a copy of the library has both of its files as they are
        html = item_files.body(folder)
    packed = None
    with suppress(FileNotFoundError):
        packed = item_files.own(folder / names.PAGE).read_bytes()
    assets = folder / names.ASSETS
    found = sorted(assets.iterdir()) if assets.is_dir() and not assets.is_symlink() else []
    kept = [path for path in found if files.is_name(path.name) and path.is_file() and not path.is_symlink()]
    return Piece(
        item=known[0],
        html=item_files.current(folder, known).html if html is None else html,
        markdown=raw,
        assets={path.name: path for path in kept},
        fields=frontmatter.split(raw)[0],
        highlights=item_files.highlights(folder),
        sources=item_files.sources(folder),
        page=packed,
    )


def _oldest_first(state: State) -> list[Item]:
    found, broken = item_folders.listed()
    for one in broken:
        code = _CODES.get(one.code, "item_damaged")
        state.report.append({"title": Path(one.folder).name, "code": code, "why": f"{one.where} – {one.words}"})
    return sorted(found, key=lambda item: (item.saved, item.id))


def tagged(tag: str) -> list[str]:
    """The ids of the articles with a tag, letters' case aside."""
    return [item.id for item in _oldest_first(State()) if tag.casefold() in {one.casefold() for one in item.tags}]
