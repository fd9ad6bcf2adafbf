"""jingdu evaluate on a generated corpus, and cross-validation by site."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from jingdu.extractors import entropy, fused, sited, support
from jingdu.learn.corpus import Example, fold_of, load
from jingdu.learn.train.swarm import Swarm
from jingdu.learn.train.trainers import cross_validated
from jingdu.page.parse import parse
from tests.learn.running import rows, run
from tests.support.made_corpus import page, write


def test_evaluate_prints_f1_snippets_and_times(corpus: Path) -> None:
    printed = run("evaluate", corpus, "--extractor", "wu2011", "--extractor", "support").stdout
    table = rows(printed)
    assert set(table) == set(product(["made", "made/article", "made/blog"], ["wu2011", "support"]))
    count, f1, interval, precision, recall, titled = table["made", "support"]
    low, high = map(float, interval.split("-"))
    assert count == "40"
    assert low <= float(f1) <= high
    assert 0.9 < float(f1) < float(titled) <= 1
    assert float(recall) < 1
    assert 0.9 < float(precision) <= 1
    assert table["made/article", "support"][0] == "20"
    snippets = rows(printed, "Snippets")
    assert float(snippets["made", "support"][1]) > float(snippets["made", "wu2011"][1])
    count, milliseconds, slow, ratio, slow_ratio = rows(printed, "Milliseconds")["made", "support"]
    assert count == "40"
    assert 0 < float(milliseconds) <= float(slow)
    assert 1 < float(ratio) <= float(slow_ratio)


@pytest.mark.long
def test_evaluate_with_folds_trains_for_each_fold(corpus: Path) -> None:
    done = run(
        *("evaluate", corpus, "--folds", "2", "--generations", "0", "--extractor", "fused", "--extractor", "support")
    )
    assert done.stderr.count("first stage") == 2
    table = rows(done.stdout)
    assert table["made", "fused"][0] == table["made", "support"][0] == "40"
    assert float(table["made", "support"][1]) > 0.9


def test_all_option_measures_every_corpus_in_a_folder(tmp_path: Path) -> None:
    write(tmp_path / "one.jsonl", sites=4)
    write(tmp_path / "two.jsonl", sites=4, seed=2)
    done = run("evaluate", "--all", "--corpora", tmp_path, "--extractor", "wu2011")
    assert {pages for pages, _ in rows(done.stdout)} >= {"one", "two", "one/blog", "two/article"}


def test_all_option_without_a_corpus_is_an_error(tmp_path: Path) -> None:
    done = run("evaluate", "--all", "--corpora", tmp_path, code=3)
    assert done.stderr == f"jingdu: There is no corpus in {tmp_path}; name their folder with --corpora.\n"
    assert run("evaluate", code=2).stderr == "jingdu: No corpus is named; name one or more, or use --all.\n"


@pytest.mark.long
def test_compare_lists_the_pages_that_differ_most(corpus: Path) -> None:
    first, _, *pages = run("evaluate", corpus, "--compare", "support", "wu2011").stdout.splitlines()
    assert first.startswith("support less wu2011: +")
    assert "better on 40, worse on 0" in first
    gaps = [float(line.split()[-1]) for line in pages]
    assert len(gaps) == 30
    assert gaps == sorted(gaps, reverse=True)
    _, kind, ours, theirs, gap = pages[0].split()
    assert kind in ("made/article", "made/blog")
    assert float(ours) - float(theirs) == pytest.approx(float(gap), abs=0.002)


@pytest.mark.long
def test_show_lists_extra_and_missing_words(tmp_path: Path) -> None:
    made = page(site=1, number=1, rng=random.Random(4))
    made["text"] = made["text"].replace(".", " farewell.", 1)
    path = tmp_path / "one.jsonl"
    path.write_text(json.dumps(made), "utf-8")
    done = run("evaluate", path, "--compare", "support", "wu2011", "--show", made["id"])
    ours, theirs = done.stdout.split("wu2011: ")
    assert "  - [1] farewell\n" in ours
    assert "  - [1] farewell\n" in theirs
    assert "All rights reserved" in theirs
    assert "All rights reserved" not in ours
    assert run("evaluate", path, "--show", "none", code=3).stderr == "jingdu: No page there has the id none.\n"


@pytest.mark.long
def test_json_output_has_a_row_for_each_page_and_extractor(corpus: Path, tmp_path: Path) -> None:
    run("evaluate", corpus, "--extractor", "support", "--sample", "5", "--json", tmp_path / "rows.jsonl")
    found = [json.loads(line) for line in (tmp_path / "rows.jsonl").read_text("utf-8").splitlines()]
    assert len(found) == 5
    assert {row["extractor"] for row in found} == {"support"}
    assert all(row["score"] and row["seconds"] > row["parse"] > 0 for row in found)


def test_pages_without_true_text_are_counted_separately(tmp_path: Path) -> None:
    path = tmp_path / "odd.jsonl"
    made = page(site=1, number=1, rng=random.Random(4))
    odd = [{"id": "empty", "html": "<p><a href=/>Home</a>"}, {"id": "full", "html": made["html"]}]
    path.write_text("\n".join(map(json.dumps, [made, *odd])), "utf-8")
    done = run("evaluate", path, "--extractor", "support", "--table", "text")
    assert rows(done.stdout)["odd", "support"][0] == "1"
    assert "odd: 2 more pages have an empty truth and are in no F1 above; empty outputs: support 1" in done.stdout


@pytest.mark.long
def test_fields_are_measured_and_errors_listed(tmp_path: Path) -> None:
    path = tmp_path / "labelled.jsonl"
    made = [page(site=1, number=n, rng=random.Random(n)) for n in range(2)]
    titles = [row["text"].split("\n")[0] for row in made]
    made[0]["title"], made[1]["title"] = titles[0], "Another"
    path.write_text("\n".join(map(json.dumps, made)), "utf-8")
    done = run("evaluate", path, "--extractor", "support", "--table", "fields")
    assert rows(done.stdout, "Right fields")["labelled", "support"][1] == "0.500/2"
    done = run("evaluate", path, "--extractor", "support", "--wrong", "title")
    assert done.stdout == f"support labelled 1-1: 'Another', given {titles[1]!r}\n"


@pytest.fixture(scope="module")
def examples(tmp_path_factory: pytest.TempPathFactory) -> list[Example]:
    return load(write(tmp_path_factory.mktemp("corpus") / "made.jsonl"))


@pytest.mark.long
def test_weights_of_each_fold_can_be_used(examples: list[Example]) -> None:
    names = ["fused", "entropy", "wu2011"]
    _, learned = next(cross_validated(examples, examples, names, 2, 1, Swarm(generations=0), lambda text: None))
    assert set(learned) == {"support", "fused", "sited", "entropy"}
    page = parse(next(example.html for example in examples if fold_of(example.site, 2) == 0))
    first = support.judge(page, **learned["support"])
    assert len(set(first.scores)) > 1
    assert list(first.scores) != list(support.judge(page).scores)
    assert any(fused.judge(page, **learned["fused"]).keep)
    assert learned["sited"] == learned["fused"]
    assert sited.judge(page, **learned["sited"]).scores == fused.judge(page, **learned["fused"]).scores
    assert isinstance(learned["entropy"]["profile"], entropy.Settings)


@pytest.mark.long
def test_folds_are_trained_without_their_own_sites(examples: list[Example]) -> None:
    """A word that occurs only on the sites of one fold is known only if that fold is in the training set."""
    animals = ("zebra", "antelope")
    marked = [replace(one, html=one.html.replace("Privacy", animals[fold_of(one.site, 2)])) for one in examples]
    _, learned = next(cross_validated(marked, marked, ["support"], 2, 1, Swarm(generations=0), lambda text: None))
    lexicon = learned["support"]["profile"].lexicon
    assert animals[1] in lexicon.cues
    assert animals[0] not in lexicon.cues
