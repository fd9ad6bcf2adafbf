"""The host's part of the chain, in this process: from a hostile page to what the reader is sent."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple, TypeVar

from jingdu import reading
from jingdu.faults import Fault
from jingdu.render.article import Article
from tests.hostile.pages.generator import Hostile

One = TypeVar("One")

ADDRESS: Final = "https://site.example/a/page.html"
AFTER: Final = "<p>Another paragraph stands here.</p>"


class Read(NamedTuple):
    """A hostile page and its article."""

    page: Hostile
    article: Article


def whole(html: str) -> str:
    """A page with a piece of HTML and enough text to be an article."""
    return f"<html><head><title>T</title></head><body>{html}{AFTER}</body></html>"


def read(page: Hostile) -> Article | None:
    """The article of a hostile page, all of its text; None where the host finds none and says so."""
    html = page.html if isinstance(page.html, bytes) else whole(page.html)
    try:
        return reading.read(html, ADDRESS, everything=True)
    except Fault as fault:
        assert fault.code in ("no_article", "page_unreadable", "page_too_large"), fault
        return None


def readings(pages: Iterable[Hostile]) -> Iterator[Read]:
    """The articles of the pages that have one."""
    for page in pages:
        if article := read(page):
            yield Read(page, article)


def sections(parts: Iterable[tuple[int, str]]) -> str:
    """Pieces of HTML below each other, each in a section that carries its number."""
    return "\n".join(f'<section data-v="{number}">{html}</section>' for number, html in parts)


def batched(pages: Sequence[One], size: int) -> Iterator[Sequence[One]]:
    """``pages`` in rows of ``size``."""
    return (pages[start : start + size] for start in range(0, len(pages), size))
