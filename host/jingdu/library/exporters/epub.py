"""An e-book: EPUB 3.3, with a table of contents, an NCX for older readers, and the pictures inside.

Nothing in it is remote. There is no font for text, as the reader's own show Chinese best, but one for formulas where
there are any, as few devices have one. The same articles make the
same bytes. Pictures of kinds that an e-book need not know (AVIF, BMP, ICO) have a small one to fall
back on. A book whose articles are written from right to left is bound on that side, and so is one in
vertical lines, which Chinese and Japanese ones are on request, and Mongolian ones in their own script
always (from left to right).
"""

from __future__ import annotations

import uuid
import zipfile
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Final

from jingdu import packaged
from jingdu.faults import InputError
from jingdu.library.exporters import Piece, marking, output, package, xhtml
from jingdu.library.exporters.output import Exporter
from jingdu.library.exporters.package import Chapter
from jingdu.library.images import files

_CORE: Final = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"})
_EPOCH: Final = (1980, 1, 1, 0, 0, 0)
_NAMESPACE: Final = uuid.UUID("6f1c9c52-6d0e-5f1b-9d7c-0f6f1d9a2b61")
FALLBACK: Final = "fallback.png"
_FALLBACK: Final = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b550000000a494441"
    "54789c6338010000ca00c999ca5d7e0000000049454e44ae426082"
)
"""A grey pixel."""
STYLE: Final = Path(__file__).with_name("epub.css").read_text("utf-8")
_MATH: Final = """\
@font-face { font-family: "STIX Two Math"; src: url("fonts/math.woff2") format("woff2"); }
math { font-family: "STIX Two Math", "Cambria Math", "Latin Modern Math", math; }
"""
_VERTICAL: Final = "html {{ -epub-writing-mode: {0}; -webkit-writing-mode: {0}; writing-mode: {0}; }}\n"


def _math_font() -> bytes:
    """The extension's font for formulas; empty in a copy of Jingdu without the extension."""
    with suppress(InputError, OSError):
        return (packaged.root() / "extension" / "vendor" / "stix-two-math" / "STIXTwoMath.woff2").read_bytes()
    return b""


class Epub(Exporter):
    """The chapters are written as they come, the contents at the end."""

    suffix = ".epub"

    def begin(self) -> None:
        self._zip = zipfile.ZipFile(self.written, "w", zipfile.ZIP_DEFLATED)
        self._put("mimetype", b"application/epub+zip", stored=True)
        self._put("META-INF/container.xml", package.CONTAINER.encode())
        self._chapters: list[Chapter] = []
        self._pictures: dict[str, str] = {}
        """Name of a picture in the book → its type."""

    def add(self, piece: Piece) -> None:
        noted = marking.marked(piece.html, piece.highlights, piece.item.lang)
        converted = xhtml.convert(noted, lambda source: self._picture(source, piece))
        for path in converted.pictures:
            name = path.removeprefix("../images/")
            if name not in self._pictures:  # articles share those that are the same
                self._put(f"EPUB/images/{name}", piece.assets[name].read_bytes(), stored=True)
                self._pictures[name] = files.mime(name)
        chapter = Chapter.of(piece.item, f"text/{len(self._chapters) + 1:04}.xhtml", converted.has_math)
        self._chapters.append(chapter)
        self._put(
            f"EPUB/{chapter.path}", package.document(chapter, output.about(piece.item) + converted.markup).encode()
        )

    def complete(self) -> None:
        lang = self._language()
        style = STYLE + marking.STYLE + (_VERTICAL.format(self._writing(lang)) if self._writing(lang) else "")
        font = _math_font() if any(chapter.has_math for chapter in self._chapters) else b""
        if font:
            self._put("EPUB/fonts/math.woff2", font, stored=True)
        self._put("EPUB/style.css", (style + (_MATH if font else "")).encode())
        if any(mime not in _CORE for mime in self._pictures.values()):
            self._put(f"EPUB/images/{FALLBACK}", _FALLBACK)
        book = package.Book(
            identity=f"urn:uuid:{uuid.uuid5(_NAMESPACE, ' '.join(chapter.item.id for chapter in self._chapters))}",
            title=self._chapters[0].title if len(self._chapters) == 1 else self.name,
            lang=lang,
            rightwards=self._is_from_right(lang),
            has_font=bool(font),
            chapters=self._chapters,
            pictures={name: (mime, mime in _CORE) for name, mime in self._pictures.items()},
        )
        for path, text in package.files(book):
            self._put(path, text.encode())
        self.close()

    def close(self) -> None:
        self._zip.close()

    def _picture(self, source: str, piece: Piece) -> str | None:
        name = source.removeprefix("assets/")
        return f"../images/{name}" if files.is_name(name) and name in piece.assets else None

    def _put(self, name: str, data: bytes, *, stored: bool = False) -> None:
        info = zipfile.ZipInfo(name, _EPOCH)
        info.compress_type = zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED
        info.external_attr = 0o644 << 16
        self._zip.writestr(info, data)

    def _language(self) -> str:
        counted = Counter(chapter.lang for chapter in self._chapters)
        return counted.most_common(1)[0][0] if counted else "und"

    def _writing(self, lang: str) -> str | None:
        """How the lines run where they run downwards."""
        if lang.lower().startswith("mn-mong"):
            return "vertical-lr"
        return "vertical-rl" if self.vertical and lang.lower().startswith(("zh", "ja", "ko")) else None

    def _is_from_right(self, lang: str) -> bool:
        mostly = sum(chapter.dir == "rtl" for chapter in self._chapters) * 2 > len(self._chapters)
        return mostly or self._writing(lang) == "vertical-rl"
