"""Exports of the library: the base of exporters, and the one table of formats.

An export takes its name when it is complete, and never replaces anything.
"""

from __future__ import annotations

import errno
import os
import shutil
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from itertools import count
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple, cast

from jingdu import i18n
from jingdu.protocol.items import Item
from jingdu.storage import atomic

_MAX_AGE: Final = 24 * 3600.0
"""Seconds after which an unfinished export was left by a kill."""


class Piece(NamedTuple):
    """An article to be exported, its text as HTML and as Markdown, and its files."""

    item: Item
    html: str
    """Allow-listed; pictures are at ``assets/NAME``."""
    markdown: str
    """With its front matter."""
    assets: Mapping[str, Path]
    """Name → file of the pictures."""
    fields: Mapping[str, Any]
    """All that the library knows of it, as JSON has it."""
    highlights: Sequence[Any] = ()
    sources: Mapping[str, str] = MappingProxyType({})
    """Address → name of the pictures."""
    page: bytes | None = None
    """The page as captured, packed by gzip."""

    def picture(self, source: str) -> str | None:
        """The name of the picture that a ``src`` leads to; None where it has none."""
        name = source.removeprefix("assets/")
        return name if name in self.assets else None


class Exporter:
    """Writes a format into ``folder``: `add` for each article, then `end`; it holds one article at a time.

    ``written`` is a hidden path beside the goal, which takes its name when it is complete.
    """

    suffix = ""
    """Of the file; empty for a folder."""

    def __init__(self, folder: Path, name: str, *, vertical: bool = False) -> None:
        self.folder, self.name, self.vertical = folder, name, vertical
        self.written = unfinished(folder, self.suffix)
        self.begin()

    def begin(self) -> None:
        """Opens what is written to."""

    def add(self, piece: Piece) -> None:
        """Writes one article; raises ``OSError``."""
        raise NotImplementedError

    def complete(self) -> None:
        """Writes what follows the last article, and closes the file."""

    def close(self) -> None:
        """Closes what is open."""

    def end(self) -> Path:
        """Finishes the export and returns its path, which nothing had before; raises ``OSError``."""
        self.complete()
        is_folder = self.written.is_dir()
        for path in self.written.rglob("*") if is_folder else [self.written]:
            if path.is_file():
                atomic.sync_file(path)
        if is_folder:
            atomic.sync_tree(self.written)
        while True:
            goals = (self.folder / f"{self.name}{f' ({n})' if n > 1 else ''}{self.suffix}" for n in count(1))
            goal = next(path for path in goals if not path.exists())
            try:
                (os.rename if is_folder else _move)(self.written, goal)  # fails where something is by now
            except OSError as error:
                if error.errno not in (errno.EEXIST, errno.ENOTEMPTY):
                    raise
                continue
            atomic.sync(self.folder)
            return goal

    def drop(self) -> None:
        """Removes everything that was written."""
        self.close()
        remove(self.written)


def unfinished(folder: Path, suffix: str) -> Path:
    """A hidden path of this process; those of processes that were killed are removed."""
    atomic.make(folder, mode=0o777)
    for old in folder.glob(".jingdu-*.unfinished"):
        with suppress(OSError):
            if atomic.is_stale(old.name) or old.stat().st_mtime < time.time() - _MAX_AGE:
                remove(old)
    paths = (folder / f".jingdu-{atomic.mark()}-{number}{suffix}.unfinished" for number in count())
    return next(path for path in paths if not path.exists())


def remove(written: Path) -> None:
    """Removes a file or a folder, if it is there."""
    if written.is_dir():
        shutil.rmtree(written, ignore_errors=True)
    else:
        written.unlink(missing_ok=True)


def _move(written: Path, goal: Path) -> None:
    """A link fails where something is; on a file system without links a rename has to do."""
    try:
        os.link(written, goal)
    except FileExistsError:
        raise
    except OSError:
        os.rename(written, goal)
        return
    written.unlink()


class Format(NamedTuple):
    """A format of an export."""

    exporter: str
    """A module of this package and its `Exporter`."""
    label: str
    """What a user chooses it by; translated by the catalogue."""
    for_reading: bool = False
    """Whether addresses that are yet to be read stay out unless they are asked for."""


FORMATS: Final[Mapping[str, Format]] = {
    "markdown": Format("files.Folder", "Markdown, a file for each article"),
    "html": Format("files.WebPage", "One web page (HTML)", for_reading=True),
    "epub": Format("epub.Epub", "E-book (EPUB 3)", for_reading=True),
    "json": Format("files.Whole", "JSON, for other programs"),
}


def labels() -> dict[str, dict[str, str]]:
    """Format → its label in each language of the user interface (BCP 47)."""
    catalogues = {tag: i18n.catalogue(language) for language, tag in i18n.LANGUAGES.items()}
    return {
        name: {tag: known.get(form.label, form.label) for tag, known in catalogues.items()}
        for name, form in FORMATS.items()
    }


def exporter(form: str, folder: Path, name: str, *, vertical: bool = False) -> Exporter:
    """The exporter of a format, which writes into ``folder`` under ``name`` and never over anything."""
    module, _, kind = FORMATS[form].exporter.partition(".")
    made = getattr(import_module(f"jingdu.library.exporters.{module}"), kind)
    return cast(Exporter, made(folder, name, vertical=vertical))
