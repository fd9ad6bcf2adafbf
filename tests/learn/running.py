"""``jingdu`` as a user starts it, and the tables it prints."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def run(*arguments: str | Path, code: int = 0) -> subprocess.CompletedProcess[str]:
    """Runs ``jingdu`` and expects its exit code."""
    command = [sys.executable, "-m", "jingdu", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, timeout=600)
    assert done.returncode == code, done.stderr
    return done


def rows(printed: str, heading: str = "Word F1") -> dict[tuple[str, str], list[str]]:
    """The table under ``heading``, by pages and extractor."""
    (table,) = [part for part in printed.split("\n\n") if part.strip().startswith(heading)]
    lines = [line.split() for line in table.strip().splitlines()[2:] if "more pages" not in line]
    return {(line[0], line[1]): line[2:] for line in lines}
