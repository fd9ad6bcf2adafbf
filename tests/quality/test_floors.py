"""Extraction quality does not regress: minimum scores by extractor and corpus, in ``floors.json``.

The packaged weights are trained on these corpora and may know the kinds of fixtures, so these floors, slightly below
the current scores, only detect regressions. ``jingdu evaluate --folds`` measures quality on unseen pages. Lowering a
floor needs a reason in the same commit.
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
"""Number of pages of each corpus, spread evenly."""

DEFAULT = "fused"


def long(value: str) -> Any:
    """A parameter that runs with ``--long``."""
    return pytest.param(value, marks=pytest.mark.long)


def snippet_f1(extractor: str) -> float:
    """F1 of the required and forbidden strings of the fixtures, over all pages."""
    hit = missing = wrong = 0
    for folder in sorted((HERE.parent / "pages").iterdir()):
        expected = json.loads((folder / "expected.json").read_text("utf-8"))
        try:
            text = read((folder / "page.html").read_bytes(), expected["url"], extractor=extractor).text
        except Fault:
            text = ""
        counts = snippets(text, expected.get("has", ()), expected.get("has_not", ()))
        hit, missing, wrong = hit + counts[0], missing + counts[1], wrong + counts[2]
    return 2 * hit / (2 * hit + missing + wrong)


@pytest.mark.sample("fused", "template")
@pytest.mark.parametrize("extractor", FLOORS["fixtures"])
def test_snippet_f1_of_fixtures_reaches_its_floor(extractor: str) -> None:
    assert snippet_f1(extractor) >= FLOORS["fixtures"][extractor]


def sample(corpus: str, folder: Path) -> list[Example]:
    """The sampled pages of a corpus, loaded like any corpus."""
    with lzma.open(CORPORA / f"{corpus}.jsonl.xz", "rt", encoding="utf-8") as lines:
        everything = list(lines)
    part = folder / f"{corpus}.jsonl"
    step = len(everything) // SAMPLE[corpus]
    part.write_text("".join(islice(everything, 0, step * SAMPLE[corpus], step)), "utf-8")
    return load(part)


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory, long_run: bool) -> list[Result]:
    """The default extractor on every sampled page; every extractor with ``--long``."""
    if missing := [corpus for corpus in SAMPLE if not (CORPORA / f"{corpus}.jsonl.xz").is_file()]:
        pytest.skip(f"no {', '.join(missing)} in {CORPORA}; name a folder with them in JINGDU_CORPORA")
    folder = tmp_path_factory.mktemp("sample")
    examples = [example for corpus in SAMPLE for example in sample(corpus, folder)]
    assert len(examples) == sum(SAMPLE.values())
    return measure(examples, extractors.names() if long_run else [DEFAULT])


@pytest.mark.parametrize("corpus", SAMPLE)
@pytest.mark.parametrize("extractor", [name if name == DEFAULT else long(name) for name in extractors.names()])
def test_mean_word_f1_reaches_its_floor(measured: list[Result], corpus: str, extractor: str) -> None:
    scores = [one.f1 or 0.0 for one in measured if (one.corpus, one.extractor) == (corpus, extractor)]
    assert mean(scores) >= FLOORS[corpus][extractor]


def test_every_extractor_has_a_floor_for_every_corpus() -> None:
    assert set(FLOORS) == {"fixtures", *SAMPLE}
    for floors in FLOORS.values():
        assert set(floors) == set(extractors.names())


def test_the_default_has_higher_floors_than_wu2011() -> None:
    for corpus, floors in FLOORS.items():
        assert floors["fused"] > floors["wu2011"], corpus
