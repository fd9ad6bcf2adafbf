# ruff: noqa: E501 - a hostile page
"""jingdu explain: the reasons add up, and the page it writes shows them and does nothing else."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from lxml import etree, html
from playwright.sync_api import Browser, Playwright
from playwright.sync_api import Page as Tab

from jingdu import extractors
from jingdu.explanation.inert import PLAIN
from jingdu.explanation.told import lines, said
from jingdu.explanation.write import boundary, document, shades
from jingdu.page.model import Reason, Verdict
from jingdu.page.parse import parse
from peer import environment

PAGES = Path(__file__).parent.parent / "pages"
NAMES = sorted(path.name for path in PAGES.iterdir() if (path / "page.html").is_file())
Run = Callable[..., "subprocess.CompletedProcess[bytes]"]


def fixture(name: str) -> str:
    return (PAGES / name / "page.html").read_bytes().decode("gbk" if name == "zh-gbk" else "utf-8")


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs ``jingdu explain`` in an empty home, where page.html is a Chinese page."""
    (tmp_path / "page.html").write_text(fixture("zh-news"), "utf-8")

    def run(*arguments: str) -> subprocess.CompletedProcess[bytes]:
        command = (sys.executable, "-P", "-m", "jingdu", "explain", *arguments)
        return subprocess.run(
            command, check=False, capture_output=True, cwd=tmp_path, env=environment(tmp_path), timeout=60
        )

    return run


def printed(ended: subprocess.CompletedProcess[bytes]) -> str:
    assert (ended.returncode, ended.stderr) == (0, b"")
    return ended.stdout.decode()


@pytest.mark.parametrize("name", extractors.names())
@pytest.mark.parametrize("slug", ["zh-news", "docs-code"])
def test_the_reasons_of_every_extractor_add_up_to_its_scores(name: str, slug: str) -> None:
    page = parse(fixture(slug))
    verdict = extractors.get(name)(page)
    if verdict.explain is None:
        assert f"The extractor {name} tells the scores of blocks, but not their reasons." in list(lines(page, verdict))
        return
    for block in page.blocks:
        reasons = verdict.explain(block.index)
        assert sum(reason.contribution for reason in reasons) == pytest.approx(verdict.scores[block.index], abs=1e-6)


def test_the_default_explains_itself() -> None:
    verdict = extractors.get(extractors.DEFAULT)(parse(fixture("en-blog")))
    assert verdict.explain is not None
    assert len(verdict.explain(0)) > 10


def test_text_tells_each_block_with_its_strongest_reasons(run: Run) -> None:
    page = parse(fixture("zh-news"))
    verdict = extractors.get("support")(page)
    first, *blocks = printed(run("page.html", "--extractor", "support")).split("\n\n")
    assert first == f"support: {sum(verdict.keep)} of {len(page.blocks)} blocks kept"
    assert len(blocks) == len(page.blocks)
    for block, told in zip(page.blocks, blocks, strict=True):
        head, *reasons = told.strip().splitlines()
        score = verdict.scores[block.index]
        kept = "kept" if verdict.keep[block.index] else "left"
        assert head.split()[:3] == [str(block.index), f"{score:+.4f}", kept]
        weights = [abs(float(reason.split()[0])) for reason in reasons]
        assert len(weights) == 4
        assert weights == sorted(weights, reverse=True)


def test_all_tells_every_reason_and_their_sum(run: Run) -> None:
    for told in printed(run("page.html", "--extractor", "wu2011", "--all")).split("\n\n")[1:]:
        head, *reasons, last = told.strip().splitlines()
        assert len(reasons) == 5
        assert last.endswith("sum of 5 reasons")
        assert last.split()[0] == head.split()[1]
        assert sum(float(reason.split()[0]) for reason in reasons) == pytest.approx(float(last.split()[0]), abs=3e-4)


def test_json_is_everything_that_is_known(run: Run) -> None:
    told = json.loads(printed(run("page.html", "--json", "--extractor", "wu2011", "--url", "https://example.org/a")))
    page = parse(fixture("zh-news"))
    assert (told["extractor"], told["url"], len(told["blocks"])) == (
        "wu2011",
        "https://example.org/a",
        len(page.blocks),
    )
    for block, one in zip(page.blocks, told["blocks"], strict=True):
        assert (one["text"], one["tag"]) == (block.text, block.box.tag)
        assert sum(reason["contribution"] for reason in one["reasons"]) == pytest.approx(one["score"])


