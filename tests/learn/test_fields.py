"""Title, byline, date and language beside labels."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from jingdu.learn.corpus import Example, load
from jingdu.learn.report.metrics import Facts, judged, people


def example(tmp_path: Path, **row: Any) -> Example:
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps({"id": "1", "html": "<p>", **row}), "utf-8")
    (one,) = load(path)
    return one


@pytest.mark.parametrize(
    ("given", "right"),
    [
        ("The “Old” Mill", 1.0),
        ("the old mill!", 1.0),
        ("Ｔhe Old Mill", 1.0),
        ("The Old Mill - News", 0.0),
        (None, 0.0),
    ],
)
def test_a_title_is_right_by_its_letters(tmp_path: Path, given: str | None, right: float) -> None:
    found = judged(Facts(title=given), example(tmp_path, title='The "Old" Mill'))
    assert found["title"] == right


@pytest.mark.parametrize(
    ("given", "right"),
    [
        ("Ann Lee and Bo Chen", 1.0),
        ("By Bo Chen, Ann Lee", 1.0),
        ("ann lee & BO CHEN", 1.0),
        ("Ann Lee", 0.0),
        ("Ann Lee, Bo Chen, Cy Dee", 0.0),
        (None, 0.0),
    ],
)
def test_a_byline_is_right_by_its_names(tmp_path: Path, given: str | None, right: float) -> None:
    assert judged(Facts(byline=given), example(tmp_path, author="Ann Lee, Bo Chen"))["byline"] == right


def test_chinese_names_are_parted() -> None:
    assert people("记者：张建、周长庆") == {"张建", "周长庆"}


@pytest.mark.parametrize(
    ("label", "given", "right"),
    [
        ("2025-03-04", "2025-03-04T23:10:00+08:00", 1.0),
        ("2025-03-04", "2025-03-05", 0.0),
        ("2025-03", "2025-03-19", 1.0),
        ("2025-03", "2025-04-19", 0.0),
        ("2025-03-04", "2025-03", 0.0),
        ("2025-03-04", None, 0.0),
    ],
)
def test_a_date_is_right_by_its_day(tmp_path: Path, label: str, given: str | None, right: float) -> None:
    assert judged(Facts(published=given), example(tmp_path, date=label))["date"] == right


def test_without_a_title_label_the_first_line_of_the_truth_is_asked(tmp_path: Path) -> None:
    one = example(tmp_path, text="\n古城墙完工\n\n历时三年")
    assert judged(Facts(title="古城墙完工"), one) == {"first_line": 1.0}
    assert judged(Facts(title="历时三年"), one) == {"first_line": 0.0}
