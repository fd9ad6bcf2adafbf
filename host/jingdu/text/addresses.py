"""Resolves links of a page to absolute addresses, or to ids within the page.

Only http, https, mailto and tel are allowed; other schemes could run code or read files.
"""

import re
from typing import Final
from urllib.parse import urljoin, urlsplit

MAX_ADDRESS: Final = 8000
"""Maximum characters of an address; a longer one is dropped."""

_EDGES: Final = "".join(map(chr, range(0x21)))
_LINES: Final = dict.fromkeys(map(ord, "\t\r\n"))
_SCHEME: Final = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
SCHEMES: Final = frozenset({"http", "https", "mailto", "tel"})
"""Schemes of the links of an article."""
EMBEDDED: Final = re.compile(r"data:image/(?:png|jpe?g|gif|webp|avif);base64,")
"""The beginning of a ``data:`` address of an image in a format without scripts."""
_PLAIN: Final = re.compile(r"https?://[\w.-]+(?:/[!#-;=?-Z_a-z~]*)?", re.A)
"""An absolute address that needs no normalisation."""
_NOT_IN_HOST: Final = re.compile(r"[\x00-\x20\"#%/:<>?@\[\\\]^`{|}\x7f]")
"""Forbidden host code points (WHATWG URL)."""
_ORIGIN: Final = re.compile(r"https?://[^/?#]+")
_ROOTED: Final = re.compile(r"/(?:[!$-.0-;=?-Z_a-z~][!#-;=?-Z_a-z~]*)?", re.A)
"""A path that needs no normalisation before it is appended to an origin."""


def without_fragment(url: str) -> str:
    """An address without its fragment, unless that is a route of a single-page application (``#!a``, ``#/a``)."""
    page, _, fragment = url.partition("#")
    return url if fragment[:1] in ("!", "/") and fragment[1:] else page


def stripped(address: str) -> str:
    """An address without the characters that browsers remove before parsing it (WHATWG URL)."""
    return address.strip(_EDGES).translate(_LINES)


class Addresses:
    """Resolves the addresses in a page; ``url`` is its own address, ``base`` the ``href`` of its ``base`` element."""

    def __init__(self, url: str | None, base: str = "") -> None:
        self.here = (url or "").partition("#")[0]
        base = self._join(url or "", base)
        self.base = base if base.startswith(("http:", "https:")) else self.here
        origin = _ORIGIN.match(self.base)
        self._origin = origin[0] if origin else ""

    def fragment(self, href: str) -> str | None:
        """The fragment of ``href`` if it points to this page, else None."""
        page, hash_, name = href.strip().partition("#")
        if not hash_ or not name or len(name) > 200:
            return None
        if page and page != self.here:
            file = page.rpartition("/")[2]
            if not self.here.endswith(file) or self.absolute(page) != self.here:
                return None
        return name

    def absolute(self, address: str | None) -> str | None:
        """``address`` as an absolute http(s) address; None for other schemes."""
        link = self.link(address)
        return link if link and link.startswith(("http://", "https://")) else None

    def link(self, href: str | None) -> str | None:
        """``href`` as an absolute address (http, https, mailto, tel); None if it is invalid or has another scheme."""
        if href and len(href) <= MAX_ADDRESS:
            if _PLAIN.fullmatch(href):
                return href
            if self._origin and _ROOTED.fullmatch(href) and "/." not in href:
                return self._origin + href
        href = stripped(href or "")
        if not href or len(href) > MAX_ADDRESS:
            return None
        scheme = _SCHEME.match(href)
        if not scheme:
            href = self._join(self.base, href) if self.base or not href.startswith("//") else "https:" + href
            scheme = _SCHEME.match(href)
        if not scheme or scheme[1].lower() not in SCHEMES:
            return None
        address = self._with_slashes(scheme[1].lower(), href[scheme.end() :])
        return address if _is_valid(address) else None

    def _with_slashes(self, scheme: str, rest: str) -> str:
        """Normalises what follows http: or https: to two slashes, as browsers do (WHATWG URL)."""
        if scheme not in ("http", "https") or (rest.startswith("//") and rest[2:3] not in ("/", "\\")):
            return f"{scheme}:{rest}"
        bare = rest.lstrip("/\\")
        if self.base.startswith(f"{scheme}:") and len(rest) - len(bare) < 2:
            return self._join(self.base, rest)
        return f"{scheme}://{bare}"

    @staticmethod
    def _join(base: str, address: str) -> str:
        try:
            return urljoin(base, address)
        except ValueError:
            return ""


def _is_valid(address: str) -> bool:
    """Whether host and port of an http(s) address are valid."""
    try:
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https"):
            return True
        host = parts.hostname or ""
        return bool(host) and (parts.port or 0) >= 0 and ("[" in parts.netloc or not _NOT_IN_HOST.search(host))
    except ValueError:
        return False