def test_a_file_that_cannot_be_written_is_one_sentence(run: Run) -> None:
    ended = run("page.html", "--html", "none/out.html")
    assert ended.returncode == 3
    assert ended.stderr.decode() == "jingdu: none/out.html could not be written: No such file or directory.\n"


def test_a_page_cannot_speak_to_the_terminal(run: Run, tmp_path: Path) -> None:
    (tmp_path / "odd.html").write_text(
        "<p class='a\x1b[31m'>One\x1b]0;owned\x07 two\x9b31m three\x7f, four five.", "utf-8"
    )
    for form in ("--all", "--json"):
        told = printed(run("odd.html", form))
        assert not {code for code in map(ord, told) if code < 32 or 127 <= code < 160} - {9, 10}


def test_explaining_leaves_what_learns_alone(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(fixture("zh-news"), "utf-8")
    asked = "import sys; from jingdu.__main__ import main; main(['explain', 'page.html']); print(*sys.modules)"
    ended = subprocess.run(
        (sys.executable, "-c", asked), check=True, capture_output=True, cwd=tmp_path, env=environment(tmp_path)
    )
    modules = set(ended.stdout.decode().split())
    assert "jingdu.explanation.told" in modules
    assert not {name for name in modules if name.startswith(("jingdu.learn", "jieba"))}


@pytest.mark.parametrize(
    ("feature", "words"),
    [
        ("size", "size: x < 3"),
        ("size@-1", "size of the block before: x < 3"),
        ("size@1", "size of the block after: x < 3"),
        ("size@-2", "size 2 blocks before: x < 3"),
        ("size@3", "size 3 blocks after: x < 3"),
    ],
)
def test_a_neighbours_feature_is_told_in_words(feature: str, words: str) -> None:
    assert said(Reason(feature, "x < 3", 0.1)) == words


@pytest.mark.parametrize(
    ("scores", "keep", "between"),
    [
        ([1, 2, 3, 4], [False, False, True, True], (2, 3)),
        ([1, 2, 3, 4, 5], [False, True, False, True, True], (1, 2)),
        ([1, 2], [True, True], (-1, 1)),
        ([1, 2], [False, False], (2, 3)),
    ],
)
def test_the_boundary_parts_the_kept_from_the_others(
    scores: list[float], keep: list[bool], between: tuple[float, float]
) -> None:
    low, high = between
    assert low <= boundary(scores, keep) < high


def test_shades_grow_with_the_distance_from_the_boundary() -> None:
    assert shades(Verdict("any", [-9, -1, 0.5, 9], [False, False, True, True])) == ["a5", "a1", "f1", "f5"]
    assert shades(Verdict("any", [], [])) == []


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


def test_the_structure_of_the_page_stays() -> None:
    source = "<article><h2>Head</h2><ul><li>One <b>bold</b> item<li>Two</ul><x-box>Boxed<br>text</x-box></article>"
    tree = html.document_fromstring(written(f"<body>{source}<p></p><div><i></i></div></body>"))
    tags = [element.tag for element in tree.find(".//main").iter(etree.Element) if element.get("data-b") is None]
    assert tags == ["main", "div", "div", "article", "h2", "ul", "li", "b", "li", "div", "br"]


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
def test_a_hostile_page_does_nothing_in_a_browser(tab: Tab, tmp_path: Path) -> None:
    done = opened(tab, tmp_path, written(HOSTILE))
    for piece in tab.locator("[data-b]").all():
        piece.hover()
        piece.click()
    tab.wait_for_timeout(300)
    assert done == []


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


@pytest.mark.browser
def test_blocks_are_reached_by_keyboard(tab: Tab, tmp_path: Path) -> None:
    opened(tab, tmp_path, written(fixture("en-blog")))
    tab.keyboard.press("Tab")
    tab.keyboard.press("Tab")
    assert tab.locator("aside section:visible").get_attribute("id") == "w1"


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
