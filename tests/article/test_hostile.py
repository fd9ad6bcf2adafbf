# ruff: noqa: E501 - one case a line
"""Whatever a page holds, an article holds only what the allow-list names."""

from __future__ import annotations

import time

import pytest
from lxml import etree

from jingdu.article.clean import ATTRIBUTES, TAGS, clean
from jingdu.article.compose import compose
from jingdu.page.model import Article
from jingdu.page.parse import parse

URL = "https://site.example/a/page.html"

VECTORS = {
    "script": "<script>alert(1)</script>kept",
    "script in paragraph": "<p>kept<script src=//evil.example/x.js></script></p>",
    "img onerror": '<p>kept<img src=x onerror="alert(1)"></p>',
    "img javascript": '<p>kept<img src="javascript:alert(1)"></p>',
    "img data svg": '<p>kept<img src="data:image/svg+xml,<svg onload=alert(1)>"></p>',
    "img lazy javascript": '<p>kept<img data-src="javascript:alert(1)" src=""></p>',
    "img quote breakout": "<p>kept<img src='https://x.example/\"onerror=alert(1) b=\"'></p>",
    "img alt breakout": "<p>kept<img src=/a.jpg alt='\"><script>alert(1)</script>'></p>",
    "srcset": '<p>kept<img srcset="javascript:alert(1) 2x"></p>',
    "svg onload": "<svg onload=alert(1)><text>kept</text></svg>kept",
    "svg animate": '<svg><a xlink:href="javascript:alert(1)"><animate attributeName=href values=javascript:alert(1)></a></svg>kept',
    "svg foreignObject": "<svg><foreignObject><iframe srcdoc='<script>alert(1)</script>'></iframe></foreignObject></svg>kept",
    "math href": '<p>kept</p><math href="javascript:alert(1)"><mi>x</mi></math>',
    "math maction": '<p>kept <math><maction actiontype="statusline#x" xlink:href="javascript:alert(1)"><mi>x</mi></maction></math></p>',
    "math annotation-xml": '<p>kept <math><annotation-xml encoding="text/html"><img src=x onerror=alert(1)></annotation-xml><mi>x</mi></math></p>',
    "math mglyph mutation": "<p>kept <math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=1 onerror=alert(1)&gt;'></mglyph></table></mtext></math></p>",
    "math malignmark": "<p>kept <math><mi><malignmark><script>alert(1)</script></malignmark>y</mi></math></p>",
    "math style mutation": "<p>kept <math><mtext></p><style><a title='</style><img src onerror=alert(1)>'></style></mtext></math>",
    "math attribute breakout": "<p>kept <math alttext='\\x\"><img src=x onerror=alert(1)>'><mi mathvariant='\"><script>'>x</mi></math></p>",
    "tex script": "<p>kept <script type='math/tex'></code><img src=x onerror=alert(1)></script></p>",
    "data-tex": "<p>kept <span data-tex='</code><script>alert(1)</script>'>x</span></p>",
    "noscript mutation": '<p>kept</p><noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
    "template": "<template><img src=x onerror=alert(1)></template>kept",
    "style": "<style>@import 'javascript:alert(1)';</style><p style='background:url(javascript:alert(1))'>kept</p>",
    "link and meta": '<link rel=stylesheet href=//evil.example/x.css><meta http-equiv=refresh content="0;url=javascript:alert(1)">kept',
    "iframe": '<iframe src="javascript:alert(1)"></iframe><iframe srcdoc="<script>alert(1)</script>"></iframe>kept',
    "iframe youtube breakout": "<p>kept</p><iframe src='https://www.youtube.com/embed/abcdefgh\"onload=alert(1)'></iframe>",
    "object and embed": "<object data='javascript:alert(1)'><embed src='javascript:alert(1)'></object>kept",
    "form": "<form action='javascript:alert(1)'><p>kept</p><input autofocus onfocus=alert(1)><button formaction=javascript:alert(1)>x</button></form>",
    "a javascript": '<p><a href="javascript:alert(1)">kept</a></p>',
    "a javascript spaced": '<p><a href=" &#1; java&#10;script&#9;:alert(1)">kept</a></p>',
    "a javascript cased": '<p><a href="JaVaScRiPt:alert(1)">kept</a></p>',
    "a vbscript": '<p><a href="vbscript:msgbox(1)">kept</a></p>',
    "a data": '<p><a href="data:text/html,<script>alert(1)</script>">kept</a></p>',
    "a file": '<p><a href="file:///etc/passwd">kept</a></p>',
    "a extension": '<p><a href="chrome-extension://abc/x.html">kept</a></p>',
    "a blob": '<p><a href="blob:https://site.example/1">kept</a></p>',
    "a control in scheme": '<p><a href="java\x00script:alert(1)">kept</a></p>',
    "a with handler": '<p><a href="/x" onclick="alert(1)" target="_self" rel="opener" ping="//evil.example">kept</a></p>',
    "id clobbering": '<p id="attributes"><a href="#attributes">kept</a><a id="body" name="body"></a><a href="#body">b</a></p>',
    "id breakout": "<p><a href='#x\"><script>alert(1)</script>'>kept</a><i id='x\"><script>alert(1)</script>'>y</i></p>",
    "class and style": "<p class='admin' style='position:fixed' hidden contenteditable>kept</p>",
    "code class breakout": "<pre class='language-x\"onload=alert(1)'>kept</pre>",
    "code with markup": "<pre><code>kept &lt;script&gt;alert(1)&lt;/script&gt;</code></pre>",
    "table attributes": "<table background='javascript:alert(1)'><tr><th onclick=alert(1) colspan='2\"x'>kept</th></tr><tr><td>b</td><td>c</td></tr></table>",
    "video": "<p>kept</p><video poster='javascript:alert(1)' src='javascript:alert(1)' onerror=alert(1)></video>",
    "video source": "<p>kept</p><video><source src='javascript:alert(1)' onerror=alert(1)></video>",
    "details": "<details open ontoggle=alert(1)><summary>kept</summary>x</details>",
    "marquee": "<marquee onstart=alert(1)>kept</marquee>",
    "custom element": "<x-y onclick=alert(1) is=z>kept</x-y>",
    "plaintext": "<p>kept</p><plaintext><img src=x onerror=alert(1)>",
    "xmp": "<xmp><img src=x onerror=alert(1)></xmp>kept",
    "comment": "kept<!--><img src=x onerror=alert(1)>--><!--[if IE]><script>alert(1)</script><![endif]-->",
    "cdata": "<![CDATA[<img src=x onerror=alert(1)>]]>kept",
    "unclosed tag": "<p>kept</p><img src=x onerror=alert(1) ",
    "unclosed attribute": "<p>kept</p><a title='<img src=x onerror=alert(1)>",
    "nested broken": "<p>kept<b><i><p></b><table><td><script>alert(1)</script><ul><p></td></i>",
    "slash attributes": "<p>kept<img/src=x/onerror=alert(1)></p>",
    "base javascript": "<base href='javascript:alert(1)//'><p><a href='x'>kept</a></p>",
    "area and map": "<map><area href='javascript:alert(1)'></map>kept",
    "figure caption": "<p>kept</p><figure><img src=/x.jpg><figcaption><img src=x onerror=alert(1)><b onmouseover=alert(1)>c</b></figcaption></figure>",
    "entities": "<p>kept &lt;img src=x onerror=alert(1)&gt; &amp;lt;script&amp;gt;</p>",
    "null bytes": "<p>kept<scr\x00ipt>alert(1)</scr\x00ipt></p>",
    "bidi": "<p>kept \u202egnp.exe\u202c \u2066x\u2069</p>",
}


