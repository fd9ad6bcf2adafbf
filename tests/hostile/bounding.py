"""Pages designed to exhaust time and memory, and the cost of a request to a real host.

Each page contains a known number of ``word``. A reply contains at least that many, is marked truncated or is a fault.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread
from typing import Any, Final, NamedTuple

from tests.support.host_process import Port


class Outcome(NamedTuple):
    """A reply and its cost."""

    reply: Any
    cpu_seconds: float
    """CPU seconds of the host and its workers."""
    peak: int
    """Peak memory of a worker in bytes (VmHWM)."""


def ask(port: Port, request: dict[str, Any]) -> Outcome:
    """Sends a request and measures its cost."""
    before = used(port)
    with watched(port) as most:
        reply = port.ask(request)
    return Outcome(reply, max(0.0, used(port) - before), most[0])


@contextmanager
def watched(port: Port) -> Iterator[list[int]]:
    """The peak memory of a worker, even if it is killed meanwhile; a list of one number."""
    most, ended = [0], Event()

    def look() -> None:
        with suppress(OSError, StopIteration, IndexError):
            most[0] = max(most[0], peak(port))

    def watch() -> None:
        while not ended.wait(0.05):
            look()

    thread = Thread(target=watch)
    thread.start()
    try:
        yield most
    finally:
        ended.set()
        thread.join()
        look()


def worker(port: Port) -> int:
    """The process id of the worker."""
    pid = port.process.pid
    return int(Path(f"/proc/{pid}/task/{pid}/children").read_text().split()[0])


def used(port: Port) -> float:
    """CPU seconds of the host, its worker and earlier workers."""
    ticks = 0
    for pid in (port.process.pid, worker(port)):
        ticks += sum(map(int, Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def peak(port: Port) -> int:
    """The peak memory of the worker in bytes."""
    lines = Path(f"/proc/{worker(port)}/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM"))


MB: Final = 1_000_000


class Bound(NamedTuple):
    """A hostile page."""

    html: str
    words: int
    """The number of visible occurrences of ``word``."""


def prose(count: int) -> str:
    """Paragraphs of fifty words, ``count`` words in all."""
    return ("<p>" + "word " * 50 + "</p>") * (count // 50)


def _article(body: str, words: int, title: str = "A title") -> Bound:
    return Bound(f"<!DOCTYPE html><html><head><title>{title}</title></head><body>{body}</body></html>", words)


def book() -> Bound:
    """Plain paragraphs."""
    count = 50 * MB // 257 * 50
    return _article("<article>" + prose(count) + "</article>", count)


def link_list() -> Bound:
    """Small elements with attributes."""
    link = '<a href="/story/12345?from=list"><span>word</span></a>'
    piece = f'<div class="c-item js-x" data-id="12345">{link}<p>word word</p></div>'
    return _article(piece * (50 * MB // len(piece)), 50 * MB // len(piece) * 3)


def typical(size: int) -> Bound:
    """Long paragraphs among small elements, like most pages."""
    piece = '<div class="c-item"><a href="/story/1?from=list"><b>word</b></a><p>' + "word word, " * 60 + "</p></div>"
    return _article(piece * (size // len(piece)), size // len(piece) * 121)


def laughs() -> Bound:
    entities = "".join(f'<!ENTITY l{number} "{f"&l{number - 1};" * 10}">' for number in range(1, 30))
    html = f'<?xml version="1.0"?><!DOCTYPE html [<!ENTITY l0 "lol">{entities}]><html><body>{prose(500)}<p>&l29;'
    return Bound(html + "&l29; " * (20 * MB // 6), 500)


def footnotes() -> Bound:
    count = 50_000
    body = "".join(f'<p>word<sup><a href="#n{number}" id="r{number}">{number}</a></sup>' for number in range(count))
    notes = "".join(f'<li id="n{number}">word <a href="#r{number}">back</a>' for number in range(count))
    return _article(f"<article>{body}<ol>{notes}</ol></article>", 2 * count)


BOUNDS: Final[dict[str, Callable[[], Bound]]] = {
    "50 MB of paragraphs": book,
    "50 MB of small elements": link_list,
    "1,000,000 siblings": lambda: _article("<p>word" * 1_000_000, 1_000_000),
    "100,000 levels": lambda: _article("<div>" * 100_000 + prose(500) + "</div>" * 100_000, 500),
    "one attribute of 20 MB": lambda: _article(f'''<div class="{"x " * 10_000_000}">{prose(500)}</div>''', 500),
    "one address of 20 MB": lambda: _article(
        f"""{prose(250)}<p><a href="/{"x" * (20 * MB)}">word</a>{prose(250)}""", 501
    ),
    "100,000 attributes": lambda: _article(
        f"<div {' '.join(f'a{number}=1' for number in range(100_000))}>{prose(500)}</div>", 500
    ),
    "billion laughs": laughs,
    "character references of 10 MB": lambda: _article(
        f"<p>&#{'0' * 10_000_000}65;</p><p>&#x{'f' * 10_000_000};</p>{prose(500)}", 500
    ),
    "10,000 pictures": lambda: _article(
        "".join(f'<p>word</p><img src="/{number}.jpg" alt="a">' for number in range(10_000)), 10_000
    ),
    "a title of 1 MB": lambda: _article(prose(500), 500, "A - b | " * 125_000),
    "a Chinese word of 1 MB": lambda: _article(f"{prose(500)}<p>{'净读把网页变成文章' * 37_037}</p>", 500),
    "100,000 nested tables": lambda: _article("<table><tr><td>word" * 100_000, 100_000),
    "100,000 rows": lambda: _article(
        "<table>" + "<tr><td>word</td><td>word</td></tr>" * 100_000 + "</table>", 2 * 100_000
    ),
    "100,000 columns": lambda: _article(
        "<table>" + ("<tr>" + "<td>word" * 100_000) * 2 + "</table>" + prose(500), 2 * 100_000 + 500
    ),
    "10,000 spanning cells": lambda: _article(
        "<table>" + "<tr><td colspan=65000 rowspan=65000>word</td></tr>" * 10_000 + "</table>", 10_000
    ),
    "1,000,000 words with <br>": lambda: _article("<p>" + "word<br>" * 1_000_000, 1_000_000),
    "20 MB of <pre>": lambda: _article("<pre>" + "word   \n" * 2_500_000 + "</pre>", 2_500_000),
    "10,000 unclosed <b>": lambda: _article("<p><b>word" * 10_000, 10_000),
    "10,000 misnested formats": lambda: _article("<b><i><a href=x><p>word</b></i></a>" * 10_000, 10_000),
    "100,000 nested lists": lambda: _article("<ul><li>word" * 100_000, 100_000),
    "100,000 nested quotes": lambda: _article("<blockquote>word" * 100_000, 100_000),
    "50,000 footnotes": footnotes,
    "a formula of 100,000 levels": lambda: _article(prose(500) + "<math>" + "<mrow>" * 100_000 + "<mi>x", 500),
    "JSON-LD of 10,000,000 levels": lambda: _article(
        f"""<script type="application/ld+json">{"[" * 10_000_000}</script>{prose(500)}""", 500
    ),
    "400,000 <meta>": lambda: _article(
        '<meta name="author" content="A B"><meta property="og:title" content="T">' * 200_000 + prose(500), 500
    ),
    "500,000 comments": lambda: _article("<!-- c --><p>word" * 500_000, 500_000),
    "20 MB of <!--": lambda: _article(prose(500) + "<!--" * 5_000_000, 500),
    "20 MB of <": lambda: _article("<p>" + "< " * 10_000_000 + "</p>" + prose(500), 500),
    "100,000 <noscript>": lambda: _article("<noscript><p>word</p></noscript>" * 100_000, 100_000),
    "200,000 custom elements": lambda: _article(
        "".join(f"<x-{number}>word</x-{number}>" for number in range(200_000)), 200_000
    ),
    "1,000,000 links": lambda: _article("<p>" + '<a href="/x?a=1&b=2">word</a> ' * 1_000_000, 1_000_000),
    "200,000 <ruby>": lambda: _article("<p>" + "<ruby>word<rt>gloss</rt></ruby>" * 200_000, 200_000),
    "100,000 classes and ids": lambda: _article(
        "".join(f'<p class="c{number} d{number} e{number}" id="i{number}">word word</p>' for number in range(100_000)),
        2 * 100_000,
    ),
    "5 MB of null bytes": lambda: _article("<p>" + "\x00" * (5 * MB) + "</p>" + prose(500), 500),
    "5,000,000 lone surrogates": lambda: _article("<p>" + "\ud800" * (5 * MB) + "</p>" + prose(500), 500),
}
