"""Extracts articles from hostile pages in this process, and combines them for the browser tests."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple, TypeVar

from jingdu import reading
from jingdu.faults import Fault
from jingdu.render.article import Article
from tests.hostile.pages.generator import Hostile

T = TypeVar("T")

ADDRESS: Final = "https://site.example/a/page.html"
AFTER: Final = "<p>Another paragraph stands here.</p>"


class Read(NamedTuple):
    """A hostile page and its article."""

    page: Hostile
    article: Article


def wrap(html: str) -> str:
    """A page with a fragment of HTML and enough text to be an article."""
    return f"<html><head><title>T</title></head><body>{html}{AFTER}</body></html>"


def read(page: Hostile) -> Article | None:
    """The article of a hostile page with all of its text; None if the host finds none."""
    html = page.html if isinstance(page.html, bytes) else wrap(page.html)
    try:
        return reading.read(html, ADDRESS, everything=True)
    except Fault as fault:
        assert fault.code in ("no_article", "page_unreadable", "page_too_large"), fault
        return None


def read_all(pages: Iterable[Hostile]) -> Iterator[Read]:
    """The articles of the pages that have one."""
    for page in pages:
        if article := read(page):
            yield Read(page, article)


def sections(parts: Iterable[tuple[int, str]]) -> str:
    """The fragments of HTML, each in a section with its number."""
    return "\n".join(f'<section data-v="{number}">{html}</section>' for number, html in parts)


def batched(pages: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    """``pages`` in batches of ``size``."""
    return (pages[start : start + size] for start in range(0, len(pages), size))
