"""Labels: the tokens of a page that are in a longest common subsequence with the true text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jingdu.learn.corpus import labelled
from jingdu.learn.corpus.labelled import content_tokens, matched


def lcs_length(a: list[str], b: list[str]) -> int:
    """The textbook table, O(nm)."""
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
def test_the_taken_tokens_are_a_longest_common_subsequence(page: list[str], truth: list[str]) -> None:
    taken = matched(page, truth)
    assert len(taken) == len(page)
    part = [token for token, take in zip(page, taken, strict=True) if take]
    assert is_subsequence(part, truth)
    assert len(part) == lcs_length(page, truth)


def test_blocks_are_labelled_by_their_aligned_tokens() -> None:
    blocks = ["Home News", "The cat sat.", "今天好", "Read: the end", "…"]
    assert content_tokens(blocks, "The cat sat. 今天很好。 The end") == [(2, 0), (3, 3), (3, 3), (3, 2), (0, 0)]


def test_a_truth_too_long_for_memory_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(labelled, "MAX_CELLS", 8)
    assert matched(list("abcd"), list("abcd")) == [True, True, False, False]
