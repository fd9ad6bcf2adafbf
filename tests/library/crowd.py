"""Several processes hammer one library: ``python tests/library/crowd.py PROCESSES SAVES``.

Each saves articles of its own and puts a tag of its own on one that all share. Nothing may be lost, nobody
may be turned away.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.library.kills import environment

WORKER = """
import sys
from jingdu.library import repository
from tests.support.library_items import content, item
name, saves, shared = sys.argv[1], int(sys.argv[2]), sys.argv[3]
for number in range(saves):
    repository.save(item(title=f"{name}-{number}", url=f"https://example.org/{name}/{number}"), content(page=None), {})
    if number % 10 == 0:
        repository.edit([shared], {"add_tags": [f"{name}-{number}"]})
"""
SHARED = "from tests.support.library_items import keep; print(keep(title='shared').id)"
READ = """
import json
from jingdu.library import repository
print(json.dumps([(item.title, item.tags) for item in repository.items()]))
"""


class Crowd(NamedTuple):
    """What came of it."""

    saved: int
    titles: set[str]
    tags: set[str]
    wanted_titles: set[str]
    wanted_tags: set[str]
    failed: list[str]
    seconds: float


def crowd(processes: int, saves: int, home: Path) -> Crowd:
    """So many processes make so many saves each, at once."""
    import json

    begun, env = time.monotonic(), environment(home)

    def python(code: str, *arguments: str) -> subprocess.Popen[str]:
        command = [sys.executable, "-c", code, *arguments]
        return subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    shared = python(SHARED).communicate()[0].strip()
    workers = [python(WORKER, f"w{number}", str(saves), shared) for number in range(processes)]
    failed = [worker.communicate()[1] for worker in workers]
    seconds = time.monotonic() - begun
    found = json.loads(python(READ).communicate()[0])
    names = [(worker, save) for worker in range(processes) for save in range(saves)]
    return Crowd(
        len(found) - 1,
        {title for title, _ in found},
        next(set(tags) for title, tags in found if title == "shared"),
        {f"w{worker}-{save}" for worker, save in names} | {"shared"},
        {f"w{worker}-{save}" for worker, save in names if save % 10 == 0},
        [error for error in failed if error],
        seconds,
    )


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        figures = crowd(int(sys.argv[1]), int(sys.argv[2]), Path(folder))
        lost = len(figures.wanted_titles - figures.titles) + len(figures.wanted_tags - figures.tags)
        print(f"{figures.saved} saves, {lost} lost, {len(figures.failed)} processes failed, {figures.seconds:.0f} s")
        sys.exit(bool(lost or figures.failed))
