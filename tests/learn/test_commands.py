"""jingdu train on a generated corpus; inputs that both commands reject."""

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


def test_trained_weights_are_consistent_and_round_trip(weights: Path) -> None:
    texts = {name: (weights / f"{name}.json").read_text("utf-8") for name in ("support", "fused")}
    first, second = additive.from_json(texts["support"]), fused.from_json(texts["fused"])
    assert second.first == first.digest
    assert {"support": first.as_json(), "fused": second.as_json()} == texts


def test_trained_weights_record_corpus_metric_and_command(corpus: Path, weights: Path) -> None:
    provenance = json.loads((weights / "fused.json").read_text("utf-8"))["provenance"]
    assert provenance["pages"] > 40  # including synthetic pages
    assert list(provenance["corpora"]) == ["made.jsonl"]
    assert provenance["command"] == "jingdu train --seed 1 --generations 2 made.jsonl"
    assert 0.9 < provenance["value"] <= 1


@pytest.mark.parametrize("name", ["support", "fused"])
def test_trained_weights_extract_an_unseen_page(weights: Path, name: str) -> None:
    first = additive.from_json((weights / "support.json").read_text("utf-8"))
    second = fused.from_json((weights / "fused.json").read_text("utf-8"))
    unseen = page(site=103, number=7, rng=random.Random(99))
    parsed = parse(unseen["html"])
    verdict = support.judge(parsed, first) if name == "support" else fused.judge(parsed, second, first)
    article = article_of(parsed, verdict)
    assert word_f1(f"{article.title} {article.text}", unseen["text"]).f1 > 0.9
    assert "All rights reserved" not in article.text


NO_CORPUS = "is not a corpus in the documented form"
INVALID = {
    "missing file": (None, "There is no corpus at {}; name a .jsonl or .jsonl.xz file."),
    "not JSON": ("not json\n", NO_CORPUS),
    "no HTML": ('{"id": 1}\n', NO_CORPUS),
    "no true text": ('{"id": 1, "html": "<p>text</p>", "with": ["text"]}\n', "No page there has a true text"),
}


@pytest.mark.sample("missing file-train", "not JSON-train", "no HTML-train", "no true text-train", "missing file-folds")
@pytest.mark.parametrize("command", [["train"], ["evaluate", "--folds", "2"]], ids=["train", "folds"])
@pytest.mark.parametrize("kind", INVALID)
def test_invalid_corpora_are_reported_in_one_sentence(command: list[str], kind: str, tmp_path: Path) -> None:
    path, (text, sentence) = tmp_path / "odd.jsonl", INVALID[kind]
    if text:
        path.write_text(text, "utf-8")
    stderr = run(*command, path, code=3).stderr
    assert stderr.startswith("jingdu: ") and sentence.format(path) in stderr and stderr.count("\n") == 1


@pytest.mark.long
@pytest.mark.usefixtures("interruptible")
def test_interrupted_training_writes_nothing(corpus: Path, tmp_path: Path) -> None:
    out = tmp_path / "weights"
    command = [sys.executable, "-m", "jingdu", "train", str(corpus), "--out", str(out)]
    started = subprocess.Popen([*command, "--generations", "100000"], stderr=subprocess.PIPE, encoding="utf-8")
    assert started.stderr
    assert any("first stage" in line for line in started.stderr)
    started.send_signal(signal.SIGINT)
    _, stderr = started.communicate(timeout=600)
    assert started.returncode == 130
    assert "Traceback" not in stderr
    assert not out.exists()


@pytest.mark.long
def test_training_is_deterministic(corpus: Path, weights: Path, tmp_path: Path) -> None:
    run("train", corpus, "--out", tmp_path, "--generations", "2")
    for name in ("support.json", "fused.json"):
        assert (tmp_path / name).read_bytes() == (weights / name).read_bytes()


@pytest.mark.long
def test_write_errors_are_reported_in_one_sentence(corpus: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = run("train", corpus, "--out", tmp_path / "file", "--generations", "0", code=3)
    assert done.stderr.splitlines()[-1].startswith(f"jingdu: {tmp_path / 'file'} could not be written: ")
