"""What the library's papers import, and who imports them."""

from __future__ import annotations

import subprocess
import sys


def imported(name: str) -> set[str]:
    """All modules that are there after one was imported first."""
    asked = f"import sys, {name}; print(*sys.modules)"
    return set(subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout.split())


def test_finding_an_article_imports_nothing_of_the_library() -> None:
    names = imported("jingdu.handlers.extract")
    assert "jingdu.handlers.extract" in names
    assert not {name for name in names if name.startswith(("jingdu.library", "jingdu.learn", "jieba"))}
