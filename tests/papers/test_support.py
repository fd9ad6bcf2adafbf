"""Paper W's score: an example worked by hand, and a slow literal reading that must agree with ours."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jingdu.extractors import additive, fused, support
from jingdu.extractors.additive import Profile, from_json, load
from jingdu.extractors.layout import layout_of, second_columns
from jingdu.extractors.revise import with_code
from jingdu.page.decode import decode
from jingdu.page.features import columns
from jingdu.page.features.columns import Columns
from jingdu.page.model import Page
from jingdu.page.parse import parse

PAGES = sorted((Path(__file__).parent.parent / "pages").glob("*/page.html"))
EXAMPLES = [
    *((path.parent.name, decode(path.read_bytes())) for path in PAGES),
    ("one", "<p>One block, alone.</p>"),
    ("two", "<title>二</title><p>第一段，很短。</p><p>第二段&nbsp;<b>粗体</b><br>换行。</p>"),
    ("loose", "<div>text<p>in <a href=x>a link</a></p>between<ul><li>a<li>b</ul>and<br><br>after</div>"),
]
Raw = Mapping[str, Any]
"""A profile as its JSON holds it."""

# --- The example: W's table, worked by hand --------------------------------------------------------------------------

SUM = 1.4571 + 2.6976 + 1.9782 + 2.6838 + 0.8203
"""Σδ = 9.637."""


@pytest.mark.parametrize(
    ("html", "score", "kept"),
    [
        (
            "<p>ten signs!</p>".replace("!", "s"),
            (1.4571 * 0.060 + 2.6976 * 0.274 + 1.9782 * 0.375 + 2.6838 * 0.295 + 0.8203 * 0.434) / SUM,
            False,  # 2.7161 / 9.637 = 0.2818 < 0.2922
        ),
        (
            "<p>eleven sign</p>",
            (1.4571 * 0.546 + 2.6976 * 0.274 + 1.9782 * 0.375 + 2.6838 * 0.295 + 0.8203 * 0.434) / SUM,
            True,  # 3.4243 / 9.637 = 0.3553
        ),
        (
            "<p>fourteen signs</p>",
            (1.4571 * 0.795 + 2.6976 * 0.274 + 1.9782 * 0.375 + 2.6838 * 0.295 + 0.8203 * 0.434) / SUM,
            True,  # 3.7871 / 9.637 = 0.3930
        ),
        (
            "<p>一句完整的话，有逗号也有句号。</p>",
            (1.4571 * 0.795 + 2.6976 * 0.944 + 1.9782 * 0.375 + 2.6838 * 0.295 + 0.8203 * 0.434) / SUM,
            True,  # 5.5945 / 9.637 = 0.5805
        ),
        (
            "<p>Yes,&nbsp;<b>all</b> of<br>them at once.</p>",
            (1.4571 * 0.795 + 2.6976 * 0.944 + 1.9782 * 0.827 + 2.6838 * 0.948 + 0.8203 * 0.875) / SUM,
            True,  # 8.6029 / 9.637 = 0.8927
        ),
    ],
    ids=["ten-characters", "eleven", "fourteen", "punctuation", "everything"],
)
def test_the_published_table_gives_the_score_worked_by_hand(html: str, score: float, kept: bool) -> None:
    verdict = support.judge(parse(html), "wu2011")
    assert verdict.scores == pytest.approx([score])
    assert (verdict.keep, verdict.extractor) == ([kept], "wu2011")


def test_the_published_profile_is_the_papers_table() -> None:
    profile = load("wu2011")
    assert profile.total == pytest.approx(SUM)
    assert profile.threshold == 0.2922
    assert {term.name: term.weight for term in profile.terms} == {
        "chars": 1.4571,
        "punctuation": 2.6976,
        "nbsp": 1.9782,
        "b": 2.6838,
        "br": 0.8203,
    }


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.parent.name)
def test_the_published_threshold_accepts_every_block_but_short_bare_ones(path: Path) -> None:
    page = parse(decode(path.read_bytes()))
    table = columns(page, load("wu2011").lexicon)
    bare = [max(table[name][at] for name in ("punctuation", "nbsp", "b", "br")) == 0 for at in range(len(page.blocks))]
    expected = [not (len(block.text) <= 10 and empty) for block, empty in zip(page.blocks, bare, strict=True)]
    assert support.judge(page, "wu2011").keep == expected


# --- The witness: step 5 read literally from the JSON of a profile ---------------------------------------------------


def bin_of(rows: Sequence[Any], value: Any) -> int:
    """The bin of a value: edges passed, or the word's place in the list after the unknown ones."""
    if rows and isinstance(rows[0], str):
        return rows.index(value) + 1 if value in rows else 0
    return sum(1 for edge in rows if value >= edge)


