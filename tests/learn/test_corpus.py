"""Corpus files, their split by site, and the labels and lexicon derived from them."""

from __future__ import annotations

import json
import random
from math import log
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from jingdu.learn.corpus import fold_of, labelled, load
from jingdu.learn.corpus.labelled import labels, lcs_mask
from jingdu.learn.corpus.words import PRIOR, TABLES, LexiconEstimator, WordShares, word_shares
from jingdu.page.parse import parse


@pytest.mark.parametrize(
    ("site", "at"), [("bbc.co.uk", 4), ("sina.com.cn", 3), ("example.org", 3), ("新闻.cn", 3), ("", 0)]
)
def test_folds_of_sites_are_deterministic(site: str, at: int) -> None:
    assert fold_of(site, 5) == at


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
def test_site_of_a_page(row: dict[str, str], site: str, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps({"id": 7, "html": "<p>", **row}) + "\n\n", "utf-8")
    (example,) = load(path)
    assert (example.site, example.id, example.text, example.must) == (site, "7", "", ())


def lcs_length(a: list[str], b: list[str]) -> int:
    """The textbook algorithm, O(nm)."""
    table = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i, x in enumerate(a, 1):
        for j, y in enumerate(b, 1):
            table[i][j] = table[i - 1][j - 1] + 1 if x == y else max(table[i - 1][j], table[i][j - 1])
    return table[-1][-1]


def is_subsequence(part: list[str], whole: list[str]) -> bool:
    rest = iter(whole)
    return all(token in rest for token in part)


TOKENS = st.lists(st.sampled_from("abcdef"), max_size=90)


@given(TOKENS, TOKENS)
def test_lcs_mask_is_a_longest_common_subsequence(page: list[str], truth: list[str]) -> None:
    taken = lcs_mask(page, truth)
    assert len(taken) == len(page)
    part = [token for token, take in zip(page, taken, strict=True) if take]
    assert is_subsequence(part, truth)
    assert len(part) == lcs_length(page, truth)


def test_blocks_are_labelled_by_their_aligned_tokens() -> None:
    page = parse("<p>Home News</p><p>The cat sat.</p><p>今天好</p><p>Read: the end</p><p>…</p>")
    found = labels(page, "The cat sat. 今天很好。 The end")
    assert list(zip(found.tokens, found.hits, strict=True)) == [(2, 0), (3, 3), (3, 3), (3, 2), (0, 0)]
    assert found.truth == 9


def test_a_truth_too_long_for_memory_is_truncated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(labelled, "MAX_CELLS", 8)
    assert lcs_mask(list("abcd"), list("abcd")) == [True, True, False, False]


PAGE = parse("<div class=nav><p>Home</p></div><div class='post body'><p>Home text</p><p>More text</p></div>")


def test_word_shares_are_the_share_of_content_blocks() -> None:
    found = word_shares([(PAGE, [False, True, True])])
    assert found.own == {}
    assert found.around == {"nav": 0.0, "post": 1.0, "body": 1.0}
    assert found.cues == {"home": 0.5, "text": 1.0, "more": 1.0}


def random_sites(count: int) -> dict[str, WordShares]:
    rng = random.Random(1)
    words = [f"word{n}" for n in range(30)]

    def random_shares() -> dict[str, float]:
        return {word: rng.choice([0.0, 0.3, 1.0]) for word in rng.sample(words, 12)}

    return {f"site{n}": WordShares(random_shares(), random_shares(), random_shares()) for n in range(count)}


def test_support_matches_its_definition() -> None:
    """Six of eight sites vote for content: (6 + 2·prior) / (8 + 2), against the prior of all words, 8 of 16."""
    sites = {f"s{n}": WordShares({"a": float(n < 6), "b": float(n < 2)}, {}, {}) for n in range(8)}
    share = (6 + PRIOR * 0.5) / (8 + PRIOR)
    assert LexiconEstimator(sites).lexicon.own == {
        "a": round(1000 * log(share / (1 - share))),
        "b": round(-1000 * log(share / (1 - share))),
    }


def test_leaving_out_a_site_removes_its_votes() -> None:
    """The prior and the vocabulary are still those of all sites; only the supports are estimated again."""
    sites = random_sites(25)
    estimator = LexiconEstimator(sites)
    for left_out in sites:
        lexicon = estimator.leave_out(left_out)
        for table in TABLES:
            others = [getattr(site, table) for name, site in sites.items() if name != left_out]
            for word, support in getattr(lexicon, table).items():
                votes = [site[word] for site in others if word in site]
                share = (sum(votes) + PRIOR * estimator.prior[table]) / (len(votes) + PRIOR)
                prior = estimator.prior[table]
                assert support == round(1000 * (log(share / (1 - share)) - log(prior / (1 - prior))))
