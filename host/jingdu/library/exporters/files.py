"""Exports as Markdown, one web page, and JSON."""

import base64
import json
import shutil
from pathlib import Path
from tempfile import TemporaryFile
from typing import Final

from jingdu.library import document, frontmatter, wording
from jingdu.library.exporters import Exporter, Piece, marking, output
from jingdu.library.exporters.output import text
from jingdu.library.images import files, placing
from jingdu.library.names import ASSETS, collision_key, folder_name, unique

FORMAT: Final = "jingdu-library"
VERSION: Final = 1
_STYLES: Final = document.STYLE + Path(__file__).with_name("web_page.css").read_text("utf-8") + marking.STYLE
_POLICY: Final = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"


class MarkdownFolder(Exporter):
    """A folder with a Markdown file per article and all pictures in ``assets``, which Obsidian can open."""

    def open(self) -> None:
        self.path.mkdir()
        self._taken: set[str] = set()

    def add(self, piece: Piece) -> None:
        for name, data in piece.assets.items():
            (self.path / ASSETS).mkdir(exist_ok=True)
            (self.path / ASSETS / name).write_bytes(data)
        name = unique(folder_name(piece.item.title), self._taken)
        self._taken.add(collision_key(name))
        markdown = piece.markdown + marking.section(piece.highlights, piece.item.lang)
        (self.path / f"{name}.md").write_text(markdown, "utf-8", newline="\n")


class WebPage(Exporter):
    """One HTML file with all articles and embedded pictures, without scripts and remote content.

    The articles are collected in a temporary file and appended to the table of contents at the end. Their clean HTML
    is copied verbatim, under a Content-Security-Policy that allows only pictures.
    """

    suffix = ".html"

    def open(self) -> None:
        self.file = TemporaryFile("w+", encoding="utf-8", newline="", dir=self.folder)  # noqa: SIM115
        self._contents: list[str] = []
        self._langs: list[str] = []

    def add(self, piece: Piece) -> None:
        number = len(self._contents) + 1
        lang = output.language(piece.item.lang)
        attributes = f' lang="{"" if lang == "und" else lang}" dir="{piece.item.dir}"'
        title = text(output.title(piece.item))
        marked = marking.marked(piece.html, piece.highlights, piece.item.lang)

        def data_url(source: str) -> str | None:
            name = piece.picture(source)
            return f"data:{files.mime(name)};base64,{_base64(piece.assets[name])}" if name else None

        body = placing.map_sources(placing.prefix_ids(marked, f"a{number}-"), data_url)
        self.file.write(
            f'<article id="a{number}"{attributes}><h1>{title}</h1>\n{output.about(piece.item)}\n{body}</article>\n'
        )
        self._contents.append(f'<li{attributes}><a href="#a{number}">{title}</a></li>')
        self._langs.append(lang)

    def complete(self) -> None:
        self.file.seek(0)
        with open(self.path, "w", encoding="utf-8", newline="") as file:
            file.write(self._head())
            shutil.copyfileobj(self.file, file)
            file.write("</body>\n</html>\n")

    def _head(self) -> str:
        """The head, and the table of contents if there are several articles."""
        lang = output.main_language(self._langs)
        nav = ""
        if len(self._contents) > 1:
            rows = "\n".join(self._contents)
            nav = f"<nav><h1>{wording.sentence('contents', lang)}</h1><ol>\n{rows}\n</ol></nav>\n"
        return (
            f'<!DOCTYPE html>\n<html lang="{"" if lang == "und" else lang}">\n<head><meta charset="utf-8">'
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
            f"<title>{text(self.name)}</title>"
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f'<meta name="referrer" content="no-referrer">\n<style>\n{_STYLES}</style></head>\n<body>\n{nav}'
        )


class JsonFile(Exporter):
    """A JSON file with everything, from which `jingdu import` restores the same library.

    Each article is on one line, so that large files can be read line by line. ``fields`` is the front matter, ``html``
    and ``markdown`` are the text, and ``assets`` and ``page`` (gzip) are encoded as base64.
    """

    suffix = ".json"

    def open(self) -> None:
        self.file = open(self.path, "w", encoding="utf-8", newline="\n")  # noqa: SIM115  # closed by close
        self.file.write(f'{{"format": "{FORMAT}", "version": {VERSION}, "items": [')
        self._separator = "\n"

    def add(self, piece: Piece) -> None:
        record = {
            "id": piece.item.id,
            "fields": frontmatter.split(piece.markdown)[0],
            "html": piece.html,
            "markdown": piece.markdown,
            "highlights": list(piece.highlights),
            "assets": {name: _base64(data) for name, data in piece.assets.items()},
            "sources": dict(piece.sources),
            "page": _base64(piece.page) if piece.page is not None else None,
        }
        # Other programs' fields may contain YAML dates, also as keys.
        line = json.dumps(record, ensure_ascii=False, separators=(",", ":"), default=str, skipkeys=True)
        self.file.write(self._separator + line)
        self._separator = ",\n"

    def complete(self) -> None:
        self.file.write("\n]}\n")


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode()
