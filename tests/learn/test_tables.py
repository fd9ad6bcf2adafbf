"""Groups, means and intervals of what was measured."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from jingdu.learn.report.evaluate import Measured, titled
from jingdu.learn.report.groups import f1, groups, interval, mean
from jingdu.learn.report.metrics import Facts, Score
from jingdu.learn.report.tables import all_lines


def measured(**given: Any) -> Measured:
    score = given.pop("f1", None)
    usual: dict[str, Any] = {
        "extractor": "ours", "example": "1", "corpus": "news", "kind": "news", "lang": "en", "site": "a",
        "score": None if score is None else Score(score, score, score), "titled": None, "empty": False,
        "truthless": False, "hits": (0, 0, 0, 0), "facts": Facts(), "fields": {}, "structure": {}, "gaps": {},
        "seconds": 0.01, "parse": 0.001,
    }  # fmt: skip
    return Measured(**{**usual, **given})


def test_groups_are_corpora_kinds_and_languages() -> None:
    found = [measured(example=str(n), lang="en" if n < 5 else "zh", kind="forum" if n else "shop") for n in range(10)]
    found += [measured(example=f"x{n}", corpus="other", kind="other", lang="zh-CN") for n in range(5)]
    sizes = {name: len(ones) for name, ones in groups(found)}
    assert sizes == {
        "news": 10, "news/forum": 9, "news/shop": 1, "news [en]": 5, "news [zh]": 5, "other": 5, "all [en]": 5,
        "all [zh]": 10,
    }  # fmt: skip


def test_a_mean_is_of_the_pages_that_have_a_truth() -> None:
    assert mean([measured(f1=0.5), measured(f1=1.0), measured()], f1) == 0.75
    assert np.isnan(mean([measured()], f1))


def test_an_interval_draws_sites_not_pages() -> None:
    rng = np.random.default_rng(1)
    scores = [0.2] * 20 + [0.8] * 20
    one_site_each = [measured(f1=score, site=f"{n}") for n, score in enumerate(scores)]
    two_sites = [measured(f1=score, site="a" if n < 20 else "b") for n, score in enumerate(scores)]
    low, high = interval(one_site_each, f1, rng)
    assert 0.35 < low < 0.5 < high < 0.65
    assert interval(two_sites, f1, rng) == pytest.approx((0.2, 0.8))


def test_snippets_are_counted_over_all_pages_together() -> None:
    found = [measured(hits=(3, 1, 0, 2)), measured(hits=(0, 0, 4, 1))]
    (line,) = [line for line in all_lines(found, ["snippets"], np.random.default_rng(1)) if line.startswith("news ")]
    assert [*line.split()[3:4], *line.split()[5:]] == [f"{6 / 11:.3f}", f"{3 / 7:.3f}", "0.750"]


def test_the_overview_has_a_column_for_each_extractor_and_a_star_for_the_best() -> None:
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
def test_a_title_is_put_before_a_text_that_does_not_begin_with_it(text: str, expected: str) -> None:
    assert titled("The Old Mill", text) == expected
    assert titled(None, text) == text
