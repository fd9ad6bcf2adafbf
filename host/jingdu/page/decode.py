"""Bytes of a page to text: byte order mark, declared charset, UTF-8, then a guess."""

from __future__ import annotations

import codecs
import re
from typing import Final

_BOMS: Final = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_DECLARED: Final = re.compile(rb"""(?:charset|encoding)\s*=\s*["']?\s*([A-Za-z0-9_.:-]+)""", re.IGNORECASE)
_DECLARED_WITHIN: Final = 4096
"""Bytes from the start in which a declaration counts (browsers look at 1,024; pages are often late)."""

_WIDER: Final = {
    "gb2312": "gb18030", "gbk": "gb18030", "x-gbk": "gb18030",
    "iso-8859-1": "cp1252", "latin-1": "cp1252", "latin1": "cp1252", "ascii": "cp1252", "us-ascii": "cp1252",
    "big5": "big5hkscs", "shift_jis": "cp932", "shift-jis": "cp932", "x-sjis": "cp932",
    "euc-kr": "cp949", "ks_c_5601-1987": "cp949", "unicode": "utf-8", "utf-16": "utf-8", "utf-7": "utf-8",
}  # fmt: skip
"""Declared label → the superset that browsers read it as (WHATWG Encoding). UTF-7 is never honoured."""
_NOT_OF_PAGES: Final = frozenset({"idna", "punycode", "raw-unicode-escape", "undefined", "unicode-escape", "utf-7"})
"""Codecs that Python knows and no browser does: two of them raise whatever the bytes are."""


def decode(data: bytes, declared: str | None = None) -> str:
    """The text of a page's bytes; ``declared`` is the charset of the HTTP header, if any.

    Valid UTF-8 with a non-ASCII character in it wins over a declaration, because pages
    that were converted often keep their old ``<meta>``. Never raises: bytes that fit
    nothing become U+FFFD.
    """
    for bom, name in _BOMS:
        if data.startswith(bom):
            return data[len(bom) :].decode(name, "replace")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        codec = _codec(declared) or _codec(_declaration(data)) or _guess(data)
        return data.decode(codec, "replace")
    return text if not data.isascii() else data.decode(_escaped(declared or _declaration(data)), "replace")


def _escaped(label: str | None) -> str:
    """The codec for all-ASCII bytes: ISO-2022-JP writes its characters in ASCII escapes."""
    return "iso2022_jp" if (label or "").lower().startswith("iso-2022-jp") else "ascii"


def _declaration(data: bytes) -> str | None:
    found = _DECLARED.search(data[:_DECLARED_WITHIN])
    return found[1].decode("ascii") if found else None


def _codec(label: str | None) -> str | None:
    if not label:
        return None
    try:
        codec = codecs.lookup(_WIDER.get(label.lower(), label))
    except (LookupError, ValueError):
        return None
    if not codec._is_text_encoding or codec.name in _NOT_OF_PAGES:
        return None
    return "cp1252" if codec.name == "iso8859-1" else codec.name


def _guess(data: bytes) -> str:
    from charset_normalizer import from_bytes

    best = from_bytes(data[:100_000]).best()
    return best.encoding if best else "cp1252"
