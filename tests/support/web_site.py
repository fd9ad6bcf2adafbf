"""Local web servers for browser tests."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from threading import Event, Thread

Answer = tuple[str, bytes]
"""Content type and body."""


class Site:
    """A web site to which tests add pages; each page has a unique address."""

    def __init__(self, origin: str, pages: dict[str, Answer]) -> None:
        self.origin = origin
        self._pages = pages
        self._numbers = count()

    def put(self, html: str | bytes, path: str | None = None, kind: str = "text/html; charset=utf-8") -> str:
        """Publishes a page; returns its address."""
        path = path or f"/{next(self._numbers)}.html"
        self._pages[path] = (kind, html if isinstance(html, bytes) else html.encode())
        return self.origin + path

    def put_slow(self, html: str) -> str:
        """Publishes a page whose last picture takes minutes to load."""
        return self.put(html.replace("</body>", '<img src="/slow.png"></body>'))


@contextmanager
def listening(answer: Callable[[BaseHTTPRequestHandler], None]) -> Iterator[str]:
    """Runs a server on a free local port that answers every request with ``answer``; yields its origin."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            with suppress(ConnectionError):  # the tab was closed
                answer(self)

        do_POST = do_HEAD = do_OPTIONS = do_PROPFIND = do_GET  # noqa: N815

        def log_message(self, *_: object) -> None:
            """Disables logging."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()


def send(request: BaseHTTPRequestHandler, kind: str, body: bytes, status: int = 200, **headers: str) -> None:
    """Sends a complete response; underscores in header names become hyphens."""
    request.send_response(status)
    fields = {"Content-Type": kind, "Content-Length": str(len(body)), **headers}
    for name, value in fields.items():
        request.send_header(name.replace("_", "-"), value)
    request.end_headers()
    request.wfile.write(body)


@contextmanager
def serving() -> Iterator[Site]:
    """Runs a site on a free local port."""
    pages: dict[str, Answer] = {}
    closing = Event()

    def answer(request: BaseHTTPRequestHandler) -> None:
        if request.path == "/slow.png":
            closing.wait(300)
        kind, body = pages.get(request.path.split("?")[0], ("text/plain", b""))
        send(request, kind, body, 200 if body else 404)

    with listening(answer) as origin:
        yield Site(origin, pages)
        closing.set()
