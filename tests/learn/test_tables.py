"""Groups, means and confidence intervals of measurements; scores of title, byline, date and language."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from jingdu.learn.corpus import Example, load
from jingdu.learn.report.evaluate import Result, titled
from jingdu.learn.report.groups import f1, groups, interval, mean
from jingdu.learn.report.metrics import Facts, Score, names_of, score_fields
from jingdu.learn.report.tables import all_lines


def measured(**given: Any) -> Result:
    score = given.pop("f1", None)
    defaults: dict[str, Any] = {
        "extractor": "ours", "example": "1", "corpus": "news", "kind": "news", "lang": "en", "site": "a",
        "score": None if score is None else Score(score, score, score), "titled": None, "empty": False,
        "truthless": False, "hits": (0, 0, 0, 0), "facts": Facts(), "fields": {}, "structure": {}, "gaps": {},
        "seconds": 0.01, "parse": 0.001,
    }  # fmt: skip
    return Result(**{**defaults, **given})


def test_groups_are_corpora_kinds_and_languages() -> None:
    found = [measured(example=str(n), lang="en" if n < 5 else "zh", kind="forum" if n else "shop") for n in range(10)]
    found += [measured(example=f"x{n}", corpus="other", kind="other", lang="zh-CN") for n in range(5)]
    sizes = {name: len(ones) for name, ones in groups(found)}
    assert sizes == {
        "news": 10, "news/forum": 9, "news/shop": 1, "news [en]": 5, "news [zh]": 5, "other": 5, "all [en]": 5,
        "all [zh]": 10,
    }  # fmt: skip


def test_means_ignore_pages_without_truth() -> None:
    assert mean([measured(f1=0.5), measured(f1=1.0), measured()], f1) == 0.75
    assert np.isnan(mean([measured()], f1))


def test_intervals_resample_sites_not_pages() -> None:
    rng = np.random.default_rng(1)
    scores = [0.2] * 20 + [0.8] * 20
    one_site_each = [measured(f1=score, site=f"{n}") for n, score in enumerate(scores)]
    two_sites = [measured(f1=score, site="a" if n < 20 else "b") for n, score in enumerate(scores)]
    low, high = interval(one_site_each, f1, rng)
    assert 0.35 < low < 0.5 < high < 0.65
    assert interval(two_sites, f1, rng) == pytest.approx((0.2, 0.8))


def test_snippets_are_summed_over_pages() -> None:
    found = [measured(hits=(3, 1, 0, 2)), measured(hits=(0, 0, 4, 1))]
    (line,) = [line for line in all_lines(found, ["snippets"], np.random.default_rng(1)) if line.startswith("news ")]
    assert [*line.split()[3:4], *line.split()[5:]] == [f"{6 / 11:.3f}", f"{3 / 7:.3f}", "0.750"]


def test_the_overview_has_a_column_per_extractor_and_stars_the_best() -> None:
    found = [measured(f1=0.5), measured(f1=0.8, extractor="theirs")]
    found += [
        measured(f1=score, extractor=name, corpus="old", kind="old") for name, score in (("ours", 0.9), ("theirs", 0.3))
    ]
    _, _, head, *lines = "\n".join(all_lines(found, ["overview"], np.random.default_rng(1))).split("\n")
    assert head.split() == ["pages", "n", "ours", "theirs"]
    assert [line.split() for line in lines] == [["news", "1", "0.500", "0.800*"], ["old", "1", "0.900*", "0.300"]]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Once upon a time.", "The Old Mill\n\nOnce upon a time."),
        ("The old mill\n\nOnce.", "The old mill\n\nOnce."),
        ("", "The Old Mill\n\n"),
    ],
)
def test_titles_are_prepended_unless_the_text_starts_with_them(text: str, expected: str) -> None:
    assert titled("The Old Mill", text) == expected
    assert titled(None, text) == text


def example(tmp_path: Path, **row: Any) -> Example:
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps({"id": "1", "html": "<p>", **row}), "utf-8")
    (one,) = load(path)
    return one


RIGHT: dict[str, tuple[str, str, dict[str | None, float]]] = {
    "title, by letters": ("title", 'The "Old" Mill', {
        "The “Old” Mill": 1, "the old mill!": 1, "Ｔhe Old Mill": 1, "The Old Mill - News": 0, None: 0,
    }),
    "byline, by names": ("author", "Ann Lee, Bo Chen", {
        "Ann Lee and Bo Chen": 1, "By Bo Chen, Ann Lee": 1, "ann lee & BO CHEN": 1, "Ann Lee": 0,
        "Ann Lee, Bo Chen, Cy Dee": 0, None: 0,
    }),
    "date, by day": ("date", "2025-03-04", {
        "2025-03-04T23:10:00+08:00": 1, "2025-03-05": 0, "2025-03": 0, None: 0,
    }),
    "month": ("date", "2025-03", {"2025-03-19": 1, "2025-04-19": 0}),
}  # fmt: skip
"""Comparison → label, the label's value, and found value → score."""
FOUND = {"title": "title", "author": "byline", "date": "published"}
SCORED = {"title": "title", "author": "byline", "date": "date"}
"""Label → name of the found fact, and name of the score."""


@pytest.mark.parametrize("kind", RIGHT)
def test_facts_are_compared_with_their_labels(tmp_path: Path, kind: str) -> None:
    label, expected, given = RIGHT[kind]
    labelled = example(tmp_path, **{label: expected})
    scores = {value: score_fields(Facts(**{FOUND[label]: value}), labelled) for value in given}
    assert {value: score[SCORED[label]] for value, score in scores.items()} == given


def test_chinese_names_are_split() -> None:
    assert names_of("记者：张建、周长庆") == {"张建", "周长庆"}


def test_first_line_of_the_truth_replaces_a_missing_title_label(tmp_path: Path) -> None:
    one = example(tmp_path, text="\n古城墙完工\n\n历时三年")
    assert score_fields(Facts(title="古城墙完工"), one) == {"first_line": 1.0}
    assert score_fields(Facts(title="历时三年"), one) == {"first_line": 0.0}
