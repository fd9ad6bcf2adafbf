"""Pages that are written to take all time and memory there is; each says how many of its words must come out again.

``word`` stands for what is to be read: a reply has at least so many of them, or says that it is cut, or is a fault.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

MB: Final = 1_000_000


class Bound(NamedTuple):
    """A hostile page."""

    html: str
    words: int
    """How often ``word`` stands in it where a reader would see it."""


def prose(count: int) -> str:
    """So many words in paragraphs of fifty."""
    return ("<p>" + "word " * 50 + "</p>") * (count // 50)


def _article(body: str, words: int, title: str = "A title") -> Bound:
    return Bound(f"<!DOCTYPE html><html><head><title>{title}</title></head><body>{body}</body></html>", words)


def fifty_megabytes(size: int = 50 * MB) -> Bound:
    """Paragraphs, as a book would have them."""
    count = size // 257 * 50
    return _article("<article>" + prose(count) + "</article>", count)


def markup(size: int = 50 * MB) -> Bound:
    """Small elements with attributes, as a page of a large site would have them."""
    link = '<a href="/story/12345?from=list"><span>word</span></a>'
    piece = f'<div class="c-item js-x" data-id="12345">{link}<p>word word</p></div>'
    return _article(piece * (size // len(piece)), size // len(piece) * 3)


def typical(size: int = 50 * MB) -> Bound:
    """Paragraphs of some length among small elements, as most pages are."""
    piece = '<div class="c-item"><a href="/story/1?from=list"><b>word</b></a><p>' + "word word, " * 60 + "</p></div>"
    return _article(piece * (size // len(piece)), size // len(piece) * 121)


def siblings(count: int = 1_000_000) -> Bound:
    return _article("<p>word" * count, count)


def spans(count: int = 1_000_000) -> Bound:
    return _article("<article>" + "<span>word</span> " * count + "</article>", count)


def empty_siblings(count: int = 1_000_000) -> Bound:
    return _article("<i></i>" * count + prose(500), 500)


def levels(count: int = 100_000) -> Bound:
    return _article("<div>" * count + prose(500) + "</div>" * count, 500)


def attribute(size: int = 20 * MB) -> Bound:
    return _article(f'<div class="{"x " * (size // 2)}">{prose(500)}</div>', 500)


def address(size: int = 20 * MB) -> Bound:
    return _article(f'{prose(250)}<p><a href="/{"x" * size}">word</a>{prose(250)}', 501)


def style(size: int = 20 * MB) -> Bound:
    return _article(
        f'<div style="{"width:1px;" * (size // 10)}">{prose(500)}</div><img style="{"a:b;" * 100_000}" src=a.jpg>', 500
    )


def srcset(size: int = 20 * MB) -> Bound:
    return _article(f'{prose(500)}<p><img src="a.jpg" srcset="{"a.jpg 1x, " * (size // 10)}">', 500)


def attributes(count: int = 100_000) -> Bound:
    crowd = " ".join(f'a{number}="{number}"' for number in range(count))
    return _article(f"<div {crowd}>{prose(500)}</div>", 500)


def nbsp(size: int = 20 * MB) -> Bound:
    return _article(f"<p>{'&nbsp;' * (size // 6)}</p>{prose(500)}", 500)


def laughs(size: int = 20 * MB) -> Bound:
    entities = "".join(f'<!ENTITY l{number} "{f"&l{number - 1};" * 10}">' for number in range(1, 30))
    html = f'<?xml version="1.0"?><!DOCTYPE html [<!ENTITY l0 "lol">{entities}]><html><body>{prose(500)}<p>&l29;'
    return Bound(html + "&l29; " * (size // 6), 500)


def references(size: int = 20 * MB) -> Bound:
    return _article(f"<p>&#{'0' * (size // 2)}65;</p><p>&#x{'f' * (size // 2)};</p>{prose(500)}", 500)


def pictures(count: int = 10_000) -> Bound:
    return _article("".join(f'<p>word</p><img src="/{number}.jpg" alt="a">' for number in range(count)), count)


def title(size: int = MB) -> Bound:
    return _article(prose(500), 500, "A - b | " * (size // 8))


def latin_word(size: int = MB) -> Bound:
    return _article(f"{prose(500)}<p>{'abcdefghij' * (size // 10)}</p>", 500)


def chinese_word(size: int = MB) -> Bound:
    return _article(f"{prose(500)}<p>{'净读把网页变成文章' * (size // 27)}</p>", 500)


def mixed_word(size: int = MB) -> Bound:
    return _article(f"{prose(500)}<p>{'1a-_.b' * (size // 6)}</p>", 500)


def japanese_word(size: int = MB) -> Bound:
    return _article(f"{prose(500)}<p>{'ひらがなカタカナ漢字' * (size // 30)}</p>", 500)


def tables(count: int = 100_000) -> Bound:
    return _article("<table><tr><td>word" * count, count)


def table_list(count: int = 100_000) -> Bound:
    return _article("<table><tr><td>word</td></tr></table>" * count, count)


def rows(count: int = 100_000) -> Bound:
    return _article("<table>" + "<tr><td>word</td><td>word</td></tr>" * count + "</table>", 2 * count)


def columns(count: int = 100_000) -> Bound:
    return _article("<table>" + ("<tr>" + "<td>word" * count) * 2 + "</table>" + prose(500), 2 * count + 500)


def spanning(count: int = 10_000) -> Bound:
    return _article("<table>" + "<tr><td colspan=65000 rowspan=65000>word</td></tr>" * count + "</table>", count)


def breaks(count: int = 1_000_000) -> Bound:
    return _article("<p>" + "word<br>" * count, count)


def only_breaks(count: int = 1_000_000) -> Bound:
    return _article("<p>word" + "<br>" * count + "word</p>" + prose(500), 502)


def text(size: int = 50 * MB) -> Bound:
    return _article("word " * (size // 5), size // 5)


def pre(size: int = 20 * MB) -> Bound:
    return _article("<pre>" + "word   \n" * (size // 8) + "</pre>", size // 8)


def embed(count: int = 10_000) -> Bound:
    return _article("<p>word</p><embed src=x>" * count + prose(500), count + 500)


def objects(count: int = 10_000) -> Bound:
    return _article("<p>word</p><object data=x>" * count + prose(500), 0)


def bold(count: int = 10_000) -> Bound:
    return _article("<p><b>word" * count, count)


def anchors(count: int = 10_000) -> Bound:
    return _article("<p><a href=x>word" * count, count)


def fonts(count: int = 10_000) -> Bound:
    return _article("<p><font><i><u>word" * count, count)


def adoption(count: int = 10_000) -> Bound:
    return _article("<b><i><a href=x><p>word</b></i></a>" * count, count)


def foster(count: int = 100_000) -> Bound:
    return _article("<table><tr>word" * count, count)


def foster_once(count: int = 100_000) -> Bound:
    return _article("<table>" + "<tr>word<b>word" * count, 2 * count)


def lists(count: int = 100_000) -> Bound:
    return _article("<ul><li>word" * count, count)


def long_list(count: int = 100_000) -> Bound:
    return _article("<ul>" + "<li>word" * count + "</ul>", count)


def definition(count: int = 100_000) -> Bound:
    return _article("<dl>" + "<dt>word<dd>word" * count, 2 * count)


def quotes(count: int = 100_000) -> Bound:
    return _article("<blockquote>word" * count, count)


def headings(count: int = 100_000) -> Bound:
    return _article("<h2>word</h2>" * count + prose(500), count + 500)


def footnotes(count: int = 50_000) -> Bound:
    body = "".join(f'<p>word<sup><a href="#n{number}" id="r{number}">{number}</a></sup>' for number in range(count))
    notes = "".join(f'<li id="n{number}">word <a href="#r{number}">back</a>' for number in range(count))
    return _article(f"<article>{body}<ol>{notes}</ol></article>", 2 * count)


def same_id(count: int = 100_000) -> Bound:
    return _article('<p id="x">word<a href="#x">word</a></p>' * count, 2 * count)


def formulas(count: int = 50_000) -> Bound:
    return _article("<p>word <math><mi>x</mi></math></p>" * count, count)


def deep_formula(count: int = 100_000) -> Bound:
    return _article(prose(500) + "<math>" + "<mrow>" * count + "<mi>x", 500)


def scripts(count: int = 100_000) -> Bound:
    return _article("<script>x</script><p>word" * count, count)


def json_ld(size: int = 20 * MB) -> Bound:
    return _article(f'<script type="application/ld+json">{"[" * (size // 2)}</script>{prose(500)}', 500)


def json_lds(count: int = 50_000) -> Bound:
    script = '<script type="application/ld+json">{"@type":"Article","author":"A","headline":"x"}</script>'
    return _article(script * count + prose(500), 500)


def metas(count: int = 200_000) -> Bound:
    return _article(
        '<meta name="author" content="A B"><meta property="og:title" content="T">' * count + prose(500), 500
    )


def comments(count: int = 500_000) -> Bound:
    return _article("<!-- c --><p>word" * count, count)


def open_comments(size: int = 20 * MB) -> Bound:
    return _article(prose(500) + "<!--" * (size // 4), 500)


def open_tags(size: int = 20 * MB) -> Bound:
    return _article(prose(500) + "<a " * (size // 3), 500)


def less_than(size: int = 20 * MB) -> Bound:
    return _article("<p>" + "< " * (size // 2) + "</p>" + prose(500), 500)


def quotes_open(size: int = 20 * MB) -> Bound:
    return _article(prose(500) + '<a x="' * (size // 6), 500)


def selects(count: int = 100_000) -> Bound:
    return _article("<select><option>x" * count + "</select>" + prose(500), 0)


def noscripts(count: int = 100_000) -> Bound:
    return _article("<noscript><p>word</p></noscript>" * count, count)


def custom(count: int = 200_000) -> Bound:
    return _article("".join(f"<x-{number}>word</x-{number}>" for number in range(count)), count)


def links(count: int = 200_000) -> Bound:
    return _article("<p>" + '<a href="/x?a=1&b=2">word</a> ' * count, count)


def ruby(count: int = 200_000) -> Bound:
    return _article("<p>" + "<ruby>word<rt>gloss</rt></ruby>" * count, count)


def classes(count: int = 100_000) -> Bound:
    return _article(
        "".join(f'<p class="c{number} d{number} e{number}" id="i{number}">word word</p>' for number in range(count)),
        2 * count,
    )


def forms(count: int = 50_000) -> Bound:
    return _article("<form><input><button>word</button><p>word" * count, 0)


def frames(count: int = 50_000) -> Bound:
    return _article('<iframe src="https://www.youtube.com/embed/abcdefgh"></iframe><p>word' * count, count)


def svg(count: int = 100_000) -> Bound:
    return _article("<svg><g><path d='M0 0'/>" * count + "</svg>" + prose(500), 0)


def nulls(size: int = 5 * MB) -> Bound:
    return _article("<p>" + "\0" * size + "</p>" + prose(500), 500)


def surrogates(size: int = 5 * MB) -> Bound:
    return _article("<p>" + "\ud800" * size + "</p>" + prose(500), 500)


def controls(size: int = 20 * MB) -> Bound:
    return _article("<p>" + "\u202e\u200b" * (size // 6) + "</p>" + prose(500), 500)


def white(size: int = 50 * MB) -> Bound:
    return _article("<p>word" + "    \n   " * (size // 9) + "word</p>" + prose(500), 502)


BOUNDS: Final[dict[str, Callable[[], Bound]]] = {
    "50 MB of paragraphs": fifty_megabytes,
    "50 MB of small elements": markup,
    "50 MB of one text": text,
    "50 MB of white space": white,
    "1,000,000 siblings": siblings,
    "1,000,000 spans": spans,
    "1,000,000 empty elements": empty_siblings,
    "100,000 levels": levels,
    "one attribute of 20 MB": attribute,
    "one address of 20 MB": address,
    "one style of 20 MB": style,
    "one srcset of 20 MB": srcset,
    "100,000 attributes": attributes,
    "20 MB of &nbsp;": nbsp,
    "billion laughs": laughs,
    "references of 10 MB": references,
    "10,000 pictures": pictures,
    "a title of 1 MB": title,
    "a Latin word of 1 MB": latin_word,
    "a Chinese word of 1 MB": chinese_word,
    "a mixed word of 1 MB": mixed_word,
    "a Japanese word of 1 MB": japanese_word,
    "100,000 tables in one another": tables,
    "100,000 tables": table_list,
    "100,000 rows": rows,
    "100,000 columns": columns,
    "10,000 cells that span": spanning,
    "1,000,000 words with <br>": breaks,
    "1,000,000 <br>": only_breaks,
    "20 MB of <pre>": pre,
    "10,000 <embed>": embed,
    "10,000 <object>": objects,
    "10,000 unclosed <b>": bold,
    "10,000 unclosed <a>": anchors,
    "10,000 unclosed <font><i><u>": fonts,
    "10,000 misnested formats": adoption,
    "100,000 <table><tr>": foster,
    "100,000 <tr> with text": foster_once,
    "100,000 lists in one another": lists,
    "100,000 list items": long_list,
    "100,000 definitions": definition,
    "100,000 quotes in one another": quotes,
    "100,000 headings": headings,
    "50,000 footnotes": footnotes,
    "100,000 same ids": same_id,
    "50,000 formulas": formulas,
    "a formula of 100,000 levels": deep_formula,
    "100,000 scripts": scripts,
    "JSON-LD of 10,000,000 levels": json_ld,
    "50,000 JSON-LD": json_lds,
    "400,000 <meta>": metas,
    "500,000 comments": comments,
    "20 MB of <!--": open_comments,
    "20 MB of <a": open_tags,
    "20 MB of <": less_than,
    "20 MB of open quotes": quotes_open,
    "100,000 <select>": selects,
    "100,000 <noscript>": noscripts,
    "200,000 custom elements": custom,
    "200,000 links": links,
    "1,000,000 links": lambda: links(1_000_000),
    "200,000 <ruby>": ruby,
    "100,000 classes and ids": classes,
    "50,000 forms": forms,
    "50,000 players": frames,
    "100,000 <svg>": svg,
    "5 MB of null bytes": nulls,
    "5,000,000 lone surrogates": surrogates,
    "20 MB of controls": controls,
}