def literal_score(raw: Raw, table: Columns, block: int) -> float:
    """Score(B) = Σ δᵢ·s(tᵢ) / Σ |δᵢ|, one feature after the other, neighbours looked up one by one."""
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


def literal_scores(raw: Raw, table: Columns) -> list[float]:
    return [literal_score(raw, table, at) for at in range(len(next(iter(table.values()))))]


def raw_of(name: str) -> Raw:
    path = Path(additive.__file__).parent.parent / "weights" / f"{name}.json"
    found: Raw = json.loads(path.read_text("utf-8"))
    return found


RAW = {name: raw_of(name) for name in ("wu2011", "support", "fused")}


def table_of(page: Page) -> Columns:
    """The columns that both looks read; the second's from the literal scores of the first."""
    table = columns(page, load("support").lexicon)
    raw = RAW["support"]
    total = sum(abs(row[0]) for row in raw["terms"].values())
    odds = [(score - raw["threshold"]) * total for score in literal_scores(raw, table)]
    return {**table, **second_columns(odds, layout_of(page, table["size"]))}


@pytest.mark.parametrize("html", [html for _, html in EXAMPLES], ids=[name for name, _ in EXAMPLES])
def test_the_literal_scores_are_ours_on_whole_pages(html: str) -> None:
    page = parse(html)
    table = table_of(page)
    verdicts = {"wu2011": support.judge(page, "wu2011"), "support": support.judge(page), "fused": fused.judge(page)}
    for name, verdict in verdicts.items():
        expected = literal_scores(RAW[name], table)
        assert verdict.scores == pytest.approx(expected, abs=1e-9), name
        over = [score > RAW[name]["threshold"] for score in verdict.scores]
        assert verdict.keep == (with_code(page, over) if name == "fused" else over), name


@pytest.mark.parametrize("name", ["wu2011", "support", "fused"])
def test_contributions_are_one_a_term_and_add_up_to_the_score(name: str) -> None:
    profile = load(name)
    table = table_of(parse(dict(EXAMPLES)["zh-news"]))
    for at, score in enumerate(profile.scores(table)):
        rows = profile.contributions(table, at)
        assert [row[0] for row in rows] == list(RAW[name]["terms"])
        assert sum(row[2] for row in rows) == pytest.approx(score, abs=1e-9)


def test_a_contribution_names_its_bin() -> None:
    profile = load("wu2011")
    table = columns(parse("<p>eleven sign</p>"), profile.lexicon)
    assert profile.contributions(table, 0)[:2] == [
        ("chars", "11 ≤ x < 14", pytest.approx(1.4571 * 0.546 / SUM)),
        ("punctuation", "x < 1", pytest.approx(2.6976 * 0.274 / SUM)),
    ]


def test_odds_are_nothing_at_the_threshold_and_carry_the_weights_sum() -> None:
    profile = load("wu2011")
    table = columns(parse("<p>ten signss</p><p>fourteen signs</p>"), profile.lexicon)
    assert profile.odds(table) == pytest.approx([(score - 0.2922) * SUM for score in profile.scores(table)])


NUMBERS = st.one_of(st.integers(-5, 5), st.floats(-5, 5))
WORDS = st.sampled_from(["p", "div", "td", "", "段"])


@st.composite
def profiles(draw: st.DrawFn) -> tuple[dict[str, Any], Columns]:
    """A profile's JSON of any bins, terms and offsets, and a table that it fits."""
    count = draw(st.integers(1, 6))
    bins: dict[str, Any] = {}
    table: Columns = {}
    for name in draw(st.lists(st.sampled_from("abcd"), min_size=1, max_size=4, unique=True)):
        of_words = draw(st.booleans())
        kind = WORDS if of_words else NUMBERS
        rows = draw(st.lists(kind, max_size=4, unique=True))
        bins[name] = rows if of_words else sorted(rows)
        table[name] = draw(st.lists(kind, min_size=count, max_size=count))
    terms = {}
    for name, offset in draw(st.lists(st.tuples(st.sampled_from(sorted(bins)), st.integers(-8, 8)), min_size=1)):
        row = draw(st.lists(st.floats(-3, 3), min_size=len(bins[name]) + 3, max_size=len(bins[name]) + 3))
        terms[f"{name}@{offset}" if offset else name] = row
    terms.setdefault(draw(st.sampled_from(sorted(bins))), None)
    for name, row in terms.items():
        size = len(bins[name.partition("@")[0]]) + 2
        terms[name] = [1.0, *([0.5] * size)] if row is None else row
    raw = {"format": 1, "extractor": "x", "threshold": 0.1, "provenance": {}, "bins": bins, "terms": terms}
    return {**raw, "lexicon": {"own": {}, "around": {}, "cues": {}}}, table


