"""Runs ``jingdu`` in a fork and parses the tables it prints."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.support.forked import run_forked


def run(*arguments: str | Path, code: int = 0) -> subprocess.CompletedProcess[str]:
    """Runs ``jingdu`` and checks its exit code."""
    done = run_forked(Path.home(), *arguments)
    assert done.returncode == code, done.stderr.decode()
    return subprocess.CompletedProcess(done.args, code, done.stdout.decode(), done.stderr.decode())


def rows(printed: str, heading: str = "Word F1") -> dict[tuple[str, str], list[str]]:
    """The table under ``heading``: (pages, extractor) → cells."""
    (table,) = [part for part in printed.split("\n\n") if part.strip().startswith(heading)]
    lines = [line.split() for line in table.strip().splitlines()[2:] if "more pages" not in line]
    return {(line[0], line[1]): line[2:] for line in lines}
