"""The formats of an export: the one table that the host, the library page and the command line read."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Final, NamedTuple, cast

from jingdu import i18n
from jingdu.library.exporters.output import Exporter


class Format(NamedTuple):
    """A format of an export."""

    exporter: str
    """A module of this package and its `Exporter`."""
    label: str
    """What a user chooses it by; translated by the catalogue."""
    for_reading: bool = False
    """Whether addresses that are yet to be read stay out unless they are asked for."""


FORMATS: Final[Mapping[str, Format]] = {
    "markdown": Format("folder.Folder", "Markdown, a file for each article"),
    "html": Format("web_page.WebPage", "One web page (HTML)", for_reading=True),
    "epub": Format("epub.Epub", "E-book (EPUB 3)", for_reading=True),
    "json": Format("whole.Whole", "JSON, for other programs"),
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
