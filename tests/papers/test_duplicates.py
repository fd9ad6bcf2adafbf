"""Near-duplicates: what confirms them, and how well the written copies are found. S1 and S2: test_duplicate_*.py."""

from __future__ import annotations

from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jingdu.library.topics.duplicates.similarity import RUN, Shared, is_same, shared
from tests.papers.double_methods import METHODS as MEASURED
from tests.papers.double_methods import likeness, ours, precision_recall
from tests.papers.doubled import is_chinese, pairs

UNITS = st.lists(st.sampled_from("abcd"), max_size=14)


def test_the_likeness_by_hand() -> None:
    """Of eight words six stand in runs of four that the other has: 12 of 16."""
    one, other = "a b c d e f x y".split(), "a b c d e f v w".split()
    assert shared(one, other) == Shared(6, 6, 8, 8)
    assert shared(one, other).similarity == 0.75
    assert Shared(30, 30, 30, 90).held == 1.0
    assert is_same(Shared(30, 30, 30, 90)) and not is_same(Shared(20, 20, 20, 90))


@given(UNITS, UNITS)
def test_the_common_runs_read_literally(one: list[str], other: list[str]) -> None:
    def covered(text: list[str], known: list[str]) -> int:
        size = min(RUN, len(text)) or 1
        near = min(RUN, len(known)) or 1
        there = {tuple(known[at : at + near]) for at in range(max(len(known) - near + 1, 0))}
        inside = set()
        for at in range(max(len(text) - size + 1, 0)):
            if tuple(text[at : at + size]) in there:
                inside |= set(range(at, at + size))
        return len(inside)

    found = shared(one, other)
    if one and other:
        assert (found.one, found.other) == (covered(one, other), covered(other, one))
    assert 0 <= found.similarity <= 1


FLOOR = 0.97
"""Of the default's precision and recall over all pairs, and over those of either script."""


@pytest.mark.parametrize("chinese", [None, True, False], ids=["all", "Chinese", "English"])
def test_the_default_finds_the_copies_and_only_them(chinese: bool | None) -> None:
    """On the pairs of ``doubled``; the whole table is printed by ``python tests/papers/double_methods.py``."""
    chosen = [pair for pair in pairs() if chinese is None or is_chinese(pair.one) == chinese]
    precision, recall = precision_recall(chosen, ours)
    assert precision >= FLOOR and recall >= FLOOR


def printed() -> dict[str, tuple[float, float]]:
    """Method → precision and recall over all pairs, as PAPERS.md gives them."""
    rows = [line.split("|") for line in (files("jingdu.library") / "PAPERS.md").read_text("utf-8").splitlines()]
    return {row[1].strip(" *"): (float(row[2]), float(row[3])) for row in rows
            if row[0] == "" and len(row) == 13 and row[1].startswith((" S2", " **S2"))}  # fmt: skip


def test_the_figures_are_those_of_the_papers_page() -> None:
    """Where this fails, print the table again and put it into PAPERS.md."""
    measured = {name: precision_recall(pairs(), says) for name, says in MEASURED.items() if name.startswith("S2")}
    assert {name: pytest.approx(figures, abs=0.0051) for name, figures in printed().items()} == measured


def test_a_retouched_copy_is_shown_as_nearly_the_same() -> None:
    retouched = [likeness(pair) for pair in pairs() if pair.kind == "retouched"]
    others = [likeness(pair) for pair in pairs() if pair.kind == "other topic"]
    assert min(retouched) > 0.5 > 0.1 > max(others)
