"""Finds the address of a saved page in the page itself."""

import re
from collections.abc import Iterator
from html import unescape
from typing import Final

from jingdu.sites import site_of

_HEAD: Final = 100_000
"""Number of characters that `address` searches."""
_COMMENT: Final = re.compile(
    r"saved from url=\(\d+\)\s*(https?://\S+)|Page saved with SingleFile\s+url:\s*(https?://\S+)", re.I
)
_TAG: Final = re.compile(r"<(?:link|meta)\b[^>]{1,4000}>", re.I)
_VALUE: Final = re.compile(r"""\b(?:href|content)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))""", re.I)
_CANONICAL: Final = r"""\brel\s*=\s*["']?canonical\b"""
_OPEN_GRAPH: Final = r"""\bproperty\s*=\s*["']?og:url\b"""


def address(html: str) -> str | None:
    """The address from which a page was saved, by the comment of the browser or a canonical address."""
    head = html[:_HEAD]
    if comment := _COMMENT.search(head):
        return unescape((comment[1] or comment[2]).removesuffix("-->"))
    return next(_declared(head, f"{_CANONICAL}|{_OPEN_GRAPH}"), None)


def canonical(html: str, url: str | None) -> str | None:
    """A page's canonical address if it differs from ``url`` but is of the same site."""
    href = next(_declared(html, _CANONICAL), None)
    return href if href != url and site_of(href) and site_of(href) == site_of(url) else None


def _declared(html: str, attribute: str) -> Iterator[str]:
    """The http(s) addresses in ``link`` and ``meta`` elements whose tags match the pattern ``attribute``."""
    for tag in _TAG.finditer(html):
        if re.search(attribute, tag[0], re.I) and (value := _VALUE.search(tag[0])):
            url = unescape(value[1] or value[2] or value[3] or "").strip()
            if url.startswith(("http://", "https://")):
                yield url
