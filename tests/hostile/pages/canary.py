"""A server on this machine to which every address of the corpus leads: who asks it anything is noticed."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Final

EXTENSION: Final = Path(__file__).parents[3] / "extension"
_KINDS: Final = {".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css", ".html": "text/html"}
QUIET: Final = "Content-Security-Policy: default-src 'none'; sandbox"
"""Under this header a hostile page does nothing by itself: what acts is then ours."""


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


PNG: Final = b"\x89PNG\r\n\x1a\n" + b"".join(
    (
        _chunk(b"IHDR", struct.pack(">IIBBBBB", 4, 4, 8, 0, 0, 0, 0)),
        _chunk(b"IDAT", zlib.compress(b"\0" * 20)),
        _chunk(b"IEND", b""),
    )
)


class Canary:
    """What was asked, and the pages that we put there ourselves."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.asked: list[str] = []
        """Addresses asked for that are not ours, in their order."""
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
    found: list[Canary] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            canary = found[0]
            answer = canary.ours(self.path.split("?")[0])
            if answer is None:
                canary.asked.append(canary.origin + self.requestline.split(" ")[1])  # self.path has lost a slash
                answer = ("image/png", PNG, "")
            kind, body, header = answer
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            if header:
                self.send_header(*header.split(": ", 1))
            self.end_headers()
            with suppress(ConnectionError):
                self.wfile.write(body)

        do_POST = do_HEAD = do_OPTIONS = do_PROPFIND = do_GET  # noqa: N815

        def log_message(self, *_: object) -> None:
            """Silence."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    found.append(Canary(f"http://127.0.0.1:{server.server_port}"))
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield found[0]
    finally:
        server.shutdown()
