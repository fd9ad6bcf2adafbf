"""One HTML file with all articles: pictures inside, no script, nothing remote; opens in any browser.

Only one article is held at a time: the articles are written as they come, and copied behind their list of
contents when it is known. Their HTML is not parsed and written again: what the allow-list let through
stands in it letter by letter, under a policy that forbids all but the pictures.
"""

from __future__ import annotations

import base64
import shutil
from pathlib import Path
from typing import Final

from jingdu.library.exporters import Piece, head, marking, output
from jingdu.library.exporters.output import Exporter, text
from jingdu.library.images import files, placing

STYLE: Final = """\
:root { color-scheme: light dark; }
body { max-width: 36em; margin: 0 auto; padding: 2rem 1.2rem 5rem; font: 1.15rem/1.75 Georgia, "Noto Serif",
  "Songti SC", "Noto Serif CJK SC", serif; color: light-dark(#1b1b1b, #d6d6d9); background: light-dark(#fff, #1c1b22);
  overflow-wrap: break-word; }
a { color: light-dark(#0b57d0, #7fb4ff); }
nav h1, .about { color: light-dark(#5d5d62, #a5a5ad); font-weight: normal; }
nav h1 { font-size: 1.2em; }
article { border-top: 1px solid light-dark(#d9d9dd, #43424c); margin-top: 3.5em; padding-top: 2.5em; }
article:only-of-type { border: 0; margin: 0; padding: 0; }
h1 { font-size: 1.7em; line-height: 1.3; margin: 0 0 .5em; }
h2, h3, h4, h5, h6 { line-height: 1.35; margin: 1.8em 0 .5em; }
.about, figcaption { font-size: .9em; }
.about { margin: 0 0 2em; }
img { max-width: 100%; height: auto; }
figure { margin: 1.5em 0; }
pre { overflow-x: auto; padding: .9em 1em; background: light-dark(#f4f4f5, #28272f); line-height: 1.5; }
pre, code, kbd, samp { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: .9em; }
pre code { font-size: 1em; }
table { display: block; overflow-x: auto; border-collapse: collapse; }
td, th { border: 1px solid light-dark(#d9d9dd, #43424c); padding: .35em .7em; text-align: start; }
blockquote { margin: 1.2em 0; padding-inline-start: 1.1em;
  border-inline-start: 3px solid light-dark(#d9d9dd, #43424c); }
"""
_STYLES: Final = STYLE + marking.STYLE
_POLICY: Final = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"


class WebPage(Exporter):
    """The articles go to a file of their own first, as the contents come before them."""

    suffix = ".html"

    def __init__(self, folder: Path, name: str, *, vertical: bool = False) -> None:
        super().__init__(folder, name, vertical=vertical)
        self._articles = output.unfinished(folder, ".articles")
        self._file = open(self._articles, "w", encoding="utf-8", newline="\n")  # noqa: SIM115  # closed by close
        self._contents: list[str] = []
        self._langs: list[str] = []

    def add(self, piece: Piece) -> None:
        number = len(self._contents) + 1
        lang, way = head.language(piece.lang), head.direction(piece)
        attributes = f' lang="{"" if lang == "und" else lang}" dir="{way}"'
        title = text(" ".join(piece.title.split()) or piece.url or "—")
        noted = marking.marked(piece.html, piece.highlights, piece.lang)
        body = placing.rename(placing.mark_ids(noted, f"a{number}-"), lambda source: self._data(source, piece))
        self._file.write(
            f'<article id="a{number}"{attributes}><h1>{title}</h1>\n{head.about(piece)}\n{body}</article>\n'
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
        rows = "\n".join(self._contents)
        nav = f"<nav><h1>{head.contents(lang)}</h1><ol>\n{rows}\n</ol></nav>\n" if len(self._contents) > 1 else ""
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
