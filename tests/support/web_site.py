"""Pages on localhost, each at its own address, so that a tab can be found by it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from threading import Event, Thread

Answer = tuple[str, bytes]
"""Content type and body."""


class Site:
    """A web site that is written while it runs."""

    def __init__(self, origin: str, pages: dict[str, Answer]) -> None:
        self.origin = origin
        self._pages = pages
        self._numbers = count()

    def put(self, html: str | bytes, path: str | None = None, kind: str = "text/html; charset=utf-8") -> str:
        """Publish a page; returns its address."""
        path = path or f"/{next(self._numbers)}.html"
        self._pages[path] = (kind, html if isinstance(html, bytes) else html.encode())
        return self.origin + path

    def put_slow(self, html: str) -> str:
        """Publish a page whose last picture takes minutes to arrive."""
        return self.put(html.replace("</body>", '<img src="/slow.png"></body>'))


@contextmanager
def serving() -> Iterator[Site]:
    """A site on a free port of this machine."""
    pages: dict[str, Answer] = {}
    closing = Event()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path == "/slow.png":
                closing.wait(300)
            kind, body = pages.get(self.path.split("?")[0], ("text/plain", b""))
            self.send_response(200 if body else 404)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            with suppress(ConnectionError):  # the tab was closed
                self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Silence: the tests' output is for the tests."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield Site(f"http://127.0.0.1:{server.server_port}", pages)
    finally:
        closing.set()
        server.shutdown()
