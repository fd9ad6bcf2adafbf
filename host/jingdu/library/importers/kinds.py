"""Recognises files that are not pages by their first bytes: archives, pictures, documents, programs."""

import re
from typing import Final

START: Final = 4096
"""Number of bytes that `kind` needs."""
_SVG: Final = (
    rb"(?:\xef\xbb\xbf)?\s{0,64}(?:<\?xml[^>]{0,200}>\s{0,64})?(?:<!--.{0,500}?-->\s{0,64})?"
    rb"(?:<!DOCTYPE svg[^>]{0,300}>\s{0,64})?<svg[\s>]"
)
_MHTML: Final = (
    rb"(?:[A-Za-z-]{1,40}:[^\n]{0,900}\n(?:[ \t][^\n]{0,900}\n){0,9}){1,30}?Content-Type:\s*multipart/related"
)
_SIGNATURES: Final[tuple[tuple[str, tuple[bytes, ...]], ...]] = (
    ("pdf", (rb"\s{0,1023}%PDF-",)),
    ("document", (rb"PK\x03\x04.{26}(?:mimetype|\[Content_Types\]\.xml|_rels/|docProps/|word/|xl/|ppt/)",
                  rb"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", rb"\{\\rtf", rb".{60}BOOKMOBI")),
    ("archive", (rb"PK(?:\x03\x04|\x05\x06|\x07\x08)", rb"\x1f\x8b", rb"BZh[1-9]", rb"\xfd7zXZ\x00",
                 rb"7z\xbc\xaf\x27\x1c", rb"Rar!\x1a\x07", rb"\x28\xb5\x2f\xfd", rb".{257}ustar")),
    ("picture", (rb"\x89PNG\r\n", rb"\xff\xd8\xff", rb"GIF8[79]a", rb"RIFF.{4}WEBP", rb"BM.{4}\x00{4}",
                 rb"II\*\x00", rb"MM\x00\*", rb"\x00\x00\x01\x00", rb"8BPS",
                 rb".{4}ftyp(?:avi[fs]|hei[cfsx]|mif1|msf1)", _SVG)),
    ("media", (rb"ID3[\x02-\x04]\x00", rb"\xff[\xf2\xf3\xfb]", rb"OggS", rb"fLaC", rb"RIFF.{4}(?:WAVE|AVI )",
               rb".{4}ftyp", rb"\x1aE\xdf\xa3", rb"FLV\x01")),
    ("web_archive", (_MHTML, rb"bplist00.{0,400}WebMainResource")),
)  # fmt: skip
"""Code → first bytes, by the formats' specifications, the WHATWG's MIME Sniffing standard and ``file(1)``.

EPUB, OpenDocument and Office Open XML are ZIP files with a known first member.
"""
_PATTERNS: Final = [(kind, re.compile(b"|".join(starts), re.S | re.I)) for kind, starts in _SIGNATURES]
_UTF16_STARTS: Final = (b"\xff\xfe", b"\xfe\xff", b"<\0", b"\0<")
_CONTROLS: Final = bytes({*range(32)} - {*b"\t\n\f\r\x1b"})
"""Control characters that text does not contain; ESC is not one of them, as ISO-2022-JP uses it."""
_MIN_BYTES: Final = 64
"""A file with more than one control character per this many bytes is binary; a page may contain a stray one."""


def kind(start: bytes) -> str | None:
    """The code of an unsupported kind of file with these first `START` bytes; None for all others."""
    found = next((kind for kind, pattern in _PATTERNS if pattern.match(start)), None)
    controls = len(start) - len(start.translate(None, _CONTROLS))
    is_binary = controls > max(1, len(start) / _MIN_BYTES) and not start.startswith(_UTF16_STARTS)
    return "binary" if found is None and is_binary else found
