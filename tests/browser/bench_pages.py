"""Synthetic pages for the benchmark; as on real sites, most of their bytes are not the article."""

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
    """A page of about ``size`` bytes, an eighth of it article, and ``script`` more bytes of inline scripts.

    It is as dense as a news page: 200 KB have about 1,800 elements and 450 text nodes.
    """
    words = Random(size)
    article = _until(size // 8, lambda n: _paragraph(words, language, n))
    around = _until(size - len(article.encode()), lambda n: _card(words, language, n))
    half = around[: around.find("<div class='teaser", len(around) // 2)]
    return f"""<!doctype html><html lang="{language}">
<head><meta charset="utf-8"><title>{_words(words, language, 6)}</title>
<style>body {{ max-width: 70em }} .teaser {{ float: left; width: 30% }} .off {{ display: none }}</style></head>
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
    """A paragraph with a link; some are followed by a figure or a heading."""
    link = f"<a href='/topic/{number}'>{_words(words, language, 3)}</a>"
    parts = [f"<p>{_words(words, language, 30)}, {link} {_words(words, language, 40)}.</p>"]
    if number % 9 == 5:
        caption = f"<figcaption>{_words(words, language, 9)}</figcaption>"
        parts.append(f"<figure><img data-src='/{number}.jpg' alt=''>{caption}</figure>")
    if number % 11 == 7:
        parts.append(f"<h2>{_words(words, language, 5)}</h2>")
    return "".join(parts)


def _card(words: Random, language: str, number: int) -> str:
    """A teaser of another story, with typical addresses and class names."""
    slug = "-".join(words.choices(ENGLISH, k=8))
    sizes = ", ".join(
        f"https://pictures.example/{number}/{slug}-{w}x{w // 2}.jpg?fit=crop {w}w" for w in (320, 640, 960)
    )
    hidden = " off" if number % 10 == 3 else ""
    tracking = f"data-component='teaser' data-tracking-id='t-{number}'"
    return f"""<div class='teaser teaser--small c{number % 7}{hidden}' {tracking}>
<div class='teaser__inner teaser__inner--left'>
<a class='teaser__link' href='/2026/story/{number}-{slug}.html?from=teaser'>
<svg viewBox='0 0 24 24'><path d='M3 18h18v-2H3v2zm0-5h18v-2H3v2z'/></svg>
<img class='teaser__image lazy' src='data:image/gif;base64,R0lGODlhAQABAAAAACw=' data-srcset='{sizes}' alt=''>
<h3 class='teaser__title'>{_words(words, language, 7)}</h3></a>
<div class='teaser__meta'><time>{number % 12 + 1}:00</time> <span>{words.randrange(900)}</span></div></div></div>
"""


def _words(words: Random, language: str, number: int) -> str:
    if language == "zh":
        return "".join(words.choices(CHINESE, k=number * 2))
    return " ".join(words.choices(ENGLISH, k=number)).capitalize()
