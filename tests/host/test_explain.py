"""Why a block was kept: reasons that add up, as text, JSON and phrases; the choice of blocks is followed."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from jingdu import extractors
from jingdu.__main__ import main
from jingdu.explain.phrases import _OF, PHRASES, REGIONS, TRUNCATED, lines, phrase, regions
from jingdu.extractors import additive, fused
from jingdu.faults import Fault
from jingdu.handlers import reading
from jingdu.page import parse as parsing
from jingdu.page.model import Verdict
from jingdu.page.parse import parse
from jingdu.protocol.reading import Explain, Extract
from jingdu.render.pagination import part
from tests.support.host_process import environment, golden

PAGES = Path(__file__).parent.parent / "pages"
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
            command, check=False, capture_output=True, cwd=tmp_path, env=environment(tmp_path), timeout=600
        )

    return run


def printed(ended: subprocess.CompletedProcess[bytes]) -> str:
    assert (ended.returncode, ended.stderr) == (0, b"")
    return ended.stdout.decode()


@pytest.mark.parametrize("name", extractors.names())
def test_the_reasons_of_every_extractor_add_up_to_its_scores(name: str) -> None:
    page = parse(fixture("zh-news"))
    verdict = extractors.get(name)(page)
    if verdict.explain is None:
        assert f"The extractor {name} gives scores of blocks, but no reasons." in list(lines(page, verdict))
        return
    for block in page.blocks:
        reasons = verdict.explain(block.index)
        assert sum(reason.contribution for reason in reasons) == pytest.approx(verdict.scores[block.index], abs=1e-6)


def test_text_lists_each_block_with_its_strongest_reasons(run: Run) -> None:
    page = parse(fixture("zh-news"))
    verdict = extractors.get("support")(page)
    first, *blocks = printed(run("page.html", "--extractor", "support")).split("\n\n")
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


def test_json_is_everything_that_is_known(run: Run) -> None:
    result = json.loads(printed(run("page.html", "--json", "--extractor", "wu2011", "--url", "https://example.org/a")))
    page = parse(fixture("zh-news"))
    assert (result["extractor"], result["url"], len(result["blocks"])) == (
        "wu2011",
        "https://example.org/a",
        len(page.blocks),
    )
    for block, one in zip(page.blocks, result["blocks"], strict=True):
        assert (one["text"], one["tag"]) == (block.text, block.box.tag)
        assert sum(reason["contribution"] for reason in one["reasons"]) == pytest.approx(one["score"])


def test_a_file_that_cannot_be_written_is_one_sentence(run: Run) -> None:
    ended = run("page.html", "--html", "none/out.html")
    assert ended.returncode == 3
    assert ended.stderr.decode() == "jingdu: none/out.html could not be written: No such file or directory.\n"


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
    blocks = reading.explain(Explain(1, html, URL, None)).blocks
    article = reading.extract(asked(html, numbered=True)).article
    assert marks(article.html) == [n for n, block in enumerate(blocks) if block.kept and block.text != article.title]
    assert re.sub(r'<a id="jd-jingdu[^>]*></a>', "", article.html) == reading.extract(asked(html)).article.html


def test_a_block_is_included_and_another_excluded() -> None:
    blocks = reading.explain(Explain(1, PAGE, URL, None)).blocks
    footer = next(n for n, block in enumerate(blocks) if "使用条款" in block.text)
    kept = next(n for n, block in enumerate(blocks) if "风筝" in block.text)
    html = reading.extract(asked(put_in=[footer], left_out=[kept])).article.html
    assert "使用条款" in html and "风筝" not in html and "历时三年" in html


def test_excluding_everything_is_a_fault() -> None:
    with pytest.raises(Fault, match="article"):
        reading.extract(asked(left_out=list(range(20))))


def test_truncation_is_reported(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In the reply, the text, the JSON, the tinted page; and of a further page."""
    assert not reading.explain(asked()).truncated
    monkeypatch.setattr(parsing, "MAX_TAGS", 9)
    assert reading.explain(asked()).truncated
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
