"""What libxml2 buries in a drawing, a list of choices or a fallback, and a browser shows, is in the page's blocks."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from lxml import etree
from playwright.sync_api import Page as Tab
from playwright.sync_api import Playwright

from jingdu.page import parse as parsing
from jingdu.page.breakout import let_out
from jingdu.page.parse import parse
from tests.page.growing import growth
from tests.support.chromium import executable

TAGS = (
    "a abbr address applet area article aside audio b base blockquote body br button canvas caption center code col "
    "colgroup datalist dd del details dfn dialog dir div dl dt em embed fieldset figcaption figure font footer form "
    "frame frameset g h1 head header hr html i iframe image img input ins keygen label legend li link listing map mark "
    "marquee math menu meta meter mtext nav nobr noembed noframes noscript object ol optgroup option output p path "
    "picture plaintext pre progress q rp rt ruby s script section select small source span strike strong style sub "
    "summary sup svg table tbody td template textarea tfoot th thead title tr track tt u ul var video wbr x-box xmp"
).split()
FORMS = {
    "left open": "<p>w1</p><{t}><p>w2</p><div>w3</div><h2>w4</h2>",
    "left open in a paragraph": "<p>w1 <{t}>a</p>w2<p>w3</p><div>w4</div>",
    "around a paragraph": "<p>w1</p><{t}><p>w2</p></{t}><p>w3</p>",
    "around a division, which is left open": "<p>w1</p><{t}><div>a</{t}>w2<p>w3</p>",
    "around a table, which is left open": "<p>w1</p><{t}><table><tr><td>a</{t}>w2<p>w3</p>",
    "around a paragraph in a paragraph": "<p>w1<{t}>w2<p>w3</p></{t}></p><p>w4</p>",
    "around itself": "<p>w1</p><{t}>a<{t}>b</{t}>w2<p>w3</p>",
    "closed by what is around it": "<div><div>w1<{t}></div><p>w2</p></div><p>w3</p>",
    "before a field": "<p>w1</p><{t}><input>w2<p>w3</p>",
    "between rows": "<table><tr><td>w1</td></tr><{t}>w2<tr><td>w3</td></tr></table><p>w4</p>",
    "left open in a cell": "<table><tr><td>w1<{t}><tr><td>w2</td></tr></table><p>w3</p>",
    "in a drawing": "<p>w1</p><svg><{t}>w2<p>w3</p></svg><p>w4</p>",
    "in a drawing, left open": "<p>w1</p><svg><{t}>t<path d=x /></svg>w2<p>w3</p>",
    "in a drawing, empty": "<p>w1</p><svg><{t}/><path d=x /></svg>w2<p>w3</p>",
    "in a formula": "<p>w1</p><math><{t}>w2<p>w3</p></math><p>w4</p>",
    "in a list of choices": "<p>w1</p><select><option>o<{t}>x</option></select><p>w4</p>",
    "in an object": "<p>w1</p><object><{t}>w2<p>w3</p></object><p>w4</p>",
}
NO_PROSE = {("in a formula", "mtext"), ("in a list of choices", "textarea")}
"""The text of a formula's part, and of a field: what the browser shows there stands in no block."""


@pytest.fixture(scope="module")
def tab(playwright: Playwright) -> Iterator[Tab]:
    browser = playwright.chromium.launch(executable_path=executable(playwright))
    tab = browser.new_page()
    tab.route("**/*", lambda route: route.abort())
    yield tab
    browser.close()


def words(text: str) -> set[str]:
    return set(re.findall(r"w\d", text))


@pytest.mark.parametrize("form", FORMS)
def test_what_a_browser_shows_is_in_the_blocks(form: str, tab: Tab) -> None:
    pages = {
        tag: f"<!DOCTYPE html><body>{FORMS[form].replace('{t}', tag)}" for tag in TAGS if (form, tag) not in NO_PROSE
    }
    shown = tab.evaluate(
        """pages => pages.map((html) => {
            const frame = document.body.appendChild(document.createElement("iframe"));
            frame.contentDocument.open();
            frame.contentDocument.write(html);
            frame.contentDocument.close();
            const text = frame.contentDocument.body?.innerText ?? "";
            frame.remove();
            return text;
        })""",
        list(pages.values()),
    )
    lost = {
        tag: sorted(missing)
        for (tag, html), text in zip(pages.items(), shown, strict=True)
        if (missing := words(text) - words(" ".join(block.text for block in parse(html).blocks)))
    }
    assert words(" ".join(shown))
    assert not lost


