"""Files that are no page, list or export, recognised by their first bytes, since names can be wrong.

The signatures are those of the formats' own specifications, as the WHATWG's MIME Sniffing standard and
``file(1)`` have them.
"""

from __future__ import annotations

import re
import zipfile
from pathlib import Path
from typing import Final, Literal

Kind = Literal["archive", "pdf", "picture", "media", "document", "web_archive", "binary"]

_SVG: Final = (
    rb"(?:\xef\xbb\xbf)?\s{0,64}(?:<\?xml[^>]{0,200}>\s{0,64})?(?:<!--.{0,500}?-->\s{0,64})?"
    rb"(?:<!DOCTYPE svg[^>]{0,300}>\s{0,64})?<svg[\s>]"
)
_MHTML: Final = (
    rb"(?:[A-Za-z-]{1,40}:[^\n]{0,900}\n(?:[ \t][^\n]{0,900}\n){0,9}){1,30}?Content-Type:\s*multipart/related"
)
_SIGNATURES: Final[tuple[tuple[Kind, tuple[bytes, ...]], ...]] = (
    ("pdf", (rb"\s{0,1023}%PDF-",)),
    ("archive", (rb"PK(?:\x03\x04|\x05\x06|\x07\x08)", rb"\x1f\x8b", rb"BZh[1-9]", rb"\xfd7zXZ\x00",
                 rb"7z\xbc\xaf\x27\x1c", rb"Rar!\x1a\x07", rb"\x28\xb5\x2f\xfd", rb".{257}ustar")),
    ("picture", (rb"\x89PNG\r\n", rb"\xff\xd8\xff", rb"GIF8[79]a", rb"RIFF.{4}WEBP", rb"BM.{4}\x00{4}",
                 rb"II\*\x00", rb"MM\x00\*", rb"\x00\x00\x01\x00", rb"8BPS",
                 rb".{4}ftyp(?:avi[fs]|hei[cfsx]|mif1|msf1)", _SVG)),
    ("media", (rb"ID3[\x02-\x04]\x00", rb"\xff[\xf2\xf3\xfb]", rb"OggS", rb"fLaC", rb"RIFF.{4}(?:WAVE|AVI )",
               rb".{4}ftyp", rb"\x1aE\xdf\xa3", rb"FLV\x01")),
    ("document", (rb"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", rb"\{\\rtf", rb".{60}BOOKMOBI")),
    ("web_archive", (_MHTML, rb"bplist00.{0,400}WebMainResource")),
)  # fmt: skip
"""Kind → how such files begin; the first that fits counts."""
_PATTERNS: Final = [(kind, re.compile(b"|".join(starts), re.DOTALL | re.IGNORECASE)) for kind, starts in _SIGNATURES]
_DOCUMENTS: Final = ("mimetype", "[Content_Types].xml")
"""Members that make a ZIP an e-book, an OpenDocument file or one of Office."""
_UTF16: Final = (b"\xff\xfe", b"\xfe\xff", b"<\0", b"\0<")
"""How a text in UTF-16 begins."""
_MIN_ZEROS: Final = 64
"""One zero byte in so many, and more, are no text; a page may hold a stray one."""
_MAX_MEMBERS: Final = 10_000


def kind(source: Path, start: bytes) -> Kind | None:
    """What a file with these first bytes is, if that can't hold a page, a list or an export of ours."""
    found = next((kind for kind, pattern in _PATTERNS if pattern.match(start)), None)
    if found == "archive" and start.startswith(b"PK") and _is_document(source):
        return "document"
    if found is None and start.count(0) > len(start) / _MIN_ZEROS and not start.startswith(_UTF16):
        return "binary"
    return found


def _is_document(source: Path) -> bool:
    try:
        with zipfile.ZipFile(source) as file:
            return any(name in _DOCUMENTS for name in file.namelist()[:_MAX_MEMBERS])
    except (OSError, zipfile.BadZipFile, NotImplementedError, ValueError):
        return False
