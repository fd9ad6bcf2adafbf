"""Kills savers at random moments and counts what is lost: ``python tests/library/kills.py 1000 [SEED]``.

After each kill: every article that was acknowledged is there and whole, nothing is there half, and
after the next save nothing is left over.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


@dataclass
class Figures:
    """What came of the kills."""

    kills: int = 0
    acknowledged: int = 0
    lost: list[str] = field(default_factory=list)
    half: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)


def environment(home: Path) -> dict[str, str]:
    """The savers' variables: a library and data of their own."""
    paths = os.pathsep.join([str(ROOT), *filter(None, sys.path)])
    names = dict.fromkeys(("HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"), str(home))
    return {**os.environ, **names, "JINGDU_LIBRARY": str(home / "Library"), "PYTHONPATH": paths}


def saver(home: Path, name: str, first: int) -> subprocess.Popen[str]:
    """A saver that has begun."""
    command = [sys.executable, str(HERE / "saver.py"), name, str(first)]
    process = subprocess.Popen(command, env=environment(home), stdout=subprocess.PIPE, text=True)
    assert process.stdout and process.stdout.readline() == "ready\n"
    return process


def kill_savers(kills: int, home: Path, seed: int = 1) -> Figures:
    """Kills so many savers, each at a random moment, and looks at the library after each."""
    chance, figures = random.Random(seed), Figures()
    acknowledged: set[str] = set()
    (home / "Library").mkdir()  # the first may be killed before it comes to that
    pace = 0.1  # seconds that a save takes here; a busy machine takes longer
    for number in range(kills):
        process = saver(home, f"k{number}", 0)
        begun = time.monotonic()
        time.sleep(chance.uniform(0, 2 * pace))
        process.send_signal(signal.SIGKILL)
        taken = time.monotonic() - begun
        said = process.communicate()[0].split("\n")[:-1]  # an unfinished line was not read by anybody
        pace = taken / len(said) if said else max(pace, 1.5 * taken)
        acknowledged |= {line.rstrip("!") for line in said}
        favourites = {line.rstrip("!") for line in said if line.endswith("!")}
        look(home, acknowledged, favourites, figures)
        figures.kills = number + 1
    figures.acknowledged = len(acknowledged)
    return figures


def look(home: Path, acknowledged: set[str], favourites: set[str], figures: Figures) -> None:
    """Reads the whole library as another program would, then through the store after one more save."""
    from jingdu.library import document, frontmatter

    there: dict[str, bool] = {}
    for folder in (home / "Library").iterdir():
        if folder.name.startswith("."):
            continue
        made = frontmatter.item(frontmatter.split((folder / "article.md").read_text("utf-8"))[0], folder.name)
        body = document.body((folder / "article.html").read_text("utf-8"))
        if made is None or body is None:
            figures.half.append(folder.name)
            continue
        there[made[0].title] = made[0].favourite
    waiting = {name for path in (home / "Library").iterdir() if (name := _waiting(path))}
    figures.lost += sorted(acknowledged - set(there) - waiting)
    figures.lost += sorted(name for name in favourites if not there.get(name, True) and int(name.split("-")[1]) % 5)


def _waiting(path: Path) -> str | None:
    """The title in a folder that is about to take another's place, when a kill came between the two renames."""
    from jingdu.library import frontmatter, names

    if not path.name.startswith(".") or not all((path / name).exists() for name in (names.PLACE, names.ARTICLE)):
        return None  # the last is missing where the old one was just being removed
    made = frontmatter.item(frontmatter.split((path / "article.md").read_text("utf-8"))[0], "")
    return made[0].title if made else None


def leftovers(home: Path) -> list[str]:
    """What is left beside the articles once another writer has come."""
    writer = "from jingdu.library import transaction\nwith transaction.write_lock(): pass"
    subprocess.run([sys.executable, "-c", writer], env=environment(home), check=True)
    return [str(path) for path in (home / "Library").rglob(".jingdu-*")]


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        begun = time.monotonic()
        figures = kill_savers(int(sys.argv[1]), Path(folder), *map(int, sys.argv[2:]))
        figures.left = leftovers(Path(folder))
        print(f"{figures.kills} kills, {figures.acknowledged} saves acknowledged, {len(figures.lost)} lost, "
              f"{len(figures.half)} half, {len(figures.left)} left over, {time.monotonic() - begun:.0f} s")  # fmt: skip
        print(*figures.lost, *figures.half, *figures.left, sep="\n")
        sys.exit(bool(figures.lost or figures.half or figures.left))
