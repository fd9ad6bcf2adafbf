"""File names of an export: readable, and safe on every system."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_UNSAFE: Final = re.compile(r'[\x00-\x1f\x7f-\x9f<>:"/\\|?*#^\[\]\ud800-\udfff]')
_RESERVED: Final = re.compile(r"(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])(\..*)?", re.IGNORECASE)


def file_name(title: str, longest: int) -> str:
    """``title`` as a name without its ending, of at most ``longest`` bytes."""
    name = _UNSAFE.sub(" ", unicodedata.normalize("NFC", title))
    name = "".join(sign for sign in name if unicodedata.category(sign) != "Cf")
    name = " ".join(name.split()).strip(". ")
    name = name.encode()[:longest].decode("utf-8", "ignore").strip(". ")
    return f"_{name}" if not name or _RESERVED.fullmatch(name) else name
