"""A server on this machine to which every address of the corpus leads; it records every request."""

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
"""With this header a hostile page does nothing by itself: whatever acts is then ours."""


PNG: Final = png(4, 4)


class Canary:
    """What was asked, and the pages that we put there ourselves."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.asked: list[str] = []
        """Requested addresses that are not ours, in order."""
        self.pages: dict[str, tuple[str, bytes, str]] = {}

    def put(self, path: str, html: str | bytes, kind: str = "text/html; charset=utf-8", header: str = "") -> str:
        """Publishes a page of ours; returns its address. ``header`` is one more header."""
        self.pages[path] = (kind, html if isinstance(html, bytes) else html.encode("utf-8", "replace"), header)
        return self.origin + path

    def ours(self, path: str) -> tuple[str, bytes, str] | None:
        """The page or the extension's file at a path."""
        if path.startswith("/extension/"):
            file = EXTENSION / path.removeprefix("/extension/")
            return (
                (_KINDS.get(file.suffix, "application/octet-stream"), file.read_bytes(), "") if file.is_file() else None
            )
        return ("image/png", PNG, "") if path == "/favicon.ico" else self.pages.get(path)


@contextmanager
def listening() -> Iterator[Canary]:
    """The server, on a free port."""
    canary = Canary("")

    def answer(request: BaseHTTPRequestHandler) -> None:
        answered = canary.ours(request.path.split("?")[0])
        if answered is None:
            canary.asked.append(canary.origin + request.requestline.split(" ")[1])  # its path has lost a slash
            answered = ("image/png", PNG, "")
        kind, body, header = answered
        name, _, value = header.partition(": ")
        web_site.send(request, kind, body, **({name: value} if header else {}))

    with web_site.listening(answer) as canary.origin:
        yield canary
