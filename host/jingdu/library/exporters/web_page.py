"""One HTML file with all articles: pictures inside, no script, nothing remote; opens in any browser.

Only one article is held at a time: the articles are written as they come, and copied behind their list of
contents when it is known. Their HTML is not parsed and written again: what the allow-list let through
is in it letter by letter, under a policy that forbids all but the pictures.
"""

from __future__ import annotations

import base64
import shutil
from pathlib import Path
from typing import Final

from jingdu.library import document, wording
from jingdu.library.exporters import Piece, marking, output
from jingdu.library.exporters.output import Exporter, text
from jingdu.library.images import files, placing

_STYLES: Final = document.STYLE + Path(__file__).with_name("web_page.css").read_text("utf-8") + marking.STYLE
_POLICY: Final = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"


class WebPage(Exporter):
    """The articles go to a file of their own first, as the contents come before them."""

    suffix = ".html"

    def begin(self) -> None:
        self._articles = output.unfinished(self.folder, ".articles")
        self._file = open(self._articles, "w", encoding="utf-8", newline="\n")  # noqa: SIM115  # closed by close
        self._contents: list[str] = []
        self._langs: list[str] = []

    def add(self, piece: Piece) -> None:
        number = len(self._contents) + 1
        lang, way = output.language(piece.item.lang), output.direction(piece.item)
        attributes = f' lang="{"" if lang == "und" else lang}" dir="{way}"'
        title = text(output.title(piece.item))
        noted = marking.marked(piece.html, piece.highlights, piece.item.lang)
        body = placing.rename(placing.mark_ids(noted, f"a{number}-"), lambda source: self._data(source, piece))
        self._file.write(
            f'<article id="a{number}"{attributes}><h1>{title}</h1>\n{output.about(piece.item)}\n{body}</article>\n'
        )
        self._contents.append(f'<li{attributes}><a href="#a{number}">{title}</a></li>')
        self._langs.append(lang)

    def complete(self) -> None:
        self._file.close()
        with open(self.written, "wb") as whole, open(self._articles, "rb") as articles:
            whole.write(self._head().encode())
            shutil.copyfileobj(articles, whole)
            whole.write(b"</body>\n</html>\n")
        output.remove(self._articles)

    def close(self) -> None:
        self._file.close()
        output.remove(self._articles)

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

    def _data(self, source: str, piece: Piece) -> str | None:
        name = source.removeprefix("assets/")
        if not files.is_name(name) or name not in piece.assets:
            return None
        data = base64.b64encode(piece.assets[name].read_bytes()).decode()
        return f"data:{files.mime(name)};base64,{data}"
