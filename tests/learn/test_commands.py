"""jingdu train and jingdu evaluate on a made-up corpus, as a user starts them."""

from __future__ import annotations

import json
import os
import random
import signal
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


def test_an_interrupted_training_goes_on_and_ends_with_the_same_bytes(corpus: Path, weights: Path) -> None:
    work, out = corpus.parent / "work", corpus.parent / "resumed"
    command = [sys.executable, "-m", "jingdu", "train", str(corpus), "--out", str(out), "--work", str(work)]
    started = subprocess.Popen([*command, "--generations", "100000"], stderr=subprocess.PIPE, encoding="utf-8")
    assert started.stderr
    assert any("first look" in line for line in started.stderr)
    started.send_signal(signal.SIGINT)
    _, said = started.communicate(timeout=60)
    assert started.returncode == 130
    assert "Traceback" not in said
    assert not out.exists()
    done = run("train", corpus, "--out", out, "--work", work, "--generations", "2")
    assert "from an earlier run" in done.stderr
    for name in ("support.json", "fused.json"):
        assert (out / name).read_bytes() == (weights / name).read_bytes()


def test_training_leaves_no_stages_behind_where_no_folder_is_named(corpus: Path, tmp_path: Path) -> None:
    env = os.environ | {"XDG_STATE_HOME": str(tmp_path)}
    command = [
        sys.executable,
        "-m",
        "jingdu",
        "train",
        str(corpus),
        "--out",
        str(tmp_path / "out"),
        "--generations",
        "0",
    ]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True, env=env)
    assert "sites 20/20" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["out"] or not list((tmp_path / "jingdu").glob("**/*.npz"))


def test_weights_that_cannot_be_written_are_told_in_one_sentence(corpus: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = run("train", corpus, "--out", tmp_path / "file", "--generations", "0", code=3)
    assert done.stderr.splitlines()[-1].startswith(f"jingdu: The weights could not be written to {tmp_path / 'file'}: ")


def test_all_measures_every_corpus_of_a_folder(tmp_path: Path) -> None:
    write(tmp_path / "one.jsonl", sites=4)
    write(tmp_path / "two.jsonl", sites=4, seed=2)
    done = run("evaluate", "--all", "--corpora", tmp_path, "--extractor", "wu2011")
    assert {pages for pages, _ in rows(done.stdout)} >= {"one", "two", "one/blog", "two/article"}


def test_all_without_a_corpus_says_what_to_do(tmp_path: Path) -> None:
    done = run("evaluate", "--all", "--corpora", tmp_path, code=3)
    assert done.stderr == f"jingdu: There is no corpus in {tmp_path}; name their folder with --corpora.\n"
    assert run("evaluate", code=3).stderr == "jingdu: No corpus is named; name one or more, or use --all.\n"


def test_compare_lists_the_pages_that_differ_most(corpus: Path) -> None:
    done = run("evaluate", corpus, "--compare", "support", "wu2011")
    first, _, *pages = done.stdout.splitlines()
    assert first.startswith("support less wu2011: +")
    assert "better on 40, worse on 0" in first
    gaps = [float(line.split()[-1]) for line in pages]
    assert len(gaps) == 30
    assert gaps == sorted(gaps, reverse=True)
    _, kind, ours, theirs, gap = pages[0].split()
    assert kind in ("made/article", "made/blog")
    assert float(ours) - float(theirs) == pytest.approx(float(gap), abs=0.002)


def test_show_tells_the_words_that_are_too_many_and_too_few(tmp_path: Path) -> None:
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


def test_json_holds_a_row_for_each_page_and_extractor(corpus: Path, tmp_path: Path) -> None:
    run("evaluate", corpus, "--extractor", "support", "--sample", "5", "--json", tmp_path / "rows.jsonl")
    told = [json.loads(line) for line in (tmp_path / "rows.jsonl").read_text("utf-8").splitlines()]
    assert len(told) == 5
    assert {row["extractor"] for row in told} == {"support"}
    assert all(row["score"] and row["seconds"] > row["parse"] > 0 for row in told)


def test_pages_of_which_nothing_is_to_come_out_are_counted_apart(tmp_path: Path) -> None:
    path = tmp_path / "odd.jsonl"
    made = page(site=1, number=1, rng=random.Random(4))
    odd = [{"id": "empty", "html": "<p><a href=/>Home</a>"}, {"id": "full", "html": made["html"]}]
    path.write_text("\n".join(map(json.dumps, [made, *odd])), "utf-8")
    done = run("evaluate", path, "--extractor", "support", "--table", "text")
    assert rows(done.stdout)["odd", "support"][0] == "1"
    assert "odd: 2 more pages have an empty truth and are in no F1 above; nothing came out of: support 1" in done.stdout


def test_fields_are_told_and_the_wrong_ones_listed(tmp_path: Path) -> None:
    path = tmp_path / "labelled.jsonl"
    made = [page(site=1, number=n, rng=random.Random(n)) for n in range(2)]
    titles = [row["text"].split("\n")[0] for row in made]
    made[0]["title"], made[1]["title"] = titles[0], "Another"
    path.write_text("\n".join(map(json.dumps, made)), "utf-8")
    done = run("evaluate", path, "--extractor", "support", "--table", "fields")
    assert rows(done.stdout, "Right fields")["labelled", "support"][1] == "0.500/2"
    done = run("evaluate", path, "--extractor", "support", "--wrong", "title")
    assert done.stdout == f"support labelled 1-1: 'Another', told {titles[1]!r}\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--table", "speeds"], "There is no table speeds; choose from overview, "),
        (["--wrong", "colour"], "There is no field colour; choose from title, "),
    ],
)
def test_an_unknown_table_or_field_is_told_with_the_known_ones(
    corpus: Path, arguments: list[str], sentence: str
) -> None:
    assert run("evaluate", corpus, *arguments, code=3).stderr.startswith(f"jingdu: {sentence}")


def test_training_an_unknown_extractor_is_a_wrong_command_line(corpus: Path) -> None:
    assert "invalid choice: 'magic'" in run("train", corpus, "--extractor", "magic", code=2).stderr
