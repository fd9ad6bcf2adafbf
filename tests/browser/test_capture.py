"""The capture scripts: the HTML that they make of a page, and of a selection."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from jingdu.reading import read
from tests.browser.capturing import captured
from tests.support import prose
from tests.support.chromium import EXTENSION, Jingdu
from tests.support.web_site import Site

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def tab(shared: Jingdu) -> Iterator[Page]:
    """One tab in which these tests open their pages."""
    page = shared.context.new_page()
    yield page
    page.close()


def open_in(tab: Page, address: str) -> Page:
    tab.goto(address)
    return tab


LONG = "data:image/png;base64," + "A" * 4000
SHORT = "data:image/gif;base64,R0lGODlhAQABAAAAACw="

SHADOW = """<x-story><b slot="by">by Ann</b>first <p>second</p><i slot="nowhere">unseen</i></x-story>
<script>for (const host of document.querySelectorAll("x-story, .host, x-inner")) {
  const root = host.attachShadow({ mode: host.dataset.mode ?? "open" });
  root.innerHTML = host.dataset.inside ?? '<h2>Shadow title</h2><slot name="by"></slot><div><slot></slot></div>' +
    '<slot name="none">fallback</slot><style>p{}</style>';
}</script>"""
INNER = f"""<div class="host" data-inside="<section>outer <slot></slot></section>">
<x-inner data-inside="<em>inner <slot></slot></em>">light</x-inner></div>{SHADOW}"""


OVER = "position:fixed;z-index:99;bottom:0"
WRITE = "<script>f.contentDocument.body.innerHTML = '<p>writ' + 'ten</p>'</script>"

CASES = {
    "scripts and styles are left out": (
        "<script>var a</script><style>p{}</style><p>text</p>", ["text"], ["var a", "p{}"],
    ),
    "JSON-LD stays": ('<script type="application/ld+json">{"a":"<b>"}</script>', ['{"a":"<b>"}'], []),
    "TeX stays": ('<script type="math/tex; mode=display">x^2 < y</script>', ["x^2 < y"], []),
    "comments, templates, svg are left out": (
        "<!-- one --><template>two</template><svg><text>three</text></svg>four", ["four"], ["one", "two", "three"],
    ),
    "the canonical link stays, style sheets don't": (
        '<link rel="canonical" href="/c"><link rel="preload" as="style" href="/s.css">', ['href="/c"'], ["s.css"],
    ),
    "hidden blocks are marked once": (
        '<div style="display:none"><p>hidden</p></div><p>seen</p>',
        ['data-jingdu-hidden="">', "<p>seen", "<p>hidden"], [],
    ),
    "elements that lie over the page are marked": (
        f'<div><section style="{OVER}">asks</section></div><dialog id=d>greets</dialog><script>d.showModal()</script>'
        '<div style="position:fixed;z-index:-1">behind</div>',
        [f'<section style="{OVER}" data-jingdu-overlay="">asks', 'data-jingdu-overlay="">greets', '-1">behind'], [],
    ),
    "line breaks of a style sheet become br": (
        '<div style="white-space:pre-wrap">one\ntwo <b>three\n\nfour</b></div><p>five\nsix<pre>seven\neight</pre>',
        ["one<br>two <b>three<br><br>four</b>", "five\nsix", "seven\neight"], [],
    ),
    "visible elements without a box are not marked": (
        '<div style="display:contents"><p>shown</p></div>', ["shown"], ["jingdu-hidden"],
    ),
    "long data addresses are left out": (
        f'<img src="{LONG}" data-src="/real.jpg">', ['data-src="/real.jpg"'], ["AAAA"],
    ),
    "short data addresses and pictures stay": (f'<img src="{SHORT}"><img src="{LONG}" alt="a">', [SHORT, LONG], []),
    "noscript pictures are markup": ('<noscript><img src="/n.jpg"></noscript>', ['<img src="/n.jpg">'], ["&lt;img"]),
    "other noscripts are left out": ("<noscript>Please enable it</noscript>", [], ["Please"]),
    "shadow roots are flattened": (
        SHADOW, ["<h2>Shadow title</h2>", "by Ann", "first", "<p>second</p>", "fallback"], ["unseen", "<slot", "p{}"],
    ),
    "shadow roots in shadow roots": (INNER, ["outer", "inner", "light"], []),
    "closed shadow roots stay closed": ('<x-story data-mode="closed">light</x-story>' + SHADOW, ["light"], []),
    "frames of the same origin are opened": (
        '<iframe srcdoc="<p>in the frame</p><script>no()</script>"></iframe>',
        ["<p>in the frame</p>"], ["no()", "<iframe"],
    ),
    "small frames are not opened": ('<iframe width=90 height=90 srcdoc="<p>tiny</p>"></iframe>', [], ["<p>tiny</p>"]),
    "empty frames of advertisement size are not opened": (
        f"<iframe id=f width=300 height=250></iframe>{WRITE}", ["<iframe"], ["written</p>"],
    ),
    "large frames filled by a script are opened": (
        f"<iframe id=f width=600 height=500></iframe>{WRITE}", ["<p>written</p>"], ["<iframe"],
    ),
    "frames of other origins stay": ('<iframe src="http://localhost:9/v"></iframe>', ["<iframe", "localhost:9/v"], []),
    "lone surrogates are replaced": ("<p id=s></p><script>s.append('a\\ud83db')</script>", ["a\ufffdb"], []),
}  # fmt: skip


@pytest.mark.sample(
    "scripts and styles are left out",
    "hidden blocks are marked once",
    "elements that lie over the page are marked",
    "line breaks of a style sheet become br",
    "noscript pictures are markup",
    "shadow roots are flattened",
    "frames of the same origin are opened",
    "frames of other origins stay",
    "lone surrogates are replaced",
)
@pytest.mark.parametrize(("body", "present", "absent"), CASES.values(), ids=CASES)
def test_capture_keeps_only_visible_content(
    tab: Page, site: Site, body: str, present: list[str], absent: list[str]
) -> None:
    html = captured(open_in(tab, site.put(f"<!doctype html><title>T</title><body>{body}")))["html"]
    assert [text for text in present if text not in html] == []
    assert [text for text in absent if text in html] == []


ASKED = "We and our partners store information on this device, with your consent, to show you what you may like. "
CONSENT = f"""<div><div style="{OVER}"><h1>Your privacy</h1><p>{3 * ASKED}</p><p>{2 * ASKED}</p>
<ul><li>{ASKED}</li></ul><button>I agree</button></div></div>"""


@pytest.mark.parametrize("place", ["<nav>", "</body>"])
def test_a_request_for_consent_does_not_change_the_article(tab: Page, site: Site, place: str) -> None:
    page = f"<!doctype html><title>T</title><body><nav>Menu</nav><div>{prose.paragraphs(prose.ENGLISH, 2)}</div></body>"
    pages = (page, page.replace(place, CONSENT + place))
    texts = [read(captured(open_in(tab, site.put(html)))["html"]).text for html in pages]
    assert texts[0] == texts[1]
    assert texts[0] != read(pages[1]).text


def test_an_article_in_a_dialog_over_the_page_is_kept(tab: Page, site: Site) -> None:
    posts, story = "<p>A short post.</p>" * 300, prose.paragraphs(ASKED, 5)
    html = f'<!doctype html><title>T</title><body>{posts}<div style="{OVER}"><article>{story}</article></div>'
    assert ASKED.strip() in read(captured(open_in(tab, site.put(html)))["html"]).text


def test_slotted_content_is_captured_once(tab: Page, site: Site) -> None:
    html = captured(open_in(tab, site.put(f"<!doctype html><body>{INNER}")))["html"]
    assert [html.count(text) for text in ("by Ann", "second", "light")] == [1, 1, 1]


def test_addresses_in_a_frame_are_made_absolute(tab: Page, site: Site) -> None:
    site.put('<a href="next.html">next</a><img srcset="a.png 1x">', "/deep/frame.html")
    html = captured(open_in(tab, site.put('<!doctype html><body><iframe src="/deep/frame.html"></iframe>')))["html"]
    assert f'href="{site.origin}/deep/next.html"' in html
    assert "srcset" not in html


@pytest.mark.long
def test_the_displayed_picture_of_a_srcset_is_captured(tab: Page, site: Site) -> None:
    site.put(Path(EXTENSION, "icons", "48.png").read_bytes(), "/shown.png", "image/png")
    page = open_in(tab, site.put('<!doctype html><img src="/other.png" srcset="/shown.png 1x" alt="">'))
    assert f'src="{site.origin}/shown.png"' in captured(page)["html"]


STATE = "[document.documentElement.outerHTML, made, performance.getEntriesByType('resource').length]"


def test_capture_does_not_change_the_page(tab: Page, site: Site) -> None:
    page = open_in(tab, site.put(f"<!doctype html><body>{INNER}<noscript><img></noscript><x-made></x-made>"))
    page.evaluate("""() => {
      globalThis.made = 0;
      customElements.define("x-made", class extends HTMLElement { constructor() { super(); made++; } });
      globalThis.changes = [];
      new MutationObserver((records) => changes.push(...records)).observe(
        document, { subtree: true, childList: true, attributes: true, characterData: true });
    }""")
    before = page.evaluate(STATE)
    captured(page)
    page.wait_for_timeout(200)
    assert page.evaluate(STATE) == before
    assert page.evaluate("changes.length") == 0


def test_capture_works_under_trusted_types(tab: Page, site: Site) -> None:
    policy = '<meta http-equiv="Content-Security-Policy" content="require-trusted-types-for \'script\'">'
    body = "<noscript><img src=/n.jpg></noscript><p>text<svg><text>drawn</text></svg>"
    html = captured(open_in(tab, site.put(f"<!doctype html><head>{policy}</head>{body}")))["html"]
    assert "<noscript><img src=/n.jpg></noscript>" in html
    assert "drawn" not in html  # the page was copied and stripped, not sent unchanged


@pytest.mark.long
def test_a_very_deep_page_keeps_its_text(tab: Page, site: Site) -> None:
    page = open_in(tab, site.put("<!doctype html><body><p>top</p>"))
    page.evaluate("""() => {
      let at = document.body;
      for (let depth = 0; depth < 1500; depth++) at = at.appendChild(document.createElement("div"));
      at.append("the deepest");
    }""")
    assert "the deepest" in captured(page)["html"]


def test_a_capture_has_address_title_and_type(tab: Page, site: Site) -> None:
    address = site.put("<!doctype html><title>A title</title><p>text")
    shot = captured(open_in(tab, address))
    assert (shot["url"], shot["title"], shot["type"], shot["selection"]) == (address, "A title", "text/html", "")


SELECT = """([start, end]) => {
  const find = (text) => {
    const walk = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const place = walk.currentNode.data.indexOf(text);
      if (place >= 0) return [walk.currentNode, place];
    }
  };
  const range = document.createRange();
  range.setStart(...find(start)); const [node, at] = find(end); range.setEnd(node, at + end.length);
  getSelection().removeAllRanges(); getSelection().addRange(range);
}"""
SELECTED = {
    "over paragraphs": ("<p>one two</p><p>three four</p>", "two", "three", "<p>two</p><p>three</p>"),
    "inside a paragraph": ("<p>one <b>two three</b> four</p>", "two", "three", "<p>two three</p>"),
    "inside code": ("<pre>a = 1\nb = 2\nc = 3</pre>", "b", "2", "<pre>b = 2</pre>"),
    "items of a list": ("<ul><li>one</li><li>two</li><li>three</li></ul>", "two", "three",
                        "<ul><li>two</li><li>three</li></ul>"),
    "without scripts": ("<p>one<script>x()</script></p><p>two</p>", "one", "two", "<p>one</p><p>two</p>"),
}  # fmt: skip


@pytest.mark.parametrize(("body", "start", "end", "expected"), SELECTED.values(), ids=SELECTED)
def test_selection_is_captured_as_html(tab: Page, site: Site, body: str, start: str, end: str, expected: str) -> None:
    page = open_in(tab, site.put(f"<!doctype html><body>{body}"))
    page.evaluate(SELECT, [start, end])
    assert captured(page)["selection"] == expected


def test_selection_in_a_same_origin_frame_is_captured(tab: Page, site: Site) -> None:
    page = open_in(tab, site.put('<!doctype html><iframe srcdoc="<p>in the frame</p>"></iframe>'))
    page.frames[1].evaluate("getSelection().selectAllChildren(document.body)")
    assert "in the frame" in captured(page)["selection"]
