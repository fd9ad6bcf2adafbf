"""Exports as Markdown, as one web page, and as JSON with everything."""

from __future__ import annotations

import base64
import json
import shutil
from pathlib import Path
from tempfile import TemporaryFile
from typing import Final

from jingdu.library import document, wording
from jingdu.library.exporters import Exporter, Piece, marking, output
from jingdu.library.exporters.output import text
from jingdu.library.images import files, placing
from jingdu.library.names import folder_name, free, same_key

FORMAT: Final = "jingdu-library"
VERSION: Final = 1
_STYLES: Final = document.STYLE + Path(__file__).with_name("web_page.css").read_text("utf-8") + marking.STYLE
_POLICY: Final = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"


class Folder(Exporter):
    """A folder of Markdown: a file for each article, and the pictures of all in ``assets`` beside them.

    Pictures are named by their content, so two articles may share one. Obsidian and others open the folder as it is.
    """

    def begin(self) -> None:
        self.written.mkdir()
        self._taken: set[str] = set()

    def add(self, piece: Piece) -> None:
        for name, path in piece.assets.items():
            goal = self.written / "assets" / name
            if not goal.exists():
                goal.parent.mkdir(exist_ok=True)
                shutil.copyfile(path, goal)
        name = free(folder_name(piece.item.title), self._taken)
        self._taken.add(same_key(name))
        whole = piece.markdown + marking.section(piece.highlights, piece.item.lang)
        (self.written / f"{name}.md").write_text(whole, "utf-8", newline="\n")


class WebPage(Exporter):
    """One HTML file with all articles: pictures inside, no script, nothing remote; opens in any browser.

    The articles are written to a temporary file, one held at a time, and copied behind their list of contents when it
    is known. Their HTML is not parsed and written again: what the allow-list let through is in it letter by letter,
    under a policy that forbids all but the pictures.
    """

    suffix = ".html"

    def begin(self) -> None:
        self._file = TemporaryFile("w+", encoding="utf-8", newline="", dir=self.folder)  # noqa: SIM115
        self._contents: list[str] = []
        self._langs: list[str] = []

    def add(self, piece: Piece) -> None:
        number = len(self._contents) + 1
        lang = output.language(piece.item.lang)
        attributes = f' lang="{"" if lang == "und" else lang}" dir="{piece.item.dir}"'
        title = text(output.title(piece.item))
        noted = marking.marked(piece.html, piece.highlights, piece.item.lang)

        def data(source: str) -> str | None:
            if name := piece.picture(source):
                inside = base64.b64encode(piece.assets[name].read_bytes()).decode()
                return f"data:{files.mime(name)};base64,{inside}"
            return None

        body = placing.rename(placing.mark_ids(noted, f"a{number}-"), data)
        self._file.write(
            f'<article id="a{number}"{attributes}><h1>{title}</h1>\n{output.about(piece.item)}\n{body}</article>\n'
        )
        self._contents.append(f'<li{attributes}><a href="#a{number}">{title}</a></li>')
        self._langs.append(lang)

    def complete(self) -> None:
        self._file.seek(0)
        with open(self.written, "w", encoding="utf-8", newline="") as whole:
            whole.write(self._head())
            shutil.copyfileobj(self._file, whole)
            whole.write("</body>\n</html>\n")
        self.close()

    def close(self) -> None:
        self._file.close()

    def _head(self) -> str:
        lang = max(set(self._langs), key=self._langs.count, default="und")
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


class Whole(Exporter):
    """JSON with everything: one file that `jingdu import` makes the same library of again.

    It is one JSON document, and each article is on a line of its own, so that a program can read a large one line by
    line. ``fields`` is what the library knows of the article, ``html`` and ``markdown`` its text, ``assets`` its
    pictures and ``page`` the page as captured (gzip), both in base64.
    """

    suffix = ".json"

    def begin(self) -> None:
        self._file = open(self.written, "w", encoding="utf-8", newline="\n")  # noqa: SIM115  # closed by close
        self._file.write(f'{{"format": "{FORMAT}", "version": {VERSION}, "items": [')
        self._between = "\n"

    def add(self, piece: Piece) -> None:
        line = {
            "id": piece.item.id,
            "fields": dict(piece.fields),
            "html": piece.html,
            "markdown": piece.markdown,
            "highlights": list(piece.highlights),
            "assets": {
                name: base64.b64encode(file.read_bytes()).decode() for name, file in sorted(piece.assets.items())
            },
            "sources": dict(piece.sources),
            "page": base64.b64encode(piece.page).decode() if piece.page is not None else None,
        }
        self._file.write(self._between + json.dumps(line, ensure_ascii=False, separators=(",", ":")))
        self._between = ",\n"

    def complete(self) -> None:
        self._file.write("\n]}\n")
        self.close()

    def close(self) -> None:
        self._file.close()
