"""The stacked second stage: comparison with a reference implementation; reasons, weight files and whole articles."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from math import exp, log
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from jingdu.extractors import additive, fused, support, weight_files
from jingdu.extractors.additive import Profile, bins_of_json
from jingdu.extractors.fused import AGAIN, ARTICLE, NAMED_THREAD, THREAD, Calibration, Fused, from_json, judge
from jingdu.extractors.kinds import KINDS, Kinds
from jingdu.extractors.layout import layout_columns
from jingdu.extractors.revise import changes_of
from jingdu.extractors.revise.belonging import with_code
from jingdu.extractors.revise.cut import ALIKE, POSTS, lowered
from jingdu.extractors.trees import LEAVES, SPLITS, Feature, Trees
from jingdu.faults import Fault
from jingdu.features import Around
from jingdu.features.columns import Columns
from jingdu.features.evidence import declares_thread, has_comments, names_thread
from jingdu.page.model import Page
from jingdu.page.parse import parse
from jingdu.reading import read
from tests.papers.test_support import bin_of
from tests.support import prose
from tests.support.grown_pages import columns, fixture, pages, unexplained

Stages = tuple[Fused, Profile]

# --- Random and packaged weights -------------------------------------------------------------------------------------

FIRST = additive.from_json(
    json.dumps(
        {
            "format": 1,
            "extractor": "first",
            "threshold": 0.05,
            "provenance": {},
            "bins": {
                "size": [20, 60, 150],
                "link_density": [0.1, 0.6],
                "tag": ["p", "li"],
                "site_repeats": [0, 1],
                "stops": [1, 3],
            },
            "terms": {
                "size": [1.5, -1.2, -0.2, 0.6, 1.1, 0.0],
                "size@-1": [0.4, -0.5, 0.0, 0.2, 0.4, -0.1],
                "link_density": [0.8, 0.5, -0.6, -1.9, 0.0],
                "tag": [-0.3, 0.3, -0.8, 0.5, 0.0],
                "site_repeats": [0.7, 0.0, 0.4, -3.0, 0.0],
            },
            "lexicon": {"own": {}, "around": {}, "cues": {}},
        }
    )
)
LAYOUT = {
    "first_look": [-2.5, -1, 0, 0.5, 2],
    "near_3": [0.2, 0.5],
    "box_text": [0.3, 0.6],
    "alike_others": [-1, 0],
    "mass_before": [0.1, 0.9],
    "stretch": [0, 1],
    "row_text": [0, 0.4],
}
KIND_BINS = {f"kind_{kind}": [0.3, 0.7] for kind in KINDS}
BINS = {**LAYOUT, "section_links": [0.1, 0.5], **{AGAIN + name: rows for name, rows in LAYOUT.items()}, **KIND_BINS}
DRAFT: list[Feature] = [
    *((name, 0) for name in (*FIRST.bins, "section_links", *LAYOUT)),
    *(("first_look", -3), ("first_look", 2), ("tag", 1), ("size", -2)),
]
FEATURES: list[Feature] = [
    *((name, 0) for name in (*FIRST.bins, *(AGAIN + name for name in LAYOUT), *KIND_BINS)),
    *((f"{AGAIN}first_look", -3), (f"{AGAIN}first_look", 2), ("tag", 1), ("size", -2)),
]
MEANS = {"all size": [0.5, 1.5], "kept link_density": [0.2, 0.6], "all first_look": [1, 2, 3]}


def random_stages(seed: int, floor: float = 0.05, shift: float = 0.0) -> Stages:
    """Random trees that mostly use the first stage's scores."""
    rng = np.random.default_rng(seed)
    draft = random_trees(rng, DRAFT, DRAFT.index(("first_look", 0)))
    of_means: list[Feature] = [(name, 0) for name in MEANS]
    kinds = Kinds(
        {name: bins_of_json(rows) for name, rows in MEANS.items()},
        {kind: random_trees(rng, of_means, 0) for kind in KINDS},
    )
    trees = random_trees(rng, FEATURES, FEATURES.index((f"{AGAIN}first_look", 0)))
    calibration = Calibration(1.2, shift, floor)
    named = {name: bins_of_json(rows) for name, rows in BINS.items()}
    return Fused("made", FIRST.digest, named, draft, kinds, trees, calibration, {"seed": seed}), FIRST


