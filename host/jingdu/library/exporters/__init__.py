"""Exports of the library: the exporters' base class and the table of formats."""

import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from pkgutil import resolve_name
from types import MappingProxyType
from typing import Any, Final, NamedTuple, cast

from jingdu import i18n
from jingdu.library.images import placing
from jingdu.library.names import collision_key, unique
from jingdu.protocol.items import Item
from jingdu.storage import atomic, lock


class Piece(NamedTuple):
    item: Item
    html: str
    """Allow-listed; pictures are at ``assets/NAME``."""
    markdown: str
    """Including front matter."""
    assets: Mapping[str, bytes]
    """Picture name → content."""
    highlights: Sequence[Any] = ()
    sources: Mapping[str, str] = MappingProxyType({})
    """Picture address → name."""
    page: bytes | None = None
    """The captured page (gzip)."""

    def picture(self, source: str) -> str | None:
        """The name of the picture that a ``src`` refers to; None if it is not in ``assets``."""
        name = source.removeprefix(placing.PREFIX)
        return name if name in self.assets else None


class Exporter:
    """Writes a format into ``folder``: `add` for each article, then `finish` or `discard`.

    At most one article is in memory. ``path`` is temporary, and renamed without replacing anything in the end.
    """

    suffix = ""
    """File name extension; empty if the export is a folder."""
    file: Any = None
    """The open file, if the export is one."""

    def __init__(self, folder: Path, name: str, *, vertical: bool = False) -> None:
        self.folder, self.name, self.vertical = folder, name, vertical
        atomic.make_folder(folder, mode=0o777)
        atomic.clear_stale(folder)
        self.path = folder / f"{atomic.TEMPORARY}{atomic.mark()}-{secrets.token_hex(4)}"
        try:
            self.open()
        except OSError:
            self.discard()
            raise

    def open(self) -> None:
        """Creates the folder at ``path``, or opens ``file``, which `finish` closes."""

    def add(self, piece: Piece) -> None:
        """Writes one article; raises ``OSError``."""
        raise NotImplementedError

    def complete(self) -> None:
        """Writes the end of the export, after the last article."""

    def finish(self) -> Path:
        """Completes the export and returns its final path; raises ``OSError``."""
        self.complete()
        if self.file is not None:
            self.file.close()
        for path in filter(Path.is_file, (self.path, *self.path.rglob("*"))):
            atomic.sync_file(path)
        atomic.sync_tree(self.path)
        with lock.locked(self.folder):
            others = self.folder.glob(f"*{self.suffix}")
            taken = {collision_key(path.name.removesuffix(self.suffix)) for path in others}
            target = self.folder / f"{unique(self.name, taken)}{self.suffix}"
            self.path.rename(target)
        atomic.sync(self.folder)
        return target

    def discard(self) -> None:
        if self.file is not None:
            with suppress(OSError):  # on a full disk, the buffer can't be flushed
                self.file.close()
        atomic.remove(self.path)


class Format(NamedTuple):
    exporter: str
    """``module:Class`` in this package."""
    label: str
    """English name, which `labels` translates."""
    for_reading: bool = False
    """Whether read-later items, which have no text, are left out unless they are selected."""


FORMATS: Final[Mapping[str, Format]] = {
    "markdown": Format("files:MarkdownFolder", "Markdown, a file for each article"),
    "html": Format("files:WebPage", "One web page (HTML)", for_reading=True),
    "epub": Format("epub:Epub", "E-book (EPUB 3)", for_reading=True),
    "json": Format("files:JsonFile", "JSON, for other programs"),
}


def labels() -> dict[str, dict[str, str]]:
    """Format → language tag (BCP 47) → label."""
    catalogues = {tag: i18n.catalogue(language) for language, tag in i18n.LANGUAGES.items()}
    return {
        name: {tag: known.get(form.label, form.label) for tag, known in catalogues.items()}
        for name, form in FORMATS.items()
    }


def exporter(form: str, folder: Path, name: str, *, vertical: bool = False) -> Exporter:
    return cast(Exporter, resolve_name(f"{__name__}.{FORMATS[form].exporter}")(folder, name, vertical=vertical))
