"""Raw pages of our own: what servers send besides text, in the middle of an article whose text is known."""

from __future__ import annotations

from typing import Final

FIRST: Final = (
    "The lamp room at Carrick Head holds eleven hundred pieces of glass, and every one of them was ground by hand. "
    "Keepers washed them with vinegar, dried them with linen, and counted them before they went to bed."
)
SECOND: Final = (
    "Nobody lives there now. A clock in a grey box lights the lamp at dusk, a second clock checks the first, and a "
    "woman from the harbour office climbs the stairs twice a year to see whether the two of them still agree."
)
THIRD: Final = (
    "She brings vinegar and linen all the same. The glass does not need it, she says, because salt no longer gets in; "
    "but a room that has been washed for a hundred and sixty years would notice if somebody stopped."
)
TEXT: Final = f"{FIRST}\n\n{SECOND}\n\n{THIRD}"
"""The article of every page."""
_MENU: Final = '<nav><a href="/">Home</a> <a href="/news">News</a> <a href="/tides">Tides</a></nav>'
_END: Final = '<footer><a href="/about">About us</a> <a href="/imprint">Imprint</a></footer>'


def _page(noise: str, head: str = "", end: str = "") -> str:
    """An article with something that is not shown in the head, between its paragraphs, and at the end."""
    body = f"<article><p>{FIRST}</p>{noise}<p>{SECOND}</p>{noise}<p>{THIRD}</p></article>"
    title = "<title>The lamp room</title>"
    return f"<!DOCTYPE html><html lang=en><head>{title}{head}</head><body>{_MENU}{body}{_END}{end}</body></html>"


_TEMPLATE_NAMES: Final = "<!-- header_main.tpl --><!--start--><!-- / header -- main --><!----><!-- a - b -- c -->"
_SCRIPT: Final = """<script>
  <!-- hide from old browsers
  var menu = "<p>in a string</p>", open = "<!--", shut = "-->";
  if (menu.length < 3 && 2 > 1) { document.write("<div class='x'>" + menu + "</div><!-- written -->"); }
  //-->
</script>"""

RAW_PAGES: Final[dict[str, str]] = {
    "comments": _page(_TEMPLATE_NAMES, _TEMPLATE_NAMES, "<!-- 0.12 s - cache: no -->"),
    "comments with markup": _page("<!-- <p>An older paragraph, which was taken out again.</p> <script>x</script> -->"),
    "conditional comments": _page(
        "<!--[if lt IE 9]><p>Your browser is too old for this page, please get a newer one.</p><![endif]-->",
        '<!--[if gt IE 8]><!--><link rel=stylesheet href=a.css><!--<![endif]--><!--[if IE]><script src="i.js">'
        "</script><![endif]-->",
        "<![if !IE]><![endif]>",
    ),
    "inline scripts": _page(_SCRIPT, _SCRIPT, _SCRIPT),
    "scripts with end tags in strings": _page(
        r'<script>var a = "<\/script>", b = "</p></article>", c = "--" + ">"; while (i<b.length) a--;</script>'
    ),
    "JSON in scripts": _page(
        '<script type="application/json">{"html": "\\u003cp>--><!-- <p>no</p>", "n": [1, 2]}</script>',
        '<script type="application/ld+json">{"@type": "NewsArticle", "headline": "The lamp room"}</script>',
    ),
    "CDATA": _page("<script>//<![CDATA[\nif (a < b) { p('<p>no</p>'); }\n//]]></script><![CDATA[ not for readers ]]>"),
    "styles": _page("<style><!-- p > b { content: '</p>'; } --></style>", "<style>/*<!--*/ a { } /*-->*/</style>"),
    "templates": _page("<template><div><p>A card that a script fills.</p></template><template></template>"),
    "declarations": _page("<?php echo 1 ?><!doctype html><!ELEMENT br EMPTY></ >"),
    "a comment that never ends": _page("", "<!-- one -->", "<!-- the end"),
    "a comment that ends with a bang": _page("<!-- one --!><!-- two -->"),
}
