"""Exports an e-book (EPUB 3.3) with a table of contents, an NCX for older readers, and embedded pictures.

Nothing is remote, and the output is reproducible. Text uses the device's fonts, which display Chinese best; a font for
formulas is embedded if needed, as few devices have one. Pictures that are not core media types (AVIF, BMP, ICO) have a
fallback. Pages progress from right to left if most articles are written so, or in vertical writing mode, which is an
option for Chinese and Japanese. Mongolian script is always vertical, from left to right.
"""

import re
import uuid
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from jingdu import packaged
from jingdu.faults import InputError
from jingdu.library import wording
from jingdu.library.exporters import Exporter, Piece, marking, output, xhtml
from jingdu.library.exporters.output import text
from jingdu.library.images import files
from jingdu.library.index.rows import utc
from jingdu.protocol.items import Item

_CORE: Final = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"})
_EPOCH: Final = (1980, 1, 1, 0, 0, 0)
_NAMESPACE: Final = uuid.UUID("6f1c9c52-6d0e-5f1b-9d7c-0f6f1d9a2b61")
FALLBACK: Final = "fallback.png"
_GREY_PIXEL: Final = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b550000000a494441"
    "54789c6338010000ca00c999ca5d7e0000000049454e44ae426082"
)
STYLE: Final = Path(__file__).with_name("epub.css").read_text("utf-8")
_MATH: Final = """\
@font-face { font-family: "STIX Two Math"; src: url("fonts/math.woff2") format("woff2"); }
math { font-family: "STIX Two Math", "Cambria Math", "Latin Modern Math", math; }
"""
_VERTICAL: Final = "html {{ -epub-writing-mode: {0}; -webkit-writing-mode: {0}; writing-mode: {0}; }}\n"
_XML: Final = '<?xml version="1.0" encoding="utf-8"?>\n'
_CONTAINER: Final = (
    f'{_XML}<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    '<rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>\n'
)
_DATETIME: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")


class Chapter(NamedTuple):
    """An article in the book; ``path`` is relative to ``EPUB/``."""

    item: Item
    title: str
    lang: str
    dir: str
    path: str
    has_math: bool


