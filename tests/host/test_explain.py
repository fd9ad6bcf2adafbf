"""Explanations: reasons that add up, as text, JSON and HTML; blocks chosen by the user are respected.

The HTML page of jingdu explain shows blocks with their reasons and loads nothing.
"""

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from lxml import html
from playwright.sync_api import Browser, Page as Tab, Playwright

from jingdu import extractors
from jingdu.__main__ import main
from jingdu.explain.document import document
from jingdu.explain.phrases import _OF, PHRASES, REGIONS, TRUNCATED, phrase, regions
from jingdu.extractors import additive, fused
from jingdu.faults import Fault
from jingdu.handlers import reading
from jingdu.page import parse as parsing
from jingdu.page.model import Verdict
from jingdu.page.parse import parse
from jingdu.protocol.reading import Explain, Extract
from jingdu.render.pagination import part
from tests.host.conftest import HTML, Run, printed
from tests.support import grown_pages
from tests.support.host_process import golden


@pytest.mark.parametrize("name", extractors.names())
def test_reasons_add_up_to_the_scores_of_every_extractor(name: str) -> None:
    assert grown_pages.unexplained(extractors.get(name)(grown_pages.fixture("zh-news"))) == []


def test_text_output_lists_blocks_with_their_strongest_reasons(run: Run) -> None:
    page = parse(HTML)
    verdict = extractors.get("support")(page)
    first, *blocks = printed(run("explain", "page.html", "--extractor", "support")).split("\n\n")
    assert first == f"support: {sum(verdict.keep)} of {len(page.blocks)} blocks kept"
    assert len(blocks) == len(page.blocks)
    for block, result in zip(page.blocks, blocks, strict=True):
        head, *reasons = result.strip().splitlines()
        score = verdict.scores[block.index]
        kept = "kept" if verdict.keep[block.index] else "left"
        assert head.split()[:3] == [str(block.index), f"{score:+.4f}", kept]
        weights = [abs(float(reason.split()[0])) for reason in reasons]
        assert len(weights) == 4
        assert weights == sorted(weights, reverse=True)


def test_json_output_is_complete(run: Run) -> None:
    result = json.loads(
        printed(run("explain", "page.html", "--json", "--extractor", "wu2011", "--url", "https://example.org/a"))
    )
    page = parse(HTML)
    assert (result["extractor"], result["url"]) == ("wu2011", "https://example.org/a")
    assert len(result["blocks"]) == len(page.blocks)
    for block, one in zip(page.blocks, result["blocks"], strict=True):
        assert (one["text"], one["tag"]) == (block.text, block.element.tag)
        assert sum(reason["contribution"] for reason in one["reasons"]) == pytest.approx(one["score"])


def test_write_errors_are_one_sentence(run: Run) -> None:
    result = run("explain", "page.html", "--html", "none/out.html")
    assert result.returncode == 3
    assert result.stderr.decode() == "jingdu: none/out.html could not be written: No such file or directory.\n"


PAGE, URL = HTML, golden("extract.request")["url"]
CODE = (
    "<title>Loops</title><article><h1>Loops</h1><p>A loop does the same thing several times, until what it asks for is "
    "true, which is told in its head.</p><pre>for n in lamps:\n  light(n)</pre><ul><li>The first loop, which lights "
    "every lamp of the harbour.</li><li>The second one, which puts them all out again before dawn.</li></ul></article>"
)


def request(html: str = PAGE, **more: object) -> Extract:
    return Extract(1, html, URL, None, False, None, True)._replace(**more)  # type: ignore[arg-type]


def marks(html: str) -> list[int]:
    return [int(number) for number in re.findall(r'<a id="jd-jingdu-block-(\d+)"', html)]


def test_every_learned_feature_has_a_phrase() -> None:
    learned = {term.column for term in additive.load("support").terms}
    learned |= {column.removeprefix(fused.AGAIN) for column, _ in fused.load("fused").trees.features}
    assert learned - _OF.keys() == set()
    assert {*map(phrase, learned)} <= {*PHRASES}


@pytest.mark.parametrize("html", [PAGE, CODE], ids=["chinese", "code and lists"])
def test_numbering_matches_explain_and_changes_only_anchors(html: str) -> None:
    blocks = reading.explain(Explain(1, html, URL, None)).blocks
    article = reading.extract(request(html, numbered=True)).article
    title, numbered = article["title"], article["html"]
    assert marks(numbered) == [n for n, block in enumerate(blocks) if block.kept and block.text != title]
    assert re.sub(r'<a id="jd-jingdu[^>]*></a>', "", numbered) == reading.extract(request(html)).article["html"]


