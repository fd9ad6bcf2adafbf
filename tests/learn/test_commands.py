"""jingdu train and jingdu evaluate on a made-up corpus, as a user starts them."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

from jingdu.extractors import fused, support
from jingdu.extractors.additive import from_json
from jingdu.learn.metrics import word_f1
from jingdu.page.parse import parse
from jingdu.reading import article_of
from made_pages import page, write


def run(*arguments: str | Path, code: int = 0) -> subprocess.CompletedProcess[str]:
    """Runs ``jingdu`` and expects its exit code."""
    command = [sys.executable, "-m", "jingdu", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, timeout=120)
    assert done.returncode == code, done.stderr
    return done


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("corpus") / "made.jsonl")


@pytest.fixture(scope="module")
def weights(corpus: Path) -> Path:
    """The folder of weights learned from the corpus, two generations of the swarm."""
    run("train", corpus, "--out", corpus.parent / "first", "--generations", "2")
    return corpus.parent / "first"


def test_the_same_seed_gives_the_same_bytes(corpus: Path, weights: Path) -> None:
    again = corpus.parent / "again"
    done = run("train", corpus, "--out", again, "--generations", "2")
    assert done.stdout.split() == [str(again / "support.json"), str(again / "fused.json")]
    for name in ("support.json", "fused.json"):
        assert (again / name).read_bytes() == (weights / name).read_bytes()


def test_another_seed_gives_other_weights(corpus: Path, weights: Path) -> None:
    run("train", corpus, "--out", corpus.parent / "other", "--seed", "2", "--generations", "2")
    ours, others = (json.loads((weights.parent / seed / "support.json").read_text()) for seed in ("first", "other"))
    assert (ours["provenance"]["seed"], others["provenance"]["seed"]) == (1, 2)


def test_learned_weights_tell_corpus_metric_and_command(corpus: Path, weights: Path) -> None:
    provenance = json.loads((weights / "fused.json").read_text("utf-8"))["provenance"]
    assert provenance["pages"] == 40
    assert list(provenance["corpora"]) == ["made.jsonl"]
    assert provenance["command"] == "jingdu train --seed 1 --generations 2 made.jsonl"
    assert 0.9 < provenance["value"] <= 1


@pytest.mark.parametrize("name", ["support", "fused"])
def test_learned_weights_find_the_article_of_a_page_never_seen(weights: Path, name: str) -> None:
    profiles = {file.stem: from_json(file.read_text("utf-8")) for file in weights.iterdir()}
    unseen = page(site=103, number=7, rng=random.Random(99))
    parsed = parse(unseen["html"])
    if name == "support":
        verdict = support.judge(parsed, profiles["support"])
    else:
        verdict = fused.judge(parsed, profiles["fused"], profiles["support"])
    article = article_of(parsed, verdict)
    assert word_f1(f"{article.title} {article.text}", unseen["text"]).f1 > 0.9
    assert "All rights reserved" not in article.text


def rows(printed: str, heading: str = "Word F1") -> dict[tuple[str, str], list[str]]:
    """The table under ``heading``, by pages and extractor."""
    (table,) = [part for part in printed.split("\n\n") if part.strip().startswith(heading)]
    lines = [line.split() for line in table.strip().splitlines()[2:] if "more pages" not in line]
    return {(line[0], line[1]): line[2:] for line in lines}


def test_evaluate_prints_a_row_for_each_extractor_and_kind_of_page(corpus: Path) -> None:
    done = run("evaluate", corpus, "--extractor", "wu2011", "--extractor", "support")
    table = rows(done.stdout)
    assert set(table) == set(product(["made", "made/article", "made/blog"], ["wu2011", "support"]))
    count, f1, interval, precision, recall, titled = table["made", "support"]
    low, high = map(float, interval.split("-"))
    assert count == "40"
    assert low <= float(f1) <= high
    assert 0.9 < float(f1) < float(titled) <= 1
    assert float(recall) < 1
    assert 0.9 < float(precision) <= 1
    assert table["made/article", "support"][0] == "20"


def test_evaluate_prints_snippets_and_times_beside_the_parse(corpus: Path) -> None:
    done = run("evaluate", corpus, "--extractor", "wu2011", "--extractor", "support", "--sample", "10")
    snippets = rows(done.stdout, "Snippets")
    assert float(snippets["made", "support"][1]) > float(snippets["made", "wu2011"][1])
    count, milliseconds, slow, ratio, slow_ratio = rows(done.stdout, "Milliseconds")["made", "support"]
    assert count == "10"
    assert 0 < float(milliseconds) <= float(slow)
    assert 1 < float(ratio) <= float(slow_ratio)


def test_evaluate_in_folds_learns_anew_for_each_part(corpus: Path) -> None:
    done = run(
        *("evaluate", corpus, "--folds", "2", "--generations", "0", "--extractor", "fused", "--extractor", "support")
    )
    assert done.stderr.count("first look") == 2
    table = rows(done.stdout)
    assert table["made", "fused"][0] == table["made", "support"][0] == "40"
    assert float(table["made", "support"][1]) > 0.9


def test_evaluate_of_a_sample_measures_that_many_pages(corpus: Path) -> None:
    done = run("evaluate", corpus, "--sample", "10", "--extractor", "wu2011")
    assert rows(done.stdout)["made", "wu2011"][0] == "10"


@pytest.mark.parametrize("command", ["train", "evaluate"])
def test_a_corpus_that_is_not_there_is_told_in_one_sentence(command: str, tmp_path: Path) -> None:
    done = run(command, tmp_path / "none.jsonl", code=3)
    assert done.stderr == f"jingdu: There is no corpus at {tmp_path / 'none.jsonl'}; name a .jsonl or .jsonl.xz file.\n"


@pytest.mark.parametrize(
    "text", ["not json\n", '{"id": 1}\n', "[1]\n", '"text"\n'], ids=["no-json", "no-html", "list", "string"]
)
@pytest.mark.parametrize("command", ["train", "evaluate"])
def test_a_file_that_is_no_corpus_is_told_in_one_sentence(command: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / "odd.jsonl"
    path.write_text(text, "utf-8")
    done = run(command, path, code=3)
    assert done.stderr.startswith(f"jingdu: {path} is not a corpus in the documented form")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("arguments", [["train"], ["evaluate", "--folds", "2"]], ids=["train", "folds"])
def test_pages_without_a_true_text_cannot_be_learned_from(arguments: list[str], tmp_path: Path) -> None:
    path = tmp_path / "snippets.jsonl"
    path.write_text('{"id": 1, "html": "<p>text</p>", "with": ["text"]}\n', "utf-8")
    done = run(*arguments, path, code=3)
    assert done.stderr == "jingdu: No page there has a true text to learn from.\n"


def test_an_unknown_extractor_is_told_with_the_known_ones(corpus: Path) -> None:
    done = run("evaluate", corpus, "--extractor", "magic", code=3)
    assert done.stderr.startswith("jingdu: magic is not here; choose from fused, ")
