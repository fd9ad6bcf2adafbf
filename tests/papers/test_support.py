"""Paper W's score (step 5): worked examples, and a reference implementation."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from operator import mul
from pathlib import Path
from typing import Any

import pytest

from jingdu.extractors import additive, support, weight_files
from jingdu.extractors.additive import MAX_BINS, Profile, from_json, load
from jingdu.features.columns import Columns
from jingdu.page.parse import decode, parse
from tests.support.grown_pages import columns, unexplained

PAGES = Path(__file__).parent.parent / "pages"
EXAMPLES = {
    **{slug: decode((PAGES / slug / "page.html").read_bytes()) for slug in ("zh-news", "en-blog", "forum")},
    "two": "<title>二</title><p>第一段，很短。</p><p>第二段&nbsp;<b>粗体</b><br>换行。</p>",
    "loose": "<div>text<p>in <a href=x>a link</a></p>between<ul><li>a<li>b</ul>and<br><br>after</div>",
}
Raw = Mapping[str, Any]
"""A profile as parsed JSON."""

# --- Worked examples with the published table ------------------------------------------------------------------------

WEIGHTS = {"chars": 1.4571, "punctuation": 2.6976, "nbsp": 1.9782, "b": 2.6838, "br": 0.8203}
"""The published weights δ; their sum is 9.637."""


@pytest.mark.parametrize(
    ("html", "supports", "score"),
    [
        ("<p>ten signss</p>", (0.060, 0.274, 0.375, 0.295, 0.434), 0.2818),
        ("<p>eleven sign</p>", (0.546, 0.274, 0.375, 0.295, 0.434), 0.3553),
        ("<p>fourteen signs</p>", (0.795, 0.274, 0.375, 0.295, 0.434), 0.3930),
        ("<p>一句完整的话，有逗号也有句号。</p>", (0.795, 0.944, 0.375, 0.295, 0.434), 0.5805),
        ("<p>Yes,&nbsp;<b>all</b> of<br>them at once.</p>", (0.795, 0.944, 0.827, 0.948, 0.875), 0.8927),
    ],
)
def test_score_worked_examples_with_the_published_table(html: str, supports: Sequence[float], score: float) -> None:
    verdict = support.judge(parse(html), "wu2011")
    expected = sum(map(mul, WEIGHTS.values(), supports)) / sum(WEIGHTS.values())
    assert expected == pytest.approx(score, abs=5e-5)
    assert verdict.scores == pytest.approx([expected])
    assert (verdict.keep, verdict.extractor) == ([score > 0.2922], "wu2011")


def test_wu2011_profile_is_the_published_table() -> None:
    profile = load("wu2011")
    assert profile.total == pytest.approx(9.637)
    assert profile.threshold == 0.2922
    assert {term.name: term.weight for term in profile.terms} == WEIGHTS


# --- Reference implementation of step 5, from the JSON of a profile --------------------------------------------------


def bin_of(rows: Sequence[Any], value: Any) -> int:
    """The bin of a value: the number of edges passed, or for words the index in the list + 1, 0 if unknown."""
    if rows and isinstance(rows[0], str):
        return rows.index(value) + 1 if value in rows else 0
    return sum(1 for edge in rows if value >= edge)


def reference_score(raw: Raw, table: Columns, block: int) -> float:
    """Score(B) = Σ δᵢ·s(tᵢ) / Σ |δᵢ|, one feature and one neighbour at a time."""
    above = below = 0.0
    for name, (weight, *supports) in raw["terms"].items():
        column, _, offset = name.partition("@")
        at = block + int(offset or 0)
        if 0 <= at < len(table[column]):
            value = supports[bin_of(raw["bins"][column], table[column][at])]
        else:
            value = supports[-1]
        above += weight * value
        below += abs(weight)
    return above / below


RAW: dict[str, Raw] = {name: json.loads(weight_files.read(name)) for name in ("wu2011", "support")}


@pytest.mark.parametrize("name", RAW)
@pytest.mark.parametrize("html", EXAMPLES.values(), ids=EXAMPLES)
def test_scores_match_the_reference_implementation(name: str, html: str) -> None:
    page = parse(html)
    table = columns(page, load(name).lexicon)
    verdict = support.judge(page, name)
    assert verdict.extractor == name
    scores = [reference_score(RAW[name], table, at) for at in range(len(page.blocks))]
    assert verdict.scores == pytest.approx(scores, abs=1e-9)
    assert verdict.keep == [score > RAW[name]["threshold"] for score in verdict.scores]


@pytest.mark.parametrize("name", RAW)
def test_one_reason_per_term_sorted_by_size_and_summing_to_the_score(name: str) -> None:
    verdict = support.judge(parse(EXAMPLES["zh-news"]), name)
    assert unexplained(verdict) == []
    assert verdict.explain
    for at in range(len(verdict.scores)):
        reasons = verdict.explain(at)
        assert sorted(reason.feature for reason in reasons) == sorted(RAW[name]["terms"])
        sizes = [abs(reason.contribution) for reason in reasons]
        assert sizes == sorted(sizes, reverse=True)


def test_a_reason_names_its_bin() -> None:
    verdict = support.judge(parse("<p>eleven sign</p>"), "wu2011")
    assert verdict.explain
    reasons = {reason.feature: reason for reason in verdict.explain(0)}
    assert reasons["chars"] == ("chars", "11 ≤ x < 14", pytest.approx(1.4571 * 0.546 / 9.637))
    assert reasons["punctuation"] == ("punctuation", "x < 1", pytest.approx(2.6976 * 0.274 / 9.637))


@pytest.mark.parametrize(
    "changes",
    [
        {"format": 2},
        {"bins": []},
        {"bins": {"chars": [14, 11]}},
        {"bins": {**RAW["wu2011"]["bins"], "chars": [11, "x"]}},
        {"bins": {**RAW["wu2011"]["bins"], "chars": list(range(MAX_BINS + 1))}},
        {"terms": {"chars": [1.0, 0.1, 0.2, 0.3]}},
        {"terms": {"chars": [float("nan"), 0.1, 0.2, 0.3, 0.0]}},
        {"terms": {"chars@4": [1.0, 0.1, 0.2, 0.3, 0.0]}},
        {"terms": {"unknown": [1.0, 0.1]}},
        {"threshold": None},
        {"lexicon": []},
    ],
    ids=lambda changes: str(changes)[:60],
)
def test_invalid_weights_are_rejected(changes: dict[str, Any]) -> None:
    with pytest.raises(additive.Fault, match="bad_weights"):
        from_json(json.dumps({**RAW["wu2011"], **changes}))


@pytest.mark.parametrize("text", ["", "[]", json.dumps(RAW["wu2011"])[:-40]], ids=["empty", "list", "cut"])
def test_a_damaged_weights_file_is_rejected(text: str) -> None:
    with pytest.raises(additive.Fault, match="bad_weights"):
        from_json(text)


def test_a_profile_with_an_unknown_column_is_rejected() -> None:
    raw = {**RAW["wu2011"], "bins": {"gone": [1]}, "terms": {"gone": [1.0, 0.1, 0.2, 0.0]}}
    profile: Profile = from_json(json.dumps(raw))
    with pytest.raises(additive.Fault) as raised:
        support.judge(parse("<p>text"), profile)
    assert raised.value.code == "bad_weights"