def test_displayed_captions_and_notes_count_as_kept() -> None:
    more = "<figure><img src=/a.png width=800><figcaption><a href=/m>Mole</a></figcaption></figure>"
    loop = CODE.replace("<pre>", f"{more}<p>Loops end.<sup><a href=#n>1</a></sup></p><pre>", 1)
    blocks = reading.explain(request(f"{loop}<ol><li id=n>Or break.</ol><footer>Mole</footer>")).blocks
    assert [block.kept for block in blocks if "Mole" in block.text or "Or" in block.text] == [True, True, False]


def test_blocks_can_be_included_and_excluded() -> None:
    blocks = reading.explain(Explain(1, PAGE, URL, None)).blocks
    footer = next(n for n, block in enumerate(blocks) if "使用条款" in block.text)
    kept = next(n for n, block in enumerate(blocks) if "风筝" in block.text)
    html = reading.extract(request(put_in=[footer], left_out=[kept])).article["html"]
    assert "使用条款" in html and "风筝" not in html and "历时三年" in html


def test_excluding_everything_is_a_fault() -> None:
    with pytest.raises(Fault, match="article"):
        reading.extract(request(left_out=list(range(20))))


def test_truncation_is_reported(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In the reply, text, JSON and HTML, and for a further page."""
    assert not reading.explain(request()).truncated
    monkeypatch.setattr(parsing, "MAX_TAGS", 9)
    assert reading.explain(request()).truncated
    (tmp_path / "page.html").write_text(PAGE, "utf-8")
    for form in ([], ["--json"], ["--html", str(tmp_path / "why.html")]):
        main(["explain", str(tmp_path / "page.html"), *form])
        printed = capsys.readouterr()
        assert "part of its text is missing" in printed.err
        if form == ["--json"]:
            assert json.loads(printed.out)["truncated"]
        elif not form:
            assert TRUNCATED in printed.out
    assert TRUNCATED in (tmp_path / "why.html").read_text("utf-8")
    page = parsing.parse(PAGE)
    verdict = Verdict("all", [1.0] * len(page.blocks), [True] * len(page.blocks))
    assert part(page, verdict, 2, [page.title], []).truncated


@pytest.mark.parametrize(
    ("container", "region"),
    [
        ("<nav><div>{}</div></nav>", "menu"),
        ("<div role=navigation>{}</div>", "menu"),
        ("<div class='main-nav clearfix'>{}</div>", "menu"),
        ("<div id=disqusThread><section class=siteComments>{}</section></div>", "comments"),
        ("<aside>{}</aside>", "sidebar"),
        ("<aside><div class=social-share>{}</div></aside>", "share"),
        ("<div class='navigate'>{}</div>", "other"),
        ("<article><header>{}</header></article>", "other"),
        ("<header>{}</header>", "header"),
    ],
)
def test_blocks_have_the_region_of_their_nearest_container(container: str, region: str) -> None:
    page = parse(f"<p>before</p>{container.format('<p>one</p><p>two</p>')}<p>after</p>")
    assert regions(page) == ["other", region, region, "other"]


def test_every_region_has_a_message() -> None:
    words = json.loads((Path(__file__).parents[2] / "extension/_locales/en/messages.json").read_text("utf-8"))
    assert {key for key in words if key.startswith("region_")} == {f"region_{region}" for region in REGIONS}


@pytest.mark.parametrize("slug", [folder.name for folder in grown_pages.FOLDERS])
def test_every_block_is_marked_once_and_has_a_panel(slug: str) -> None:
    page = grown_pages.fixture(slug)
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


def open_page(tab: Tab, folder: Path, text: str) -> list[str]:
    """Opens the text as a file; the returned list collects requests, dialogs and console messages."""
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
def test_hovering_shows_the_reasons_and_clicking_pins_them(tab: Tab, tmp_path: Path) -> None:
    page = grown_pages.fixture("zh-news")
    verdict = extractors.get("wu2011")(page)
    done = open_page(tab, tmp_path, document(page, verdict))
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
def test_the_page_has_enough_contrast_in_light_and_dark(tab: Tab, tmp_path: Path, slug: str, scheme: str) -> None:
    tab.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page = grown_pages.fixture(slug)
    open_page(tab, tmp_path, document(page, extractors.get("support")(page)))
    tab.locator("[data-b]").first.hover()
    background = tab.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (sum(map(int, re.findall(r"\d+", background)[:3])) < 3 * 64) == (scheme == "dark")
    contrast = Axe().run(tab, options={"runOnly": ["color-contrast"]}).response["violations"]
    assert [node["html"] for rule in contrast for node in rule["nodes"]] == []