@settings(max_examples=150, deadline=None)
@given(profiles())
def test_the_literal_scores_are_ours_for_any_profile(case: tuple[dict[str, Any], Columns]) -> None:
    raw, table = case
    if not sum(abs(row[0]) for row in raw["terms"].values()):
        return
    profile = from_json(json.dumps(raw))
    scores = profile.scores(table)
    assert scores == pytest.approx(literal_scores(raw, table), abs=1e-9)
    for at, score in enumerate(scores):
        assert sum(row[2] for row in profile.contributions(table, at)) == pytest.approx(score, abs=1e-9)


# --- The file --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["wu2011", "support", "fused"])
def test_a_packaged_profile_survives_the_round_trip(name: str) -> None:
    text = load(name).as_json()
    again = from_json(text)
    assert again == load(name)
    assert again.as_json() == text


@pytest.mark.parametrize("name", ["support", "fused"])
def test_learned_weights_tell_where_they_come_from(name: str) -> None:
    profile = load(name)
    assert profile.extractor == name
    assert {"corpora", "split", "metric", "value", "seed", "command"} <= profile.provenance.keys()
    assert all(len(digest) == 64 for digest in profile.provenance["corpora"].values())


def damaged(**changes: Any) -> str:
    return json.dumps({**RAW["wu2011"], **changes}, default=str)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "null",
        '"text"',
        load("wu2011").as_json()[:-40],
        damaged(format=2),
        damaged(format=None),
        damaged(bins=[]),
        damaged(bins={"chars": [14, 11]}),
        damaged(bins={**RAW["wu2011"]["bins"], "chars": [11, 11]}),
        damaged(bins={**RAW["wu2011"]["bins"], "chars": [11, "x"]}),
        damaged(bins={**RAW["wu2011"]["bins"], "chars": 11}),
        damaged(terms={"chars": [1.0, 0.1, 0.2, 0.3]}),
        damaged(terms={"chars": [1.0, 0.1, 0.2, 0.3, 0.0, 0.0]}),
        damaged(terms={"chars": [1.0, 0.1, "x", 0.3, 0.0]}),
        damaged(terms={"chars": [float("nan"), 0.1, 0.2, 0.3, 0.0]}),
        damaged(terms={"chars": [float("inf"), 0.1, 0.2, 0.3, 0.0]}),
        damaged(terms={"chars@x": [1.0, 0.1, 0.2, 0.3, 0.0]}),
        damaged(terms={"unknown": [1.0, 0.1]}),
        damaged(terms=[1]),
        damaged(threshold=None),
        damaged(threshold=float("nan")),
        damaged(lexicon={"mine": {}}),
        damaged(lexicon=[]),
        json.dumps({key: value for key, value in RAW["wu2011"].items() if key != "extractor"}),
    ],
    ids="empty list null string cut format no-format bins unsorted equal word-edge one-edge few many word nan infinity "
    "offset unknown terms threshold nan-threshold lexicon lexicon-list no-extractor".split(),
)
def test_weights_that_do_not_fit_are_refused(text: str) -> None:
    with pytest.raises(additive.Fault) as raised:
        from_json(text)
    assert raised.value.code == "bad_weights"


def test_a_profile_of_a_column_that_the_code_lacks_is_refused() -> None:
    raw = {**RAW["wu2011"], "bins": {"gone": [1]}, "terms": {"gone": [1.0, 0.1, 0.2, 0.0]}}
    profile: Profile = from_json(json.dumps(raw))
    with pytest.raises(additive.Fault) as raised:
        support.judge(parse("<p>text"), profile)
    assert raised.value.code == "bad_weights"


def test_weights_that_are_not_there_are_refused() -> None:
    with pytest.raises(additive.Fault) as raised:
        load("never-learned")
    assert raised.value.code == "bad_weights"


@pytest.mark.parametrize("judge", [support.judge, fused.judge], ids=["support", "fused"])
def test_a_page_without_blocks_has_an_empty_verdict(judge: Any) -> None:
    verdict = judge(parse("<title>only"))
    assert (verdict.scores, verdict.keep) == ([], [])
