"""Kills and crowds: an article is whole, old or new, and what was acknowledged is there."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.library.crowd import crowd
from tests.library.kills import kill_savers, leftovers

posix = pytest.mark.skipif(os.name == "nt", reason="kills as POSIX does")


@posix
def test_kills_at_random_moments_lose_nothing_and_leave_nothing(tmp_path: Path, long_run: bool) -> None:
    """``python tests/library/kills.py 1000`` is the long run."""
    figures = kill_savers(100 if long_run else 15, tmp_path)
    assert figures.acknowledged > 5
    assert (figures.lost, figures.half, leftovers(tmp_path)) == ([], [], [])


def test_a_crowd_loses_no_save_and_no_change(tmp_path: Path, long_run: bool) -> None:
    """``python tests/library/crowd.py 4 750`` is the long run."""
    figures = crowd(3, 100 if long_run else 20, tmp_path)
    assert figures.failed == []
    assert figures.titles == figures.wanted_titles
    assert figures.tags == figures.wanted_tags
