"""Links of a page as absolute addresses, and the ids that in-page links point at.

Only http, https, mailto and tel are addresses; a scheme that could run code or read files is dropped.
"""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import urljoin, urlsplit

MAX_ADDRESS: Final = 8000
"""Characters; a longer address is dropped."""

_EDGES: Final = "".join(map(chr, range(0x21)))
_LINES: Final = dict.fromkeys(map(ord, "\t\r\n"))
_SCHEME: Final = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
_LINKS: Final = frozenset({"http", "https", "mailto", "tel"})
_PLAIN: Final = re.compile(r"https?://[\w.-]+(?:/[!#-;=?-Z_a-z~]*)?", re.ASCII)
"""An address that is absolute, and that no rule changes."""
_NO_HOST: Final = re.compile(r"[\x00-\x20\"#%/:<>?@\[\\\]^`{|}\x7f]")
"""What no host's name may hold (WHATWG URL)."""
_ORIGIN: Final = re.compile(r"https?://[^/?#]+")
_ROOTED: Final = re.compile(r"/(?:[!$-.0-;=?-Z_a-z~][!#-;=?-Z_a-z~]*)?", re.ASCII)
"""An address from the root of the site, which is joined by writing both one after the other."""


def stripped(address: str) -> str:
    """An address without what browsers take out of it before they read its scheme (WHATWG URL)."""
    return address.strip(_EDGES).translate(_LINES)


class Addresses:
    """Resolves the addresses of one page; ``url`` is its own, ``base`` the ``href`` of its ``base`` element."""

    def __init__(self, url: str | None, base: str = "") -> None:
        self.here = (url or "").partition("#")[0]
        base = self._join(url or "", base)
        self.base = base if base.startswith(("http:", "https:")) else self.here
        origin = _ORIGIN.match(self.base)
        self._origin = origin[0] if origin else ""

    def fragment(self, href: str) -> str | None:
        """The id that ``href`` points at where it is on this very page, else None."""
        start, mark, name = href.strip().partition("#")
        if not mark or not name or len(name) > 200:
            return None
        same = not start or start == self.here or (self.here.endswith(start) and self.absolute(start) == self.here)
        return name if same else None

    def absolute(self, address: str | None) -> str | None:
        """``address`` as an absolute http(s) one; None where it is something else."""
        found = self.link(address)
        return found if found and found.startswith(("http://", "https://")) else None

    def link(self, href: str | None) -> str | None:
        """``href`` as an absolute link (http, https, mailto, tel); None where it may not be followed."""
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
        if not scheme or scheme[1].lower() not in _LINKS:
            return None
        whole = self._whole(scheme[1].lower(), href[scheme.end() :])
        return whole if _is_readable(whole) else None

    def _whole(self, scheme: str, rest: str) -> str:
        """The address with two slashes after http: or https:, as browsers read one that has fewer, more, or others."""
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


def _is_readable(address: str) -> bool:
    """Whether browsers can take the address apart: its host and port, where it has them."""
    try:
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https"):
            return True
        host = parts.hostname or ""
        return bool(host) and (parts.port or 0) >= 0 and not _NO_HOST.search(host if "[" not in parts.netloc else "")
    except ValueError:
        return False
