# ruff: noqa: E501 - a hostile page
"""The page that jingdu explain writes: it shows the blocks with their reasons and does nothing else."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from lxml import html
from playwright.sync_api import Browser, Playwright
from playwright.sync_api import Page as Tab

from jingdu import extractors
from jingdu.explain.document import PLAIN, document
from jingdu.page.parse import parse

PAGES = Path(__file__).parent.parent / "pages"
NAMES = sorted(path.name for path in PAGES.iterdir() if (path / "page.html").is_file())


def fixture(name: str) -> str:
    return (PAGES / name / "page.html").read_bytes().decode("gbk" if name == "zh-gbk" else "utf-8")


HOSTILE = """<html lang='en onload=alert(1)'><head><title></title><script>alert(1)</script></title>
<base href=//evil.example/><meta http-equiv=refresh content='0;url=//evil.example'>
<style>@import "//evil.example/a.css"; body{background:url(//evil.example/b.png)}</style><link rel=stylesheet href=//evil.example/c.css>
</head><body onload=alert(1) style="background:url(//evil.example/d.png)">
<p class='x" onmouseover="alert(1)' onclick=alert(1)>A first paragraph with &lt;script&gt;alert(1)&lt;/script&gt; in it, and more.
<p id='w0"><script>alert(1)</script>'><a href="javascript:alert(1)">A link that would run a script if it was one</a></p>
<img src=//evil.example/e.png onerror=alert(1) alt='"><img src=//evil.example/f.png onerror=alert(1)>'>
<svg onload=alert(1)><text>drawn</text></svg><math href=javascript:alert(1)><mi>x</mi></math>
<iframe src=//evil.example/g></iframe><object data=//evil.example/h></object><embed src=//evil.example/i></embed>
<form action=//evil.example/j><input autofocus onfocus=alert(1)><button formaction=javascript:alert(1)>Send this to us</button></form>
<table><tr><td colspan='2" onclick="alert(1)' rowspan=2 background=//evil.example/k>A cell of a table, with some text</table>
<video src=//evil.example/l poster=//evil.example/m></video><x-y onclick=alert(1)>A custom element, with some text.</x-y>
<noscript><p title="</noscript><img src=x onerror=alert(1)>">Without scripts</noscript><plaintext>The end, </main><script>alert(1)"""


def written(source: str, name: str = "support", url: str | None = None) -> str:
    page = parse(source, url)
    return document(page, extractors.get(name)(page))


def test_of_a_hostile_page_only_bare_tags_and_text_are_left() -> None:
    tree = html.document_fromstring(written(HOSTILE, url="https://site.example/'\"><script>alert(1)</script>"))
    (main,) = tree.iter("main")
    shown = {*PLAIN, "div", "span", "br"}
    for element in main.iterdescendants():
        assert element.tag in shown
        assert set(element.attrib) <= {"class", "data-b", "tabindex", "colspan", "rowspan"}
        assert re.fullmatch(r"b [fa][1-5]( kept)?|link|picture|", element.get("class", ""))
    assert len(list(tree.iter("script"))) == 1
    assert "alert(1)" in main.text_content()
    assert tree.get("lang") == "en"
    assert main.xpath(".//td")[0].attrib == {"rowspan": "2"}


@pytest.mark.parametrize("slug", NAMES)
def test_every_block_is_marked_once_and_has_its_panel(slug: str) -> None:
    page = parse(fixture(slug))
    tree = html.document_fromstring(document(page, extractors.get("support")(page)))
    pieces: dict[int, str] = {}
    for piece in tree.iterfind(".//main//*[@data-b]"):
        index = int(piece.get("data-b", ""))
        pieces[index] = pieces.get(index, "") + "".join(map(str, piece.itertext()))
    assert {at: "".join(text.split()) for at, text in pieces.items()} == {
        block.index: "".join(block.text.split()) for block in page.blocks
    }
    assert [panel.get("id") for panel in tree.iterfind(".//aside/section")] == [
        f"w{n}" for n in range(len(page.blocks))
    ]


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    browser = playwright.chromium.launch(executable_path=os.environ["JINGDU_CHROMIUM"])
    yield browser
    browser.close()


@pytest.fixture
def tab(browser: Browser) -> Iterator[Tab]:
    tab = browser.new_page(viewport={"width": 1280, "height": 800})
    yield tab
    tab.close()


def opened(tab: Tab, folder: Path, text: str) -> list[str]:
    """Opens the text as a file; the list fills with what it does besides: requests, dialogs, messages."""
    done: list[str] = []
    tab.on("request", lambda request: done.append(request.url))
    tab.on("dialog", lambda dialog: (done.append(dialog.message), dialog.dismiss()))
    tab.on("console", lambda message: done.append(message.text))
    tab.on("pageerror", lambda error: done.append(str(error)))
    path = folder / "out.html"
    path.write_text(text, "utf-8")
    tab.goto(path.as_uri())
    assert done.pop(0) == path.as_uri()
    return done


@pytest.mark.browser
def test_pointing_at_a_block_shows_its_reasons_and_a_click_holds_them(tab: Tab, tmp_path: Path) -> None:
    page = parse(fixture("zh-news"))
    verdict = extractors.get("wu2011")(page)
    done = opened(tab, tmp_path, document(page, verdict))
    panels = tab.locator("aside section:visible")
    assert panels.count() == 0
    tab.locator('[data-b="4"]').first.hover()
    assert panels.count() == 1
    assert panels.first.inner_text().startswith(f"{verdict.scores[4]:+.4f} · ")
    tab.locator('[data-b="0"]').first.click()
    tab.locator('[data-b="4"]').first.hover()
    assert panels.first.get_attribute("id") == "w0"
    tab.keyboard.press("Escape")
    tab.locator('[data-b="5"]').first.hover()
    assert panels.first.get_attribute("id") == "w5"
    assert done == []


@pytest.mark.sample("dark-en-blog")
@pytest.mark.browser
@pytest.mark.parametrize("slug", ["zh-news", "en-blog", "ar-rtl", "old-table"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_can_be_read_in_light_and_dark(tab: Tab, tmp_path: Path, slug: str, scheme: str) -> None:
    tab.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    opened(tab, tmp_path, written(fixture(slug)))
    tab.locator("[data-b]").first.hover()
    ground = tab.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (sum(map(int, re.findall(r"\d+", ground)[:3])) < 3 * 64) == (scheme == "dark")
    contrast = Axe().run(tab, options={"runOnly": ["color-contrast"]}).response["violations"]
    assert [node["html"] for rule in contrast for node in rule["nodes"]] == []
