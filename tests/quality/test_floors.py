"""Extraction is as good as it was: floors by extractor and corpus, in ``floors.json``.

The packaged weights are learned from the pages of these corpora and may know the fixtures'
kind: the floors, set a little under what was reached, guard against breaking what works.
How well pages never seen are read is measured by ``jingdu evaluate --folds``. Lowering a floor
needs a reason in the same commit.
"""

from __future__ import annotations

import json
import lzma
import os
from collections.abc import Mapping
from itertools import islice
from pathlib import Path
from statistics import mean
from typing import Any

import pytest

from jingdu import extractors
from jingdu.faults import Fault
from jingdu.learn.corpus import Example, load
from jingdu.learn.report.evaluate import Result, measure
from jingdu.learn.report.metrics import snippets
from jingdu.reading import read

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
CORPORA = Path(os.environ.get("JINGDU_CORPORA") or ROOT.parent / "shared" / "corpora")
FLOORS: Mapping[str, Mapping[str, float]] = json.loads((HERE / "floors.json").read_text("utf-8"))
SAMPLE = {"wcxb-dev": 30, "daniel-zh-dev": 10, "magic-html-article-dev": 10, "magic-html-forum-dev": 10}
"""Pages taken from each corpus, evenly from its first to its last."""

DEFAULT = "fused"


def long(value: str) -> Any:
    """A value that is checked with ``--long``."""
    return pytest.param(value, marks=pytest.mark.long)


def snippet_f1(extractor: str) -> float:
    """F1 of the strings that must and must not come out of the fixtures, all pages together."""
    hit = missed = wrong = 0
    for folder in sorted((HERE.parent / "pages").iterdir()):
        expected = json.loads((folder / "expected.json").read_text("utf-8"))
        try:
            text = read((folder / "page.html").read_bytes(), expected["url"], extractor=extractor).text
        except Fault:
            text = ""
        counts = snippets(text, expected.get("has", ()), expected.get("has_not", ()))
        hit, missed, wrong = hit + counts[0], missed + counts[1], wrong + counts[2]
    return 2 * hit / (2 * hit + missed + wrong)


@pytest.mark.sample("fused", "template")
@pytest.mark.parametrize("extractor", FLOORS["fixtures"])
def test_the_snippets_of_the_fixtures_reach_their_floor(extractor: str) -> None:
    assert snippet_f1(extractor) >= FLOORS["fixtures"][extractor]


def sample(corpus: str, folder: Path) -> list[Example]:
    """The sampled pages, read as any corpus is."""
    with lzma.open(CORPORA / f"{corpus}.jsonl.xz", "rt", encoding="utf-8") as lines:
        everything = list(lines)
    part = folder / f"{corpus}.jsonl"
    step = len(everything) // SAMPLE[corpus]
    part.write_text("".join(islice(everything, 0, step * SAMPLE[corpus], step)), "utf-8")
    return load(part)


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory, long_run: bool) -> list[Result]:
    """The default extractor on every sampled page; every extractor of ours with ``--long``."""
    if missing := [corpus for corpus in SAMPLE if not (CORPORA / f"{corpus}.jsonl.xz").is_file()]:
        pytest.skip(f"no {', '.join(missing)} in {CORPORA}; name a folder with them in JINGDU_CORPORA")
    folder = tmp_path_factory.mktemp("sample")
    examples = [example for corpus in SAMPLE for example in sample(corpus, folder)]
    assert len(examples) == sum(SAMPLE.values())
    return measure(examples, extractors.names() if long_run else [DEFAULT])


@pytest.mark.parametrize("corpus", SAMPLE)
@pytest.mark.parametrize("extractor", [name if name == DEFAULT else long(name) for name in extractors.names()])
def test_the_mean_word_f1_reaches_its_floor(measured: list[Result], corpus: str, extractor: str) -> None:
    scores = [one.f1 or 0.0 for one in measured if (one.corpus, one.extractor) == (corpus, extractor)]
    assert mean(scores) >= FLOORS[corpus][extractor]


def test_every_extractor_has_a_floor_for_every_corpus() -> None:
    assert set(FLOORS) == {"fixtures", *SAMPLE}
    for floors in FLOORS.values():
        assert set(floors) == set(extractors.names())


def test_the_default_has_higher_floors_than_the_published_tables() -> None:
    for corpus, floors in FLOORS.items():
        assert floors["fused"] > floors["wu2011"], corpus
