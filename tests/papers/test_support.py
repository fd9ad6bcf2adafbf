"""Paper W's score: an example worked by hand, and a slow literal reading that must agree with ours."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jingdu.extractors import additive, support
from jingdu.extractors.additive import MAX_BINS, REACH, Bins, Grid, Profile, bins_of_json, from_json, load
from jingdu.features import columns
from jingdu.features.columns import Columns
from jingdu.page.decode import decode
from jingdu.page.model import Page
from jingdu.page.parse import parse
from tests.support.grown_pages import pages, unexplained

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


def test_a_verdict_is_of_plain_numbers() -> None:
    """Not of numpy's: it is printed, compared and written as JSON."""
    verdict = support.judge(parse("<p>one</p><p>two</p>"), "wu2011")
    assert {type(score) for score in verdict.scores} == {float}
    assert {type(keep) for keep in verdict.keep} == {bool}


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


RAW: dict[str, Raw] = {name: json.loads(additive.read(name)) for name in ("wu2011", "support")}


@pytest.mark.parametrize("name", RAW)
@pytest.mark.parametrize("html", [html for _, html in EXAMPLES], ids=[name for name, _ in EXAMPLES])
def test_the_literal_scores_are_ours_on_whole_pages(name: str, html: str) -> None:
    page = parse(html)
    table = columns(page, load(name).lexicon)
    verdict = support.judge(page, name)
    assert verdict.extractor == name
    assert verdict.scores == pytest.approx(literal_scores(RAW[name], table), abs=1e-9)
    assert verdict.keep == [score > RAW[name]["threshold"] for score in verdict.scores]


def grid_of(profile: Profile, page: Page) -> Grid:
    return profile.grid([columns(page, profile.lexicon)], len(page.blocks))


@pytest.mark.parametrize("name", RAW)
def test_reasons_are_one_a_term_the_weightiest_first_and_add_up_to_the_score(name: str) -> None:
    verdict = support.judge(parse(dict(EXAMPLES)["zh-news"]), name)
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
    assert reasons["chars"] == ("chars", "11 ≤ x < 14", pytest.approx(1.4571 * 0.546 / SUM))
    assert reasons["punctuation"] == ("punctuation", "x < 1", pytest.approx(2.6976 * 0.274 / SUM))


def test_odds_are_nothing_at_the_threshold_and_carry_the_weights_sum() -> None:
    profile = load("wu2011")
    scores = profile.scores(grid_of(profile, parse("<p>ten signss</p><p>fourteen signs</p>")))
    assert list(profile.odds(scores)) == pytest.approx([(score - 0.2922) * SUM for score in scores])


# --- Bins and the grid -----------------------------------------------------------------------------------------------


def test_the_bins_of_numbers_and_of_words() -> None:
    numbers, words = bins_of_json([11, 14.5]), bins_of_json(["p", "td"])
    assert numbers.of([10.9, 11, 14, 14.5]).tolist() == [0, 1, 1, 2]
    assert numbers.of(np.array([10.9, 11, 14, 14.5])).tolist() == [0, 1, 1, 2]
    assert words.of(["td", "never", "p", ""]).tolist() == [2, 0, 1, 0]
    assert (numbers.outside, words.outside) == (3, 3)
    assert [numbers.label(at) for at in range(4)] == ["x < 11", "11 ≤ x < 14.5", "14.5 ≤ x", "none"]
    assert [words.label(at) for at in range(4)] == ["other", "p", "td", "none"]


@pytest.mark.parametrize("column", [["p", "td"], [1.0, -2.0], np.array([1.0, -2.0])], ids=["words", "list", "array"])
def test_a_column_of_which_nothing_was_learned_has_one_bin(column: Any) -> None:
    """In a small corpus no word is common enough; the file then holds an empty list, whatever the column."""
    for bins in (Bins(None, {}), bins_of_json([])):
        assert bins.of(column).tolist() == [0, 0]
        assert (bins.outside, bins.as_json(), bins.label(1)) == (1, [], "none")


def test_bins_that_a_byte_cannot_hold_are_refused() -> None:
    assert bins_of_json(list(range(MAX_BINS))).outside == MAX_BINS + 1 <= 255
    for rows in (range(MAX_BINS + 1), (f"word{at}" for at in range(MAX_BINS + 1))):
        with pytest.raises(additive.Fault):
            bins_of_json(list(rows))


COLUMNS: Columns = {"size": np.array([5.0, 20.0, 1.0, 9.0]), "tag": ["p", "td", "p", "h1"], "unused": np.zeros(4)}
GRID_BINS = {"tag": bins_of_json(["p", "h1"]), "size": bins_of_json([2, 6, 10])}


def test_a_grid_by_hand() -> None:
    """Three cells beyond each end hold the bin of what is not there: 3 of the words, 4 of the numbers."""
    grid = Grid(GRID_BINS, 4)
    grid.fill([{"unused": COLUMNS["unused"]}, COLUMNS])
    assert grid.rows == {"tag": 0, "size": 1}
    assert grid.cells.tolist() == [[3, 3, 3, 1, 0, 1, 2, 3, 3, 3], [4, 4, 4, 1, 3, 0, 2, 4, 4, 4]]
    assert grid.cells.dtype == np.uint8
    assert grid.seen(np.array([1, 0]), 0).tolist() == [[1, 3, 0, 2], [1, 0, 1, 2]]
    assert grid.seen(np.array([1]), -1).tolist() == [[4, 1, 3, 0]]
    assert grid.seen(np.array([1]), 3).tolist() == [[2, 4, 4, 4]]
    assert grid.seen(np.array([0]), 2, slice(1, 3)).tolist() == [[2, 3]]
    assert [grid.bin("size", 2, at) for at in range(4)] == [0, 2, 4, 4]