def random_trees(rng: np.random.Generator, features: list[Feature], root: int) -> Trees:
    """Random trees with the same feature at the root."""
    split_on = rng.integers(len(features), size=(12, SPLITS))
    split_on[:, 0] = root
    bins = rng.integers(0, 5, size=(12, SPLITS))
    means = np.round(rng.normal(0, 0.2, (12, SPLITS)), 4)
    leaves = np.round(rng.normal(0, 0.2, (12, LEAVES)) + np.repeat([-0.2, 0.2], LEAVES // 2), 4)
    return Trees(features, split_on, bins, means, leaves, -0.3)


def packaged_stages() -> Stages:
    return fused.load("fused"), additive.load("support")


# --- Reference implementation: reads the JSON, one block, tree and split at a time -----------------------------------


Tables = tuple[list[str], Mapping[str, Any], float]
"""Features, rows and base of an ensemble of trees."""


def reference_odds(trees: Tables, bins: Mapping[str, Any], table: Mapping[str, Any], block: int) -> float:
    """The base plus a leaf of each tree; a row has seven split features, seven bins, seven means and the leaves."""
    features, rows, total = trees
    places = []
    for feature in features:
        column, _, offset = feature.partition("@")
        at = block + int(offset or 0)
        inside = 0 <= at < len(table[column])
        places.append(bin_of(bins[column], table[column][at]) if inside else len(bins[column]) + 1)
    for row in rows.values():
        at = 0
        while at < 7:
            at = 2 * at + (2 if places[row[at]] > row[7 + at] else 1)
        total += row[21 + at - 7]
    return total


def reference_cut(chance: list[float], tokens: list[float]) -> float:
    """The probability that, used as the cut, gives the highest expected F."""

    def expected(edge: float) -> float:
        kept = [(p, t) for p, t in zip(chance, tokens, strict=True) if p >= edge]
        whole = sum(p * t for p, t in zip(chance, tokens, strict=True))
        return 2 * sum(p * t for p, t in kept) / (sum(t for _, t in kept) + whole)

    return max(sorted(set(chance), reverse=True), key=expected)


def probability_of(odds: float) -> float:
    return 1 / (1 + exp(-max(-15.0, min(15.0, odds))))


def reference_mean(name: str, bins: Mapping[str, Any], table: Mapping[str, Any], odds: list[float]) -> float:
    """The mean bin of a column, unweighted or weighted by probability and tokens."""
    weighting, _, column = name.partition(" ")
    kept = [probability_of(one) * tokens for one, tokens in zip(odds, table["tokens"], strict=True)]
    weights = kept if weighting == "kept" else [1.0] * len(odds)
    places = [bin_of(bins[column], value) for value in table[column]]
    return round(sum(w * place for w, place in zip(weights, places, strict=True)) / sum(weights), 9)


def revised(
    page: Page, table: Columns, scores: list[float], kept: list[bool], kinds: dict[str, float]
) -> tuple[list[float], list[bool]]:
    """Lowers the cut beside kept text and applies the rules, which `test_revise` checks, to scores and kept blocks."""
    is_named = names_thread(page) and kinds["thread"] > NAMED_THREAD
    is_thread = declares_thread(page) or is_named or (kinds["thread"] > THREAD and not has_comments(page))
    is_plain = max(kinds.values()) == kinds["article"] and not declares_thread(page)
    alike = 0.0 if is_plain else POSTS if is_thread else ALIKE
    scores, keep = list(scores), list(kept)
    for at, by in enumerate(lowered(Around.of(page), np.array(table["tokens"]), np.array(kept), alike)):
        if not kept[at] and scores[at] > -by:
            scores[at], keep[at] = scores[at] + by, True
    keep = with_code(page, keep)
    changes = changes_of(page, table, scores, keep, thread=is_thread, is_article=kinds["article"] > ARTICLE)
    for at, (_, _, contribution) in changes.items():
        scores[at], keep[at] = scores[at] + contribution, contribution > 0
    return scores, keep


def reference(page: Page, second: Fused, first: Profile) -> tuple[list[float], list[bool]]:
    """Scores (log-odds relative to the cut) and kept blocks, after all rules."""
    raw, look = json.loads(second.as_json()), json.loads(first.as_json())
    table = columns(page, first.lexicon)
    odds = first.odds(np.array(support.judge(page, first).scores))
    around, every, base = Around.of(page), range(len(page.blocks)), raw["base"]
    bins, scaled = {**raw["bins"], **look["bins"]}, raw["calibration"]
    table = {**table, **layout_columns(odds, table["size"], around)}
    draft = [reference_odds((raw["draft_features"], raw["draft"], base["draft"]), bins, table, at) for at in every]
    table = {**table, **layout_columns(np.array(draft), table["size"], around, AGAIN)}
    for kind in KINDS:
        means = {name: [reference_mean(name, bins, table, draft)] for name in raw["kind_features"][kind]}
        odds_of = reference_odds((raw["kind_features"][kind], raw[kind], base[kind]), raw["kind_bins"], means, 0)
        table[f"kind_{kind}"] = [probability_of(odds_of)] * len(page.blocks)
    last = raw["features"], raw["trees"], base["last"]
    calibrated = [scaled["scale"] * reference_odds(last, bins, table, at) + scaled["shift"] for at in every]
    chance = [probability_of(one) for one in calibrated]
    cut = max(reference_cut(chance, table["tokens"]), scaled["floor"])
    kept = [one >= cut for one in chance]
    edge = min((one for one, keep in zip(calibrated, kept, strict=True) if keep), default=log(cut / (1 - cut)))
    probabilities = {kind: table[f"kind_{kind}"][0] for kind in KINDS}
    return revised(page, table, [one - edge for one in calibrated], kept, probabilities)


@pytest.mark.parametrize("slug", ["zh-news", "forum"])
def test_matches_the_reference_implementation_on_fixtures(slug: str) -> None:
    page = fixture(slug)
    scores, kept = reference(page, *packaged_stages())
    verdict = judge(page, *packaged_stages())
    assert verdict.extractor == "fused"
    assert verdict.scores == pytest.approx(scores, abs=1e-9)
    assert verdict.keep == kept
    assert unexplained(verdict) == []
    assert verdict.keep == with_code(page, [score >= 0 for score in verdict.scores])


@given(pages(), st.integers(0, 1000), st.sampled_from([0.02, 0.3, 0.6, 0.95]))
def test_matches_the_reference_implementation_for_random_trees(page: Page, seed: int, floor: float) -> None:
    if not page.blocks:
        return
    second, first = random_stages(seed, floor)
    scores, kept = reference(page, second, first)
    verdict = judge(page, second, first)
    assert verdict.scores == pytest.approx(scores, abs=1e-9)
    assert verdict.keep == kept


# --- The verdict -----------------------------------------------------------------------------------------------------


@given(pages(), st.integers(0, 1000), st.sampled_from([0.02, 0.3, 0.6, 0.95]), st.sampled_from([0.0, -9.0, 40.0]))
def test_blocks_are_kept_unless_their_score_is_negative(page: Page, seed: int, floor: float, shift: float) -> None:
    """Even if the floor excludes all blocks, or all probabilities round to the same value."""
    verdict = judge(page, *random_stages(seed, floor, shift))
    assert verdict.keep == [score >= 0 for score in verdict.scores]
    assert unexplained(verdict) == []


# --- The file --------------------------------------------------------------------------------------------------------


def test_weights_round_trip() -> None:
    second, first = packaged_stages()
    text = second.as_json()
    assert text == weight_files.read("fused")
    again = from_json(text)
    assert again.as_json() == text
    for name in ("extractor", "first", "calibration", "provenance"):
        assert getattr(again, name) == getattr(second, name)
    page = fixture("forum")
    assert judge(page, again, first).scores == judge(page, second, first).scores


def test_packaged_stages_were_trained_together() -> None:
    second, first = packaged_stages()
    assert second.first == first.digest
    assert second.extractor == "fused"
    for weights in (second, first):
        assert {"corpora", "split", "metric", "value", "seed", "command"} <= weights.provenance.keys()
        assert all(len(digest) == 64 for digest in weights.provenance["corpora"].values())


def assert_bad_weights(work: Any) -> None:
    with pytest.raises(Fault) as raised:
        work()
    assert raised.value.code == "bad_weights"


@pytest.mark.parametrize(
    "other",
    [
        replace(FIRST, threshold=0.06),
        replace(FIRST, terms=FIRST.terms[:-1]),
        replace(FIRST, bins={**FIRST.bins, "stops": bins_of_json([1, 4])}),
        additive.load("wu2011"),
    ],
    ids=["threshold", "term", "bin", "other profile"],
)
def test_a_first_stage_from_another_training_is_rejected(other: Profile) -> None:
    second, first = random_stages(1)
    page = parse("<p>text</p>")
    assert len(judge(page, second, replace(first, provenance={"other": 1})).keep) == 1
    assert_bad_weights(lambda: judge(page, second, other))


RAW: dict[str, Any] = json.loads(random_stages(1)[0].as_json())
ROW = RAW["trees"]["0"]


@pytest.mark.parametrize(
    "changes",
    [
        {"format": 1},
        {"base": {**RAW["base"], "draft": float("nan")}},
        {"base": {name: base for name, base in RAW["base"].items() if name != "article"}},
        {"kind_features": {**RAW["kind_features"], "thread": []}},
        {"features": None},
        {"features": RAW["features"][:3]},
        {"features": ["size@9", *RAW["features"][1:]]},
        {"bins": {"first_look": [1, 0]}},
        {"calibration": {"scale": 1.0, "shift": 0.0}},
        {"calibration": {"scale": 1.0, "shift": 0.0, "floor": 1}},
        {"trees": {**RAW["trees"], "0": ROW[:-1]}},
        {"trees": {**RAW["trees"], "0": [-1, *ROW[1:]]}},
        {"trees": {**RAW["trees"], "0": [*ROW[:-1], None]}},
    ],
    ids=lambda changes: " ".join(f"{name}={str(value)[-30:]}" for name, value in changes.items()),
)
def test_invalid_weights_are_rejected(changes: dict[str, Any]) -> None:
    assert from_json(json.dumps(RAW)).first == FIRST.digest
    assert_bad_weights(lambda: from_json(json.dumps({**RAW, **changes})))


@pytest.mark.parametrize("number", [6, 12, 30, 60])
@pytest.mark.parametrize("article", [prose.english, prose.chinese])
def test_a_plain_article_is_kept_from_the_first_paragraph_to_the_last(
    article: Callable[[int], str], number: int
) -> None:
    page = parse(article(number))
    kept = [block.text for block, keep in zip(page.blocks, judge(page).keep, strict=True) if keep]
    assert [text.split("]")[0] for text in kept if text.startswith("[")] == [f"[{at}" for at in range(number)]


def test_a_chinese_notice_keeps_its_signature_and_annex() -> None:
    text = f"{prose.paragraphs(prose.CHINESE, 6)}<p align=right>河畔市人民政府办公室</p><p align=right>2026年5月3日</p>"
    annex = "<p class=fj>附件：<a href=/get?id=4>早市摊位申请表.docx</a></p><p>浏览次数：120</p>"
    lines = read(prose.page("关于早市摊位的通知", f"<div>{text}</div>{annex}", lang="zh-CN")).text.split("\n\n")
    assert lines[5].startswith("[5]")
    assert lines[6:] == ["河畔市人民政府办公室", "2026年5月3日", "附件：早市摊位申请表.docx"]


def test_the_next_stories_below_an_article_are_left_out() -> None:
    story = "<article class=story><h1>{}</h1><div class=body>{}</div></article>"
    titles = ("A ferry before dawn", "The lamps of the quay", "What the mail brought")
    texts = (prose.ENGLISH, prose.ENGLISH[::-1], prose.ENGLISH.upper())
    stories = (story.format(title, prose.paragraphs(text, 6)) for title, text in zip(titles, texts, strict=True))
    article = read(f"<html lang=en><title>{titles[0]} | The Post</title><article>{''.join(stories)}</article>")
    assert [line.split("]")[0] for line in article.text.split("\n\n")] == [f"[{at}" for at in range(6)]


def test_subheadings_in_separate_elements_and_above_lists_are_kept() -> None:
    blocks = [f"<div class=block><p>[{at}] {prose.ENGLISH} {prose.ENGLISH}</p></div>" for at in range(6)]
    heading = "<div class=heading-block><h2 class=x1>On the pier</h2></div>"
    items = "".join(f"<li><div>{at}. {prose.ENGLISH[at * 30 :]}</div></li>" for at in range(3))
    steps = f"<div class=card><h3>Instructions</h3><ol>{items}</ol></div>"
    article = read(prose.page("A ferry before dawn", "".join((*blocks[:3], heading, *blocks[3:], steps))))
    assert article.html.count("<h2>On the pier</h2>") == article.html.count("<h3>Instructions</h3>") == 1
