"""Pages for the benchmark, put together as sites do: most of their bytes are not the article."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

ENGLISH = (
    "river stone market early bread window letter garden winter bridge teacher harbour quiet paper lamp kitchen "
    "slowly carried opened waited remembered answered followed across between under after before about the a of "
    "and to in with from that was were had said would could never always often again still only small old"
).split()
CHINESE = list("河石市早面窗信园冬桥师港静纸灯厨慢带开等记答跟过间下后前关的一在和从那是有说会能不总常又还只小老")


def page(size: int, language: str = "en", script: int = 0) -> str:
    """About ``size`` bytes of page, a third of it article; then ``script`` bytes of inline scripts."""
    words = Random(size)
    article = _until(size // 3, lambda n: _paragraph(words, language, n))
    around = _until(size - len(article.encode()), lambda n: _card(words, language, n))
    half = around[: around.find("<div class='card", len(around) // 2)]
    return f"""<!doctype html><html lang="{language}">
<head><meta charset="utf-8"><title>{_words(words, language, 6)}</title>
<style>body {{ max-width: 70em }} .card {{ float: left; width: 30% }} .off {{ display: none }}</style></head>
<body><div id="app"><div class="top"><nav>{half}</nav></div><main class="wrap"><article class="story">
<h1>{_words(words, language, 8)}</h1>{article}</article></main><aside>{around[len(half) :]}</aside></div>
<script>window.state = "{"x" * script}";</script></body></html>"""


def _until(size: int, make: Callable[[int], str]) -> str:
    parts: list[str] = []
    total = 0
    while total < size:
        parts.append(make(len(parts)))
        total += len(parts[-1].encode())
    return "".join(parts)


def _paragraph(words: Random, language: str, number: int) -> str:
    """A paragraph with a link; now and then a figure or a heading after it."""
    link = f"<a href='/topic/{number}'>{_words(words, language, 3)}</a>"
    parts = [f"<p>{_words(words, language, 30)}, {link} {_words(words, language, 40)}.</p>"]
    if number % 9 == 5:
        caption = f"<figcaption>{_words(words, language, 9)}</figcaption>"
        parts.append(f"<figure><img data-src='/{number}.jpg' alt=''>{caption}</figure>")
    if number % 11 == 7:
        parts.append(f"<h2>{_words(words, language, 5)}</h2>")
    return "".join(parts)


def _card(words: Random, language: str, number: int) -> str:
    return (
        f"<div class='card c{number % 7}{' off' if number % 10 == 3 else ''}' data-id='{number}'><div class='inner'>"
        f"<a href='/story/{number}'><svg viewBox='0 0 24 24'><path d='M3 18h18v-2H3v2zm0-5h18v-2H3v2z'/></svg>"
        f"<img src='data:image/gif;base64,R0lGODlhAQABAAAAACw=' data-src='/t/{number}.jpg' alt=''>"
        f"<h3>{_words(words, language, 7)}</h3></a><span class='meta'><time>{number % 12 + 1}:00</time>"
        f"<b>{words.randrange(900)}</b></span></div></div>\n"
    )


def _words(words: Random, language: str, number: int) -> str:
    if language == "zh":
        return "".join(words.choices(CHINESE, k=number * 2))
    return " ".join(words.choices(ENGLISH, k=number)).capitalize()
