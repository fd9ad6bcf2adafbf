"""One HTML file with all articles: pictures inside, no script, nothing remote; opens in any browser.

It is written as it grows, so that only one article is held at a time; its list of contents stands at
the end of the file and is shown at the start. The articles' HTML is not parsed and written again: what
the allow-list let through stands in it letter by letter, under a policy that forbids all but the pictures.
"""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Final

from jingdu.library.exporters import Piece, head, output
from jingdu.library.exporters.output import text
from jingdu.library.pictures import files, placing

STYLE: Final = """\
:root { color-scheme: light dark; }
body { display: flex; flex-direction: column; max-width: 36em; margin: 0 auto; padding: 1em; line-height: 1.7;
  font-family: system-ui, sans-serif; overflow-wrap: break-word; }
nav { order: -1; }
article { border-top: 1px solid; margin-top: 3em; }
h1 { line-height: 1.25; }
img { max-width: 100%; height: auto; }
pre { overflow-x: auto; }
table { display: block; overflow-x: auto; border-collapse: collapse; }
td, th { border: 1px solid; padding: .2em .5em; text-align: start; }
.about, figcaption { font-size: .85em; opacity: .8; }
"""
_POLICY: Final = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"


class WebPage:
    """An exporter."""

    def __init__(self, folder: Path, name: str) -> None:
        self._folder, self._name = folder, name
        self._written = output.unfinished(folder, ".html")
        self._file = open(self._written, "w", encoding="utf-8", newline="\n")  # noqa: SIM115  # closed by end or drop
        self._contents: list[str] = []
        self._langs: list[str] = []
        self._file.write(
            f'<!DOCTYPE html>\n<html>\n<head><meta charset="utf-8"><title>{text(name)}</title>'
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f'<meta name="referrer" content="no-referrer">\n<style>\n{STYLE}</style></head>\n<body>\n'
        )

    def add(self, piece: Piece) -> None:
        number = len(self._contents) + 1
        lang, way = head.language(piece.lang), head.direction(piece)
        told = f' lang="{"" if lang == "und" else lang}" dir="{way}"'
        title = text(" ".join(piece.title.split()) or piece.url or "—")
        body = placing.rename(placing.mark_ids(piece.html, f"a{number}-"), lambda source: self._data(source, piece))
        self._file.write(f'<article id="a{number}"{told}><h1>{title}</h1>\n{head.about(piece)}\n{body}</article>\n')
        self._contents.append(f'<li{told}><a href="#a{number}">{title}</a></li>')
        self._langs.append(lang)

    def end(self) -> Path:
        if len(self._contents) > 1:
            lang = max(set(self._langs), key=self._langs.count)
            rows = "\n".join(self._contents)
            self._file.write(f"<nav><h1>{head.contents(lang)}</h1><ol>\n{rows}\n</ol></nav>\n")
        self._file.write("</body>\n</html>\n")
        self._file.close()
        return output.finish(self._written, self._folder, self._name, ".html")

    def drop(self) -> None:
        self._file.close()
        output.drop(self._written)

    def _data(self, source: str, piece: Piece) -> str | None:
        name = source.removeprefix("assets/")
        if not files.is_name(name) or name not in piece.assets:
            return None
        data = base64.b64encode(piece.assets[name].read_bytes()).decode()
        return f"data:{files.mime(name)};base64,{data}"
