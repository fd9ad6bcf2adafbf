"""A site whose articles have several pages, which only who has its cookie may read; it can keep one waiting."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread

from tests.support import prose

COOKIE = "reader=ada"


@dataclass
class Paged:
    """The running site: its pages by path, what was asked for, and the gate before the held paths."""

    origin: str
    pages: dict[str, bytes] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    held: set[str] = field(default_factory=set)
    gate: Event = field(default_factory=Event)

    def put(
        self, name: str, number: int, *, lang: str = "en", title: str = "A ferry before dawn", more: str = ""
    ) -> str:
        """An article of that many pages; returns the first one's address."""
        for page in range(1, number + 1):
            self.pages[_path(name, page)] = _page(name, page, number, lang, title, more)
        return self.origin + _path(name, 1)


def _path(name: str, page: int) -> str:
    return f"/{name}.html" if page == 1 else f"/{name}_{page}.html"


def _page(name: str, page: int, number: int, lang: str, title: str, more: str) -> bytes:
    sentence, words = (prose.CHINESE, "下一页") if lang == "zh-CN" else (prose.ENGLISH, "Next page")
    row = " ".join(f'<a href="{_path(name, n)}">{n}</a>' if n != page else f"<b>{n}</b>" for n in range(1, number + 1))
    onward = f'<a href="{_path(name, page + 1)}">{words}</a>' if page < number else ""
    body = prose.paragraphs(f"Page {page}. {sentence}", 8) + more
    encoding = "gb18030" if lang == "zh-CN" else "utf-8"
    html = prose.page(title, f"{body}<div class=pages>{row} {onward}</div>", lang)
    return html.replace('charset="utf-8"', f'charset="{encoding}"').encode(encoding)


@contextmanager
def serving() -> Iterator[Paged]:
    """The site on a free port."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = self.path.split("?")[0]
            site.asked.append(path)
            if path in site.held:
                site.gate.wait(300)
            first = "_" not in path
            allowed = first or COOKIE in (self.headers.get("Cookie") or "")
            body = site.pages.get(path, b"") if allowed else b"<p>Please sign in."
            self.send_response((200 if allowed else 403) if body else 404)
            self.send_header("Content-Type", "text/html")
            if first:
                self.send_header("Set-Cookie", f"{COOKIE}; SameSite=Strict; HttpOnly; Path=/")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            with suppress(ConnectionError):
                self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Silence: the tests' output is for the tests."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    site = Paged(f"http://127.0.0.1:{server.server_port}")
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield site
    finally:
        site.gate.set()
        server.shutdown()
