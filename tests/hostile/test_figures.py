"""The figures' sums and worst values."""

from __future__ import annotations

from tests.support.figures import Figures


def test_counts_are_summed_and_the_worst_is_kept() -> None:
    figures = Figures()
    figures.add("pages tried", 3)
    figures.add("pages tried")
    figures.worst("time", 2.0, "s")
    figures.worst("time", 1.0, "s")
    assert figures.lines() == ["pages tried: 4", "time: 2.0 s at worst"]


def test_the_figures_of_two_processes_become_one() -> None:
    ours, theirs = Figures(), Figures()
    ours.add("kills", 2)
    theirs.add("kills", 3)
    theirs.worst("time", 1.0, "s")
    ours.take(theirs.sums, theirs.worsts)
    assert ours.lines() == ["kills: 5", "time: 1.0 s at worst"]


def test_a_figure_of_nothing_is_told() -> None:
    figures = Figures()
    figures.add("executions", 0)
    assert figures.lines() == ["executions: 0"]
