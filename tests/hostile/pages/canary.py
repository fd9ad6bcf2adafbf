"""A local server that all addresses of the corpus point to; it records every request."""

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Final

from tests.support import web_site
from tests.support.pictures import png

EXTENSION: Final = Path(__file__).parents[3] / "extension"
_KINDS: Final = {".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css", ".html": "text/html"}
QUIET: Final = "Content-Security-Policy: default-src 'none'; sandbox"
"""A header with which a hostile page is inert by itself, so that anything active comes from our code."""


PNG: Final = png(4, 4)


class Canary:
    """The recorded requests, and the pages that the test publishes."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.requested: list[str] = []
        """Requested addresses other than published pages, in order."""
        self.pages: dict[str, tuple[str, bytes, str]] = {}

    def put(self, path: str, html: str | bytes, kind: str = "text/html; charset=utf-8", header: str = "") -> str:
        """Publishes a page; returns its address. ``header`` is an additional header."""
        self.pages[path] = (kind, html if isinstance(html, bytes) else html.encode("utf-8", "replace"), header)
        return self.origin + path

    def published(self, path: str) -> tuple[str, bytes, str] | None:
        """The published page or file of the extension at a path."""
        if path.startswith("/extension/"):
            file = EXTENSION / path.removeprefix("/extension/")
            return (
                (_KINDS.get(file.suffix, "application/octet-stream"), file.read_bytes(), "") if file.is_file() else None
            )
        return ("image/png", PNG, "") if path == "/favicon.ico" else self.pages.get(path)


@contextmanager
def listening() -> Iterator[Canary]:
    """Runs the server on a free port."""
    canary = Canary("")

    def answer(request: BaseHTTPRequestHandler) -> None:
        answered = canary.published(request.path.split("?")[0])
        if answered is None:
            canary.requested.append(canary.origin + request.requestline.split(" ")[1])  # `path` loses slashes
            answered = ("image/png", PNG, "")
        kind, body, header = answered
        name, _, value = header.partition(": ")
        web_site.send(request, kind, body, **({name: value} if header else {}))

    with web_site.listening(answer) as canary.origin:
        yield canary
