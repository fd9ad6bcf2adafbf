"""jingdu train on a made-up corpus, as a user starts it; what both commands refuse."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from jingdu.extractors import additive, fused, support
from jingdu.learn.report.metrics import word_f1
from jingdu.page.parse import parse
from jingdu.reading import article_of
from tests.learn.running import run
from tests.support.made_corpus import page


@pytest.mark.long
def test_the_same_seed_gives_the_same_bytes(corpus: Path, weights: Path) -> None:
    again = corpus.parent / "again"
    done = run("train", corpus, "--out", again, "--generations", "2")
    assert done.stdout.split() == [str(again / "support.json"), str(again / "fused.json")]
    for name in ("support.json", "fused.json"):
        assert (again / name).read_bytes() == (weights / name).read_bytes()


@pytest.mark.long
def test_another_seed_gives_other_weights(corpus: Path, weights: Path) -> None:
    run("train", corpus, "--out", corpus.parent / "other", "--seed", "2", "--generations", "2")
    ours, others = (json.loads((weights.parent / seed / "fused.json").read_text()) for seed in ("first", "other"))
    assert (ours["provenance"]["seed"], others["provenance"]["seed"]) == (1, 2)
    assert ours["trees"] != others["trees"]


def test_the_weights_learned_together_fit_each_other_and_are_as_they_are_written(weights: Path) -> None:
    texts = {name: (weights / f"{name}.json").read_text("utf-8") for name in ("support", "fused")}
    first, second = additive.from_json(texts["support"]), fused.from_json(texts["fused"])
    assert second.first == first.digest
    assert {"support": first.as_json(), "fused": second.as_json()} == texts


def test_learned_weights_name_corpus_metric_and_command(corpus: Path, weights: Path) -> None:
    provenance = json.loads((weights / "fused.json").read_text("utf-8"))["provenance"]
    assert provenance["pages"] > 40  # with the synthetic ones
    assert list(provenance["corpora"]) == ["made.jsonl"]
    assert provenance["command"] == "jingdu train --seed 1 --generations 2 made.jsonl"
    assert 0.9 < provenance["value"] <= 1


@pytest.mark.parametrize("name", ["support", "fused"])
def test_learned_weights_find_the_article_of_a_page_never_seen(weights: Path, name: str) -> None:
    first = additive.from_json((weights / "support.json").read_text("utf-8"))
    second = fused.from_json((weights / "fused.json").read_text("utf-8"))
    unseen = page(site=103, number=7, rng=random.Random(99))
    parsed = parse(unseen["html"])
    verdict = support.judge(parsed, first) if name == "support" else fused.judge(parsed, second, first)
    article = article_of(parsed, verdict)
    assert word_f1(f"{article.title} {article.text}", unseen["text"]).f1 > 0.9
    assert "All rights reserved" not in article.text


@pytest.mark.parametrize("command", ["train", "evaluate"])
def test_a_corpus_that_is_not_there_is_one_sentence(command: str, tmp_path: Path) -> None:
    done = run(command, tmp_path / "none.jsonl", code=3)
    assert done.stderr == f"jingdu: There is no corpus at {tmp_path / 'none.jsonl'}; name a .jsonl or .jsonl.xz file.\n"


@pytest.mark.parametrize("text", ["not json\n", '{"id": 1}\n'], ids=["no-json", "no-html"])
@pytest.mark.parametrize("command", ["train", "evaluate"])
def test_a_file_that_is_no_corpus_is_one_sentence(command: str, text: str, tmp_path: Path) -> None:
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


@pytest.mark.long
def test_an_interrupted_training_goes_on_and_ends_with_the_same_bytes(corpus: Path, weights: Path) -> None:
    work, out = corpus.parent / "work", corpus.parent / "resumed"
    command = [sys.executable, "-m", "jingdu", "train", str(corpus), "--out", str(out), "--work", str(work)]
    started = subprocess.Popen([*command, "--generations", "100000"], stderr=subprocess.PIPE, encoding="utf-8")
    assert started.stderr
    assert any("first stage" in line for line in started.stderr)
    started.send_signal(signal.SIGINT)
    _, said = started.communicate(timeout=600)
    assert started.returncode == 130
    assert "Traceback" not in said
    assert not out.exists()
    done = run("train", corpus, "--out", out, "--work", work, "--generations", "2")
    assert "from an earlier run" in done.stderr
    for name in ("support.json", "fused.json"):
        assert (out / name).read_bytes() == (weights / name).read_bytes()


@pytest.mark.long
def test_weights_that_cannot_be_written_are_reported_in_one_sentence(corpus: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = run("train", corpus, "--out", tmp_path / "file", "--generations", "0", code=3)
    assert done.stderr.splitlines()[-1].startswith(f"jingdu: {tmp_path / 'file'} could not be written: ")


def test_training_an_unknown_extractor_is_a_wrong_command_line(corpus: Path) -> None:
    assert "invalid choice: 'magic'" in run("train", corpus, "--extractor", "magic", code=2).stderr
