"""The files of an e-book that hold it together: package document, contents, chapters around their text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from jingdu.library import wording
from jingdu.library.exporters import output
from jingdu.library.exporters.output import text
from jingdu.protocol.items import Item

CONTAINER: Final = """\
<?xml version="1.0" encoding="utf-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>\
<rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>
"""
_MOMENT: Final = re.compile(r"(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)")
_DATE: Final = re.compile(r"\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?(?!\d)")


class Chapter(NamedTuple):
    item: Item
    title: str
    lang: str
    dir: str
    path: str
    has_math: bool

    @classmethod
    def of(cls, item: Item, path: str, has_math: bool) -> Chapter:
        return cls(item, output.title(item), output.language(item.lang), output.direction(item), path, has_math)


class Book(NamedTuple):
    identity: str
    title: str
    lang: str
    rightwards: bool
    """Whether its pages go from right to left."""
    has_font: bool
    """Whether the font for formulas is in it."""
    chapters: Sequence[Chapter]
    pictures: Mapping[str, tuple[str, bool]]
    """Name → type, and whether every reader of e-books knows it."""


def files(book: Book) -> Iterator[tuple[str, str]]:
    """Path and text of the package document and both tables of contents."""
    yield "EPUB/package.opf", _package(book)
    yield "EPUB/nav.xhtml", _nav(book)
    yield "EPUB/toc.ncx", _ncx(book)


def document(chapter: Chapter, inside: str) -> str:
    """A chapter's document around ``inside``."""
    lang = "" if chapter.lang == "und" else chapter.lang
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE html>\n'
        f'<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="{lang}" lang="{lang}" dir="{chapter.dir}">'
        f"<head><title>{text(chapter.title)}</title>"
        '<link rel="stylesheet" type="text/css" href="../style.css"/></head>\n'
        f"<body><section><h1>{text(chapter.title)}</h1>\n{inside}</section></body></html>\n"
    )


def _package(book: Book) -> str:
    direction = ' page-progression-direction="rtl"' if book.rightwards else ""
    spine = ['<itemref idref="nav"/>'] if len(book.chapters) > 1 else []
    spine += [f'<itemref idref="c{number}"/>' for number in range(1, len(book.chapters) + 1)]
    rows = "\n".join(spine)
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="book" '
        f'xml:lang="{book.lang}" dir="{"rtl" if book.rightwards and not _is_cjk(book) else "ltr"}">\n'
        f'<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">\n{_metadata(book)}\n</metadata>\n'
        f"<manifest>\n{_manifest(book)}\n</manifest>\n"
        f'<spine toc="ncx"{direction}>\n{rows}\n</spine>\n</package>\n'
    )


def _metadata(book: Book) -> str:
    languages = dict.fromkeys([book.lang, *(chapter.lang for chapter in book.chapters)])
    makers = dict.fromkeys(chapter.item.byline for chapter in book.chapters if chapter.item.byline)
    saved = max((found[0] for chapter in book.chapters if (found := _MOMENT.match(chapter.item.saved))), default="")
    rows = [f'<dc:identifier id="book">{book.identity}</dc:identifier>', f"<dc:title>{text(book.title)}</dc:title>"]
    rows += [f"<dc:language>{lang}</dc:language>" for lang in languages]
    rows += [f"<dc:creator>{text(maker)}</dc:creator>" for maker in makers if maker.strip()]
    if len(book.chapters) == 1:
        only = book.chapters[0].item
        date = _DATE.match(only.published or "")
        rows += [f"<dc:date>{date[0]}</dc:date>"] if date else []
        rows += [f"<dc:source>{text(only.url)}</dc:source>"] if only.url else []
    rows.append(f'<meta property="dcterms:modified">{saved or "2000-01-01T00:00:00"}Z</meta>')
    return "\n".join([*rows, *_accessibility(book)])


def _accessibility(book: Book) -> Iterator[str]:
    """What a reader who can't see, or who can't bear flashes, wants to know before."""
    rows = [("accessMode", "textual"), ("accessModeSufficient", "textual")]
    rows += [("accessMode", "visual")] if book.pictures else []
    rows += [("accessibilityFeature", what) for what in ("tableOfContents", "readingOrder", "structuralNavigation")]
    rows += [("accessibilityFeature", "MathML")] if any(chapter.has_math for chapter in book.chapters) else []
    rows += [("accessibilityHazard", "unknown" if book.pictures else "none")]
    yield from (f'<meta property="schema:{name}">{value}</meta>' for name, value in rows)


def _manifest(book: Book) -> str:
    rows = [
        '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>',
        '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>',
        '<item id="style" href="style.css" media-type="text/css"/>',
    ]
    rows += ['<item id="font" href="fonts/math.woff2" media-type="font/woff2"/>'] if book.has_font else []
    for number, chapter in enumerate(book.chapters, 1):
        math = ' properties="mathml"' if chapter.has_math else ""
        rows.append(f'<item id="c{number}" href="{chapter.path}" media-type="application/xhtml+xml"{math}/>')
    for name, (mime, is_known) in book.pictures.items():
        fallback = "" if is_known else ' fallback="fallback"'
        rows.append(f'<item id="p{name.partition(".")[0]}" href="images/{name}" media-type="{mime}"{fallback}/>')
    if not all(is_known for _, is_known in book.pictures.values()):
        rows.append('<item id="fallback" href="images/fallback.png" media-type="image/png"/>')
    return "\n".join(rows)


def _nav(book: Book) -> str:
    lang = "" if book.lang == "und" else book.lang
    rows = "\n".join(
        f'<li><a href="{chapter.path}"{_own_language(chapter, book)}>{text(chapter.title)}</a></li>'
        for chapter in book.chapters
    )
    words = wording.sentence("contents", book.lang)
    direction = "rtl" if book.rightwards and not _is_cjk(book) else "ltr"
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE html>\n'
        '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" '
        f'xml:lang="{lang}" lang="{lang}" dir="{direction}"><head><title>{words}</title>'
        '<link rel="stylesheet" type="text/css" href="style.css"/></head>\n'
        f'<body><nav epub:type="toc" role="doc-toc"><h1>{words}</h1><ol>\n{rows}\n</ol></nav></body></html>\n'
    )


def _ncx(book: Book) -> str:
    points = "\n".join(
        f'<navPoint id="n{number}" playOrder="{number}"><navLabel><text>{text(chapter.title)}</text></navLabel>'
        f'<content src="{chapter.path}"/></navPoint>'
        for number, chapter in enumerate(book.chapters, 1)
    )
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        f'<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1" xml:lang="{book.lang}">'
        f'<head><meta name="dtb:uid" content="{book.identity}"/></head>'
        f"<docTitle><text>{text(book.title)}</text></docTitle>\n<navMap>\n{points}\n</navMap></ncx>\n"
    )


def _own_language(chapter: Chapter, book: Book) -> str:
    if chapter.lang in (book.lang, "und"):
        return ""
    return f' xml:lang="{chapter.lang}" lang="{chapter.lang}" dir="{chapter.dir}"'


def _is_cjk(book: Book) -> bool:
    return book.lang.lower().startswith(("zh", "ja", "ko"))
