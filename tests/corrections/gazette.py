"""Pages of a fictional site on which the reader makes two errors: it keeps a promotion and excludes a note."""

from __future__ import annotations

from typing import Any

from tests.support.small_site import ENGLISH

SITE = "gazette.example"
PROMO = (
    "Our harbour newsletter is read by four thousand people every morning, and it costs nothing at all to join them."
)
NOTE = "Measured in {} by the tide office"


def address(number: int) -> str:
    return f"https://www.{SITE}/{number}.html"


def html(number: int, *, extra: str = "", promo: str = PROMO, site: str = "") -> str:
    """A page with a few paragraphs, a promotion between them, and a note that looks like boilerplate."""
    title, first, second, related = ENGLISH[number % 4]
    again = f"It was the {number}th time that anybody here remembers such a thing, and nobody wants it to be the last."
    links = "".join(f'<li><a href="/{name}.html">{text}</a></li>' for name, text in related)
    return (
        f"<html lang=en><head><title>{title} {number}</title></head><body class='{site}'>"
        '<div id="nav"><ul><li><a href="/">Home</a></li><li><a href="/w">Weather</a></li></ul></div>'
        f'<div id="content"><h1>{title} {number}</h1><div class="story">'
        f'<p class="first">{first} {again}</p><p>{second} {first}</p>{extra}'
        f'<div class="box"><p class="promo">{promo}</p></div><p>{again} {second}</p></div>'
        f'<div class="facts"><span>{NOTE.format(number)}</span></div>'
        f'<div class="more"><b>More stories</b><ul>{links}</ul></div></div>'
        '<div id="foot"><p>All rights reserved by the Harbour Gazette</p></div></body></html>'
    )


def page(number: int, **how: Any) -> dict[str, Any]:
    """The fields of a request with a page."""
    return {"id": number + 1, "html": html(number, **how), "url": address(number), "private": False}