class Epub(Exporter):
    """Writes chapters as they are added, and the table of contents at the end."""

    suffix = ".epub"

    def open(self) -> None:
        self.file = zipfile.ZipFile(self.path, "w", zipfile.ZIP_DEFLATED)
        self._put("mimetype", b"application/epub+zip", stored=True)
        self._put("META-INF/container.xml", _CONTAINER)
        self._chapters: list[Chapter] = []
        self._pictures: dict[str, str] = {}
        """Name of a picture in the book → MIME type."""

    def add(self, piece: Piece) -> None:
        marked = marking.marked(piece.html, piece.highlights, piece.item.lang)
        converted = xhtml.convert(
            marked, lambda source: f"../images/{name}" if (name := piece.picture(source)) else None
        )
        for path in converted.pictures:
            name = path.removeprefix("../images/")
            if name not in self._pictures:  # articles may share pictures
                self._put(f"EPUB/images/{name}", piece.assets[name], stored=True)
                self._pictures[name] = files.mime(name)
        item, path = piece.item, f"text/{len(self._chapters) + 1:04}.xhtml"
        title, lang = output.title(item), output.language(item.lang)
        chapter = Chapter(item, title, lang, item.dir, path, converted.has_math)
        self._chapters.append(chapter)
        self._put(f"EPUB/{path}", document(chapter, output.about(item) + converted.markup))

    def complete(self) -> None:
        self._lang = output.main_language(chapter.lang for chapter in self._chapters)
        is_cjk = self._lang.lower().startswith(("zh", "ja", "ko"))
        writing = "vertical-rl" if self.vertical and is_cjk else None
        if self._lang.lower().startswith("mn-mong"):
            writing = "vertical-lr"
        is_mostly_rtl = sum(chapter.dir == "rtl" for chapter in self._chapters) * 2 > len(self._chapters)
        self._is_rtl = is_mostly_rtl or writing == "vertical-rl"
        self._dir = "rtl" if self._is_rtl and not is_cjk else "ltr"
        font = b""
        with suppress(InputError, OSError):  # the font is part of the extension, which may not be packaged
            if any(chapter.has_math for chapter in self._chapters):
                font = (packaged.root() / "extension/vendor/stix-two-math/STIXTwoMath.woff2").read_bytes()
        if font:
            self._put("EPUB/fonts/math.woff2", font, stored=True)
        vertical = _VERTICAL.format(writing) if writing else ""
        self._put("EPUB/style.css", STYLE + marking.STYLE + vertical + (_MATH if font else ""))
        if not _CORE.issuperset(self._pictures.values()):
            self._put(f"EPUB/images/{FALLBACK}", _GREY_PIXEL)
        self._identity = f"urn:uuid:{uuid.uuid5(_NAMESPACE, ' '.join(chapter.item.id for chapter in self._chapters))}"
        self._title = text(self._chapters[0].title if len(self._chapters) == 1 else self.name)
        self._put("EPUB/package.opf", self._package(has_font=bool(font)))
        self._put("EPUB/nav.xhtml", self._nav())
        self._put("EPUB/toc.ncx", self._ncx())

    def _put(self, name: str, data: bytes | str, *, stored: bool = False) -> None:
        """Adds a file with a fixed timestamp, compressed unless ``stored``."""
        info = zipfile.ZipInfo(name, _EPOCH)
        info.compress_type = zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED
        info.external_attr = 0o644 << 16
        self.file.writestr(info, data)

    def _package(self, *, has_font: bool) -> str:
        """The package document: metadata, all files, and the order of the chapters."""
        direction = ' page-progression-direction="rtl"' if self._is_rtl else ""
        numbers = range(1, len(self._chapters) + 1)
        names = [*(["nav"] if len(self._chapters) > 1 else []), *(f"c{number}" for number in numbers)]
        metadata, manifest = "\n".join(self._metadata()), "\n".join(self._manifest(has_font))
        spine = "\n".join(f'<itemref idref="{name}"/>' for name in names)
        return (
            f'{_XML}<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="book" '
            f'xml:lang="{self._lang}" dir="{self._dir}">\n'
            f'<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">\n{metadata}\n</metadata>\n'
            f"<manifest>\n{manifest}\n</manifest>\n"
            f'<spine toc="ncx"{direction}>\n{spine}\n</spine>\n</package>\n'
        )

    def _metadata(self) -> Iterator[str]:
        """The elements of the metadata: Dublin Core, and EPUB Accessibility 1.1."""
        items = [chapter.item for chapter in self._chapters]
        saved = max(filter(_DATETIME.fullmatch, (utc(item.saved) for item in items)), default="2000-01-01T00:00:00Z")
        yield f'<dc:identifier id="book">{self._identity}</dc:identifier>'
        yield f"<dc:title>{self._title}</dc:title>"
        for lang in dict.fromkeys([self._lang, *(chapter.lang for chapter in self._chapters)]):
            yield f"<dc:language>{lang}</dc:language>"
        for byline in dict.fromkeys(item.byline for item in items if item.byline and item.byline.strip()):
            yield f"<dc:creator>{text(byline)}</dc:creator>"
        if len(items) == 1 and (date := output.DATE.match(items[0].published or "")):
            yield f"<dc:date>{date[0]}</dc:date>"
        if len(items) == 1 and items[0].url:
            yield f"<dc:source>{text(items[0].url)}</dc:source>"
        yield f'<meta property="dcterms:modified">{saved}</meta>'
        rows = [("accessMode", "textual"), ("accessModeSufficient", "textual")]
        rows += [("accessMode", "visual")] if self._pictures else []
        rows += [("accessibilityFeature", name) for name in ("tableOfContents", "readingOrder", "structuralNavigation")]
        rows += [("accessibilityFeature", "MathML")] if any(chapter.has_math for chapter in self._chapters) else []
        rows += [("accessibilityHazard", "unknown" if self._pictures else "none")]
        yield from (f'<meta property="schema:{name}">{value}</meta>' for name, value in rows)

    def _manifest(self, has_font: bool) -> Iterator[str]:
        yield '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>'
        yield '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>'
        yield '<item id="style" href="style.css" media-type="text/css"/>'
        if has_font:
            yield '<item id="font" href="fonts/math.woff2" media-type="font/woff2"/>'
        for number, chapter in enumerate(self._chapters, 1):
            math = ' properties="mathml"' if chapter.has_math else ""
            yield f'<item id="c{number}" href="{chapter.path}" media-type="application/xhtml+xml"{math}/>'
        for name, mime in self._pictures.items():
            fallback = "" if mime in _CORE else ' fallback="fallback"'
            yield f'<item id="p{name.partition(".")[0]}" href="images/{name}" media-type="{mime}"{fallback}/>'
        if not _CORE.issuperset(self._pictures.values()):
            yield f'<item id="fallback" href="images/{FALLBACK}" media-type="image/png"/>'

    def _nav(self) -> str:
        rows = []
        for chapter in self._chapters:
            differs = chapter.lang not in (self._lang, "und")
            attributes = f' xml:lang="{chapter.lang}" lang="{chapter.lang}" dir="{chapter.dir}"' if differs else ""
            rows.append(f'<li><a href="{chapter.path}"{attributes}>{text(chapter.title)}</a></li>\n')
        title = wording.sentence("contents", self._lang)
        body = f'<body><nav epub:type="toc" role="doc-toc"><h1>{title}</h1><ol>\n{"".join(rows)}</ol></nav></body>'
        return _page(title, self._lang, self._dir, "style.css", body)

    def _ncx(self) -> str:
        """The table of contents for readers of EPUB 2."""
        points = "".join(
            f'<navPoint id="n{number}" playOrder="{number}"><navLabel><text>{text(chapter.title)}</text></navLabel>'
            f'<content src="{chapter.path}"/></navPoint>\n'
            for number, chapter in enumerate(self._chapters, 1)
        )
        return (
            f'{_XML}<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1" xml:lang="{self._lang}">'
            f'<head><meta name="dtb:uid" content="{self._identity}"/></head>'
            f"<docTitle><text>{self._title}</text></docTitle>\n<navMap>\n{points}</navMap></ncx>\n"
        )


def document(chapter: Chapter, content: str) -> str:
    title = text(chapter.title)
    body = f"<body><section><h1>{title}</h1>\n{content}</section></body>"
    return _page(title, chapter.lang, chapter.dir, "../style.css", body)


def _page(title: str, lang: str, direction: str, style: str, body: str) -> str:
    """An XHTML page; ``style`` is the path of its style sheet."""
    lang = "" if lang == "und" else lang
    return (
        f'{_XML}<!DOCTYPE html>\n<html xmlns="http://www.w3.org/1999/xhtml" '
        f'xmlns:epub="http://www.idpf.org/2007/ops" xml:lang="{lang}" lang="{lang}" dir="{direction}">'
        f'<head><title>{title}</title><link rel="stylesheet" type="text/css" href="{style}"/></head>\n{body}</html>\n'
    )