@pytest.mark.parametrize(
    ("html", "texts"),
    [
        ("<p>a</p><svg><path d=x><p>b</p><p>c</p>", ["a", "b", "c"]),
        ("<p>a<svg><text>label</text></svg>b</p>", ["ab"]),
        ("<p>a</p><svg><title>icon</svg><p>b</p>", ["a", "b"]),
        ("<p>a</p><svg><style>p > b { }</svg><p>b</p>", ["a", "b"]),
        ("<p>a</p><svg><style>/*<![CDATA[*/ <p> /*]]>*/</style></svg><p>b</p>", ["a", "b"]),
        ("<p>a</p><svg><foreignObject><p>label</p></foreignObject></svg><p>b</p>", ["a", "b"]),
        ("<p>a</p><svg><FOREIGNOBJECT><SVG><P>b</P></SVG></FOREIGNOBJECT></svg><p>c</p>", ["a", "c"]),
        ("<div>a<svg></div><script>let x = '<p>no</p>'</script><p>b</p>", ["a", "b"]),
        ("<p>a</p><select><option>x<select><p>b</p>", ["a", "b"]),
        ("<p>a</p><object data=x.swf><p>b</p></object>", ["a", "b"]),
        ("<map name=m><p>a</p><area></map>", ["a"]),
        ("<p>a</p><template><div><template><div></template>x</div></template><p>b</p>", ["a", "b"]),
        ("<p>a</p><noscript><div><img></noscript><p>b</p>", ["a", "b"]),
        ("<p>a</p><NOSCRIPT><DIV><IMG></NOSCRIPT><p>b</p>", ["a", "b"]),
        ("<p>a</p><NoScript><Div><img></NoScript><p>b</p>", ["a", "b"]),
    ],
    ids="paragraph label title style cdata foreign-object nested-foreign-object script choices object map template "
    "noscript upper-case mixed-case".split(),
)
def test_what_leaves_and_what_stays(html: str, texts: list[str]) -> None:
    assert [block.text for block in parse(html).blocks] == texts


@pytest.mark.parametrize(
    "html",
    [
        "<p>a<svg viewBox='0 0 1 1'><title>t</title><g><path d=x /></g></svg></p>",
        "<noscript><div><img src=a></div></noscript><p>a</p>",
        "<select><option>a<option>b</select><p>c</p>",
        "<canvas>no canvas</canvas><p>a</p>",
        "<p>a <math><mi>x</mi></math></p>",
    ],
    ids=["svg", "noscript", "select", "canvas", "math"],
)
def test_an_ordinary_page_is_parsed_once(html: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parsing, "let_out", lambda html: pytest.fail("it was read for what it swallows"))
    assert parse(html).blocks


@pytest.mark.parametrize(
    "piece",
    [
        "<svg><p>a", "<svg><g>", "<svg></g></b>", "<svg><title>", "<math><mi><svg>", "<noscript><div>", "<noscript>",
        "<template><div>", "<template><td></div>", "<select><p>", "<select><select>", "<p><canvas><p>", "<object>",
    ],
)  # fmt: skip
def test_ten_times_the_input_takes_about_ten_times_as_long(piece: str) -> None:
    assert growth("<p>text</p><svg><p></svg>", piece) < 25


@pytest.mark.parametrize("html", ["<svg><p>a<!-- b --></svg>c", "<svg><a title='<p>'>b</a></svg>", "<p>a<svg/><p>b"])
def test_what_needs_no_end_tag_is_left_as_it_is(html: str) -> None:
    root = etree.fromstring(let_out(html).encode(), etree.HTMLParser())
    assert root is not None
    assert len(re.findall("</svg>", let_out(html))) <= html.count("<svg") + html.count("</svg")