def composed(body: str, head: str = "") -> Article:
    page = parse(
        f"<html><head><title>T</title>{head}</head><body>{body}<p>Another paragraph stands here.</p></body></html>",
        URL,
    )
    return compose(page, [True] * len(page.blocks), "all")


def assert_allowed(html: str) -> None:
    """Reads ``html`` again, as another parser would, and looks at every tag, attribute and address."""
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
                assert value.startswith(("https://", "http://", "mailto:", "tel:", "#jd-")), value
            if name == "src":
                assert value.startswith(("https://", "http://")), value
            if name == "id":
                assert value.startswith("jd-"), value
            if name == "class":
                assert value.startswith(("language-", "math")), value


@pytest.mark.parametrize("vector", VECTORS.values(), ids=VECTORS.keys())
def test_only_the_allow_list_comes_out(vector: str) -> None:
    article = composed(vector)
    assert_allowed(article.html)
    assert "kept" in article.html


@pytest.mark.parametrize("vector", VECTORS.values(), ids=VECTORS.keys())
def test_the_cleaner_alone_lets_nothing_through(vector: str) -> None:
    assert_allowed(clean(vector))


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
def test_facts_hold_no_markup_and_no_script_address(head: str) -> None:
    article = composed("<h1>T</h1><p>A paragraph of some length.</p>", head)
    for value in (article.title, article.byline, article.site, article.excerpt, article.image, article.url):
        assert "<" not in (value or "") and "javascript:" not in (value or "")


def test_bidi_controls_and_lone_surrogates_leave_the_facts() -> None:
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
def test_sloppy_json_ld_is_read(script: str) -> None:
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
def test_broken_json_ld_does_no_harm(script: str) -> None:
    assert composed("<p>x</p>", f'<script type="application/ld+json">{script}</script>').byline is None


def test_long_facts_are_capped() -> None:
    article = composed(
        "<p>x</p>",
        f'<meta property="og:title" content="{"T" * 100_000}"><meta name=description content="{"d " * 9000}">',
    )
    assert len(article.title) <= 500 and len(article.excerpt or "") <= 300


@pytest.mark.parametrize(
    "body",
    [
        "<p>word</p>" * 100_000,
        "<div>" * 1400 + "word" + "</div>" * 1400,
        "<blockquote>" * 1400 + "word" + "</blockquote>" * 1400,
        "<b>" * 1400 + "word" + "</b>" * 1400,
        "<ul><li>" * 700 + "word" + "</li></ul>" * 700,
        "<p>word<br></p>" * 30_000,
        "<p>word</p><img src=/a.jpg>" * 20_000,
        "<a href='#x'>word</a> " * 30_000,
        "<table><tr><td>word</td></tr></table>" * 10_000,
        "<table><tr><td>" * 300 + "word" + "</table>" * 300,
        "<p>word <math><mi>x</mi></math></p>" * 10_000,
        "word<span id=s></span> " * 50_000,
        "<pre>" + "<span>word</span>\n" * 30_000 + "</pre>",
        "<h2>word<a href=#x>#</a></h2>" * 20_000,
    ],
    ids=[
        "siblings",
        "divs",
        "quotes",
        "bolds",
        "lists",
        "breaks",
        "pictures",
        "links",
        "tables",
        "nested tables",
        "formulas",
        "spans",
        "pre",
        "headings",
    ],
)
def test_large_and_deep_pages_take_linear_time(body: str) -> None:
    """A bound wide enough for a busy machine; what is quadratic takes minutes."""
    start = time.perf_counter()
    article = composed(body)
    assert time.perf_counter() - start < 30
    assert "word" in article.html