def test_a_grid_filled_later_is_one_of_all_its_columns() -> None:
    tag, size = ({name: GRID_BINS[name]} for name in ("tag", "size"))
    both = Grid({**tag, **size}, 4)
    both.fill([{"tag": COLUMNS["tag"]}])
    assert both.missing == {"size"}
    both.fill([{"size": COLUMNS["size"]}])
    whole = Grid(GRID_BINS, 4)
    whole.fill([COLUMNS])
    assert (both.blocks, both.rows, both.cells.tolist()) == (4, whole.rows, whole.cells.tolist())


def test_a_grid_whose_column_is_missing_is_refused() -> None:
    with pytest.raises(additive.Fault) as raised:
        grid = Grid(GRID_BINS, 4)
        grid.fill([{"size": COLUMNS["size"]}])
        grid.require(GRID_BINS)
    assert raised.value.code == "bad_weights"


@given(pages())
def test_every_cell_is_the_bin_that_one_would_look_up(page: Page) -> None:
    profile, raw = load("support"), RAW["support"]
    if not page.blocks:
        return
    table = columns(page, profile.lexicon)
    grid = profile.grid([table], len(page.blocks))
    for name, bins in raw["bins"].items():
        outside = len(bins) + 1
        for at in range(-REACH, len(page.blocks) + REACH):
            inside = 0 <= at < len(page.blocks)
            expected = bin_of(bins, table[name][at]) if inside else outside
            assert grid.bin(name, at, 0) == expected, (name, at)


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
    for name, offset in draw(
        st.lists(st.tuples(st.sampled_from(sorted(bins)), st.integers(-REACH, REACH)), min_size=1)
    ):
        row = draw(st.lists(st.floats(-3, 3), min_size=len(bins[name]) + 3, max_size=len(bins[name]) + 3))
        terms[f"{name}@{offset}" if offset else name] = row
    terms.setdefault(draw(st.sampled_from(sorted(bins))), None)
    for name, row in terms.items():
        size = len(bins[name.partition("@")[0]]) + 2
        terms[name] = [1.0, *([0.5] * size)] if row is None else row
    raw = {"format": 1, "extractor": "x", "threshold": 0.1, "provenance": {}, "bins": bins, "terms": terms}
    return {**raw, "lexicon": {"own": {}, "around": {}, "cues": {}}}, table


@given(profiles())
def test_the_literal_scores_are_ours_for_any_profile(case: tuple[dict[str, Any], Columns]) -> None:
    raw, table = case
    if not sum(abs(row[0]) for row in raw["terms"].values()):
        return
    profile = from_json(json.dumps(raw))
    grid = profile.grid([table], len(next(iter(table.values()))))
    scores = profile.scores(grid)
    assert list(scores) == pytest.approx(literal_scores(raw, table), abs=1e-9)
    for at, score in enumerate(scores):
        assert sum(reason.contribution for reason in profile.reasons(grid, at)) == pytest.approx(score, abs=1e-9)


# --- The file --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", RAW)
def test_a_packaged_profile_survives_the_round_trip(name: str) -> None:
    text = load(name).as_json()
    again = from_json(text)
    assert (again.extractor, again.threshold, again.provenance) == (name, load(name).threshold, load(name).provenance)
    assert list(again.terms) == list(load(name).terms)
    assert {k: bins.as_json() for k, bins in again.bins.items()} == RAW[name]["bins"]
    assert again.digest == load(name).digest
    assert again.as_json() == text


@pytest.mark.parametrize(
    "changes",
    [
        {"threshold": 0.3},
        {"bins": {**RAW["wu2011"]["bins"], "chars": [11, 15]}},
        {"terms": {**RAW["wu2011"]["terms"], "chars": [1.4571, 0.06, 0.546, 0.796, 0.0]}},
        {"terms": {**RAW["wu2011"]["terms"], "chars": [1.4572, 0.06, 0.546, 0.795, 0.0]}},
    ],
    ids=["threshold", "bin", "support", "weight"],
)
def test_other_weights_have_another_digest(changes: dict[str, Any]) -> None:
    ours = load("wu2011").digest
    assert from_json(damaged(**changes)).digest != ours
    assert from_json(damaged(provenance={"other": 1})).digest == ours


def test_learned_weights_tell_where_they_come_from() -> None:
    profile = load("support")
    assert profile.extractor == "support"
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
        damaged(terms={"chars@4": [1.0, 0.1, 0.2, 0.3, 0.0]}),
        damaged(terms={"chars@-4": [1.0, 0.1, 0.2, 0.3, 0.0]}),
        damaged(bins={**RAW["wu2011"]["bins"], "chars": list(range(MAX_BINS + 1))}),
        damaged(terms={"unknown": [1.0, 0.1]}),
        damaged(terms=[1]),
        damaged(threshold=None),
        damaged(threshold=float("nan")),
        damaged(lexicon={"mine": {}}),
        damaged(lexicon=[]),
        json.dumps({key: value for key, value in RAW["wu2011"].items() if key != "extractor"}),
    ],
    ids="empty list null string cut format no-format bins unsorted equal word-edge one-edge few many word nan infinity "
    "offset far far-back many-bins unknown terms threshold nan-threshold lexicon lexicon-list no-extractor".split(),
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


def test_a_page_without_blocks_has_an_empty_verdict() -> None:
    verdict = support.judge(parse("<title>only"))
    assert (verdict.scores, verdict.keep) == ([], [])
