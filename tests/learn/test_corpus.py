"""Corpus files and how their sites are split."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from jingdu.learn.corpus import load, part


@pytest.mark.parametrize(
    ("site", "at"), [("bbc.co.uk", 4), ("sina.com.cn", 3), ("example.org", 3), ("新闻.cn", 3), ("", 0)]
)
def test_a_site_is_in_the_same_part_on_every_machine(site: str, at: int) -> None:
    assert part(site, 5) == at


@pytest.mark.parametrize(
    ("row", "site"),
    [
        ({"url": "https://www.example.org/a"}, "example.org"),
        ({"url": "https://news.bbc.co.uk/a"}, "bbc.co.uk"),
        ({"url": "https://finance.sina.com.cn/a"}, "sina.com.cn"),
        ({"url": "https://example.org", "site": "mine"}, "mine"),
        ({}, "7"),
        ({"url": "no address"}, "7"),
    ],
    ids=["www", "co-uk", "com-cn", "named", "none", "odd"],
)
def test_the_site_of_a_page(row: dict[str, str], site: str, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps({"id": 7, "html": "<p>", **row}) + "\n\n", "utf-8")
    (example,) = load(path)
    assert (example.site, example.id, example.text, example.must) == (site, "7", "", ())


def test_labels_beside_the_text_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    rows = [
        {"id": 1, "html": "", "author": "Ann Lee", "date": "2025-03-04", "title": "T"},
        {"id": 2, "html": "", "date": ""},
    ]
    path.write_text("\n".join(map(json.dumps, rows)), "utf-8")
    first, second = load(path)
    assert (first.author, first.date, first.title) == ("Ann Lee", "2025-03-04", "T")
    assert (second.author, second.date, second.title) == (None, None, None)
