"""jingdu explain: the reasons add up, and are printed as text and JSON."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from jingdu import extractors
from jingdu.explain.phrases import lines
from jingdu.page.parse import parse
from tests.support.host_process import environment

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
