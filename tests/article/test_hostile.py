"""Hostile pages: an article contains only what the allow-list permits."""
# ruff: noqa: E501 - one case per line

import re
import time
from collections.abc import Callable, Iterable

import pytest
from lxml import etree

from jingdu.page.metadata import metadata
from jingdu.page.parse import parse
from jingdu.render.article import Article
from jingdu.render.clean import ATTRIBUTES, TAGS, clean
from jingdu.render.compose import compose
from tests.hostile.corpus import VECTORS

URL = "https://site.example/a/page.html"


def composed(body: str, head: str = "") -> Article:
    page = parse(
        f"<html><head><title>T</title>{head}</head><body>{body}<p>Another paragraph stands here.</p></body></html>", URL
    )
    return compose(page, [True] * len(page.blocks), "all")


def assert_allowed(html: str) -> None:
    """Parses ``html`` with a different parser and checks every tag, attribute and URL."""
    root = etree.fromstring(f"<html><body>{html}</body></html>", etree.HTMLParser())
    for element in root.find("body").iter():
        if element.tag == "body":
            continue
        assert element.tag in TAGS, element.tag
        for name, value in element.attrib.items():
            if (element.tag, name) == ("a", "rel"):
                assert value == "noopener noreferrer"
                continue
            assert name in ATTRIBUTES.get(element.tag, ()), f"{element.tag} {name}"
            if name == "href":
                assert value.lower().startswith(("https://", "http://", "mailto:", "tel:", "#jd-")), value
            if name == "src":
                assert value.startswith(("https://", "http://")), value
            if name == "id":
                assert value.startswith("jd-"), value
            if name == "class":
                assert re.fullmatch(r"math|math display|language-[a-z][\w+#.-]{0,20}", value), value


def violations(html: Callable[[str], str], vectors: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Name → error in the output of ``html``, for each vector that breaks the allow-list."""
    wrong = {}
    for name, vector in vectors:
        try:
            assert_allowed(html(vector))
        except Exception as error:
            wrong[name] = repr(error)
    return wrong


def test_articles_contain_only_allowed_markup() -> None:
    outputs = {name: composed(vector).html for name, vector in VECTORS.items()}
    assert violations(str, outputs.items()) == {}
    assert [name for name, vector in VECTORS.items() if "kept" in vector and "kept" not in outputs[name]] == []


def test_clean_outputs_only_allowed_markup() -> None:
    assert violations(clean, VECTORS.items()) == {}


@pytest.mark.parametrize(
    "head",
    [
        '<meta property="og:title" content="&lt;img src=x onerror=alert(1)&gt;T">',
        '<meta name="author" content="<script>alert(1)</script>A">',
        '<script type="application/ld+json">{"@type":"Article","headline":"<svg onload=alert(1)>T","author":{"name":"<b>A</b>"}}</script>',
        '<meta property="og:site_name" content="&lt;a href=javascript:alert(1)&gt;S">',
        '<meta name="description" content="&lt;iframe src=x&gt;&lt;/iframe&gt;D">',
        '<meta property="og:image" content="javascript:alert(1)"><base href="data:text/html,x">',
    ],
)
def test_metadata_contains_no_markup_or_script_urls(head: str) -> None:
    article = composed("<h1>T</h1><p>A paragraph of some length.</p>", head)
    for value in (article.title, article.byline, article.site, article.excerpt, article.image, article.url):
        assert "<" not in (value or "") and "javascript:" not in (value or "")


def test_bidi_controls_and_lone_surrogates_are_removed_from_metadata() -> None:
    head = (
        '<meta property="og:title" content="A\u202eB\u2066C">'
        r'<script type="application/ld+json">{"@type":"Article","author":"Ann \ud83d Lee"}</script>'
    )
    article = composed("<p>A paragraph of some length.</p>", head)
    assert article.title == "ABC"
    assert article.byline == "Ann \ufffd Lee"


@pytest.mark.parametrize(
    "script",
    [
        '[[[{"@type":["NewsArticle"],"author":[{"name":["Ann Lee"]}]}]]]',
        '<!-- {"@graph":[{"@type":"http://schema.org/NewsArticle","author":"Ann Lee"}]} -->',
        '{"@type":"NewsArticle","author":"Ann Lee"};',
        '{"@type":"NewsArticle","description":"two\nlines","author":"Ann Lee","x":NaN}',
    ],
    ids=["arrays", "comment and graph", "semicolon", "raw line end and NaN"],
)
def test_malformed_json_ld_is_read(script: str) -> None:
    assert composed("<p>x</p>", f'<script type="application/ld+json">{script}</script>').byline == "Ann Lee"


@pytest.mark.parametrize(
    "script",
    [
        "{" * 50_000,
        "[" * 100_000,
        '{"a":' * 5000 + "1",
        "null",
        '"text"',
        "",
        '{"@type":{"a":1},"author":{"name":{"x":[]}},"image":[[]]}',
        "x" * 3_000_000,
    ],
    ids=["braces", "brackets", "deep", "null", "string", "empty", "wrong types", "huge"],
)
def test_unusable_json_ld_is_ignored(script: str) -> None:
    assert composed("<p>x</p>", f'<script type="application/ld+json">{script}</script>').byline is None


def test_long_metadata_is_truncated() -> None:
    article = composed(
        "<p>x</p>",
        f'<meta property="og:title" content="{"T" * 100_000}"><meta name=description content="{"d " * 9000}">',
    )
    assert len(article.title) <= 500 and len(article.excerpt or "") <= 300


LARGE = {
    "siblings": "<p>word</p>" * 100_000,
    "divs": "<div>" * 1400 + "word" + "</div>" * 1400,
    "quotes": "<blockquote>" * 1400 + "word" + "</blockquote>" * 1400,
    "lists": "<ul><li>" * 700 + "word" + "</li></ul>" * 700,
    "pictures": "<p>word</p><img src=/a.jpg>" * 20_000,
    "links": "<a href='#x'>word</a> " * 30_000,
    "nested tables": "<table><tr><td>" * 300 + "word" + "</table>" * 300,
    "formulas": "<p>word <math><mi>x</mi></math></p>" * 10_000,
    "spans": "word<span id=s></span> " * 50_000,
    "pre": "<pre>" + "<span>word</span>\n" * 30_000 + "</pre>",
    "headings": "<h2>word<a href=#x>#</a></h2>" * 20_000,
    "numbers": "<ol><li>" + "<p>1</p>" * 30_000 + "<p>word</p></ol>",
    "icons": "<table><tr><th>word<th>A<tr><td>B<td>" + "<img src=/a.png alt=yes>" * 20_000 + "</table>",
}


def test_many_site_names_take_linear_time() -> None:
    names = "<h3>Crumb</h3><p>word</p>" * 20_000
    page = parse(f"<title>Bread and water - Crumb</title>{names}<h3>Bread and water</h3>")
    start = time.process_time()
    assert metadata(page, list(page.blocks)).title == "Bread and water"
    assert time.process_time() - start < 30


@pytest.mark.sample("quotes", "lists", "links", "nested tables", "numbers", "icons")
@pytest.mark.parametrize("body", LARGE.values(), ids=LARGE)
def test_large_and_deep_pages_take_linear_time(body: str) -> None:
    """A quadratic algorithm takes minutes."""
    start = time.process_time()
    page = parse(f"<body>{body}<p>Another paragraph stands here.", URL)
    article = compose(page, [True] * len(page.blocks), "all", trimmed=True)
    assert time.process_time() - start < 30
    assert "word" in article.html
