"""A site with multi-page articles that require a cookie; it can delay responses."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from threading import Event

from tests.support import prose
from tests.support.web_site import listening, send

COOKIE = "reader=ada"


@dataclass
class Paged:
    """The running site: pages by path, requested paths, and the event that releases the ``held`` paths."""

    origin: str
    pages: dict[str, bytes] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    held: set[str] = field(default_factory=set)
    gate: Event = field(default_factory=Event)

    def put(self, name: str, number: int, *, lang: str = "en", title: str = "A ferry before dawn") -> str:
        """Publishes an article of ``number`` pages; returns the address of the first."""
        for page in range(1, number + 1):
            self.pages[_path(name, page)] = _page(name, page, number, lang, title)
        return self.origin + _path(name, 1)


def _path(name: str, page: int) -> str:
    return f"/{name}.html" if page == 1 else f"/{name}_{page}.html"


def _page(name: str, page: int, number: int, lang: str, title: str) -> bytes:
    sentence, words = (prose.CHINESE, "下一页") if lang == "zh-CN" else (prose.ENGLISH, "Next page")
    row = " ".join(f'<a href="{_path(name, n)}">{n}</a>' if n != page else f"<b>{n}</b>" for n in range(1, number + 1))
    onward = f'<a href="{_path(name, page + 1)}">{words}</a>' if page < number else ""
    body = prose.paragraphs(f"Page {page}. {sentence}", 8)
    encoding = "gb18030" if lang == "zh-CN" else "utf-8"
    html = prose.page(title, f"{body}<div class=pages>{row} {onward}</div>", lang)
    return html.replace('charset="utf-8"', f'charset="{encoding}"').encode(encoding)


@contextmanager
def serving() -> Iterator[Paged]:
    """Runs the site on a free local port."""
    site = Paged("")

    def answer(request: BaseHTTPRequestHandler) -> None:
        path = request.path.split("?")[0]
        site.asked.append(path)
        if path in site.held:
            site.gate.wait(300)
        first = "_" not in path
        allowed = first or COOKIE in (request.headers.get("Cookie") or "")
        body = site.pages.get(path, b"") if allowed else b"<p>Please sign in."
        cookie = {"Set_Cookie": f"{COOKIE}; SameSite=Strict; HttpOnly; Path=/"} if first else {}
        send(request, "text/html", body, (200 if allowed else 403) if body else 404, **cookie)

    with listening(answer) as site.origin:
        yield site
        site.gate.set()
