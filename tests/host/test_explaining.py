"""Why a block was kept: every block has its reasons, in phrases; an article follows the user's choice of blocks."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from jingdu.__main__ import main
from jingdu.explain.phrases import _OF, PHRASES, REGIONS, TRUNCATED, phrase, regions
from jingdu.extractors import additive, fused
from jingdu.faults import Fault
from jingdu.handlers import explain, extract
from jingdu.page import parse as parsing
from jingdu.page.model import Verdict
from jingdu.page.parse import parse
from jingdu.protocol.explaining import Explain
from jingdu.protocol.reading import Extract
from jingdu.render.pagination import part
from tests.support.host_process import golden

PAGE, URL = golden("extract.request")["html"], golden("extract.request")["url"]
CODE = (
    "<title>Loops</title><article><h1>Loops</h1><p>A loop does the same thing several times, until what it asks for is "
    "true, which is told in its head.</p><pre>for n in lamps:\n  light(n)</pre><ul><li>The first loop, which lights "
    "every lamp of the harbour.</li><li>The second one, which puts them all out again before dawn.</li></ul></article>"
)


def asked(html: str = PAGE, **more: object) -> Extract:
    return Extract(1, html, URL, None, False, None, True)._replace(**more)  # type: ignore[arg-type]


def marks(html: str) -> list[int]:
    return [int(number) for number in re.findall(r'<a id="jd-jingdu-block-(\d+)"', html)]


def test_every_feature_that_is_learned_has_a_phrase() -> None:
    learned = {term.column for term in additive.load("support").terms}
    learned |= {column.removeprefix(fused.AGAIN) for column, _ in fused.load("fused").trees.features}
    assert learned - _OF.keys() == set()
    assert {*map(phrase, learned)} <= {*PHRASES}


@pytest.mark.parametrize("html", [PAGE, CODE], ids=["chinese", "code and lists"])
def test_numbered_blocks_are_those_of_explain_and_change_nothing_else(html: str) -> None:
    blocks = explain.handle(Explain(1, html, URL, None)).blocks
    article = extract.extract(asked(html, numbered=True)).article
    assert marks(article.html) == [n for n, block in enumerate(blocks) if block.kept and block.text != article.title]
    assert re.sub(r'<a id="jd-jingdu[^>]*></a>', "", article.html) == extract.extract(asked(html)).article.html


def test_a_block_is_included_and_another_excluded() -> None:
    blocks = explain.handle(Explain(1, PAGE, URL, None)).blocks
    footer = next(n for n, block in enumerate(blocks) if "使用条款" in block.text)
    kept = next(n for n, block in enumerate(blocks) if "风筝" in block.text)
    html = extract.extract(asked(put_in=[footer], left_out=[kept])).article.html
    assert "使用条款" in html and "风筝" not in html and "历时三年" in html


def test_excluding_everything_is_a_fault() -> None:
    with pytest.raises(Fault, match="article"):
        extract.extract(asked(left_out=list(range(20))))


def test_truncation_is_reported(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In the reply, the text, the JSON, the tinted page; and of a further page."""
    assert not explain.handle(asked()).truncated
    monkeypatch.setattr(parsing, "MAX_TAGS", 9)
    assert explain.handle(asked()).truncated
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
    ("around", "region"),
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
def test_a_block_has_the_region_of_its_nearest_container(around: str, region: str) -> None:
    page = parse(f"<p>before</p>{around.format('<p>one</p><p>two</p>')}<p>after</p>")
    assert regions(page) == ["other", region, region, "other"]


def test_every_region_has_words() -> None:
    words = json.loads((Path(__file__).parents[2] / "extension/_locales/en/messages.json").read_text("utf-8"))
    assert {key for key in words if key.startswith("region_")} == {f"region_{region}" for region in REGIONS}
