"""What the library's papers import, and who imports them."""

from __future__ import annotations

import subprocess
import sys

import pytest

ROOMS = (
    "jingdu.library.topics.terms",
    "jingdu.library.topics.idf",
    "jingdu.library.topics.keywords",
    "jingdu.library.topics.keywords.bayes",
    "jingdu.library.topics.duplicates",
    "jingdu.library.topics.duplicates.finding",
    "jingdu.library.index",
    "jingdu.learn.train.keywords",
)


def imported(name: str) -> set[str]:
    """All modules that are there after one was imported first."""
    asked = f"import sys, {name}; print(*sys.modules)"
    return set(subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout.split())


@pytest.mark.parametrize("room", ROOMS)
def test_each_can_be_the_first_that_is_imported(room: str) -> None:
    """There is no cycle: one that comes back to the first ends in an error here."""
    assert room in imported(room)


def test_finding_an_article_imports_nothing_of_the_library() -> None:
    names = imported("jingdu.handlers.extract")
    assert "jingdu.handlers.extract" in names
    assert not {name for name in names if name.startswith(("jingdu.library", "jingdu.learn", "jieba"))}
