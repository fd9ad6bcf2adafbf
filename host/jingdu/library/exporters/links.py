"""Links of an e-book: written as URLs have to be, or left out."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import quote, urlsplit

from jingdu.net import Unfetched
from jingdu.net.url import parse

_ALLOWED: Final = "!$&'()*+,-./:;=?@_~%"
_BARE_PERCENT: Final = re.compile(r"%(?![0-9A-Fa-f]{2})")
_MAIL: Final = re.compile(r"mailto:[^\s<>@]+@[A-Za-z0-9.-]+(?:\?.*)?|tel:\+?[\d() .-]+", re.DOTALL)
_ODD: Final = re.compile(r"[^\w.-]", re.ASCII)


def link(href: str) -> str | None:
    """``href`` (http, https, mailto, tel) with everything written as the URL standard has it; None if it is none."""
    if href.startswith(("mailto:", "tel:")):
        return _quoted(href.replace(" ", "")) if _MAIL.fullmatch(href) else None
    try:
        url = parse(href)
        fragment = urlsplit(href).fragment
    except (Unfetched, ValueError):
        return None
    return f"{url.origin}{_quoted(url.path)}" + (f"#{_quoted(fragment)}" if fragment else "")


def anchor(name: str) -> str:
    """``name`` as an XML name, the same for the place and for the links to it."""
    return "a-" + _ODD.sub(lambda sign: f"_{ord(sign[0]):x}", name)[:200]


def _quoted(part: str) -> str:
    return quote(_BARE_PERCENT.sub("%25", part), safe=_ALLOWED)
