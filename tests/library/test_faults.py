"""SIGKILL and concurrent writers: articles are never half written, and acknowledged changes survive."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from itertools import count
from pathlib import Path

import pytest

from jingdu.library import document, frontmatter, names

SAVER = """
import sys
from jingdu.library import repository
from tests.support.library_items import PICTURE, PNG, content, item
print("ready", flush=True)
name, number = sys.argv[1], 0
while True:  # until it is killed; what is printed is acknowledged
    made = item(title=f"{name}-{number}", byline="x" * 2000)
    kept = repository.save(made, content(page="p" * 20_000), {PICTURE: PNG})
    print(f"{name}-{number}", flush=True)
    if number % 3 == 0:
        repository.edit([kept.id], {"title": f"{name}-{number}", "favourite": True})
        print(f"{name}-{number}!", flush=True)
    if number % 5 == 0:
        repository.save(item(title=f"{name}-{number}", byline="y"), content(), {}, replaces=kept.id)
    number += 1
"""
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
WRITE = "from jingdu.library import transaction\nwith transaction.write_lock(): pass"


def python(home: Path, code: str, *arguments: str) -> subprocess.Popen[str]:
    """Starts a Python process whose library and data are in ``home``."""
    paths = os.pathsep.join([str(Path(__file__).parents[2]), *filter(None, sys.path)])
    folders = dict.fromkeys(("HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"), str(home))
    env = {**os.environ, **folders, "JINGDU_LIBRARY": str(home / "Library"), "PYTHONPATH": paths}
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def read_library(home: Path) -> tuple[dict[str, bool], list[str]]:
    """Reads the library without Jingdu: title → whether it is a favourite, and the folders of incomplete articles."""
    saved, incomplete = {}, []
    for folder in (home / "Library").glob("[!.]*"):
        made = frontmatter.item(frontmatter.split((folder / "article.md").read_text("utf-8"))[0], folder.name)
        if made is None or document.body((folder / "article.html").read_text("utf-8")) is None:
            incomplete.append(folder.name)
        else:
            saved[made[0].title] = made[0].favourite
    return saved, incomplete


def pending_title(path: Path) -> str | None:
    """The title of a folder about to replace another, after a kill between the two renames."""
    if not path.name.startswith(".") or not all((path / name).exists() for name in (names.PLACE, names.ARTICLE)):
        return None  # without an article, the old folder was being removed
    made = frontmatter.item(frontmatter.split((path / "article.md").read_text("utf-8"))[0], "")
    return made[0].title if made else None


@pytest.mark.skipif(os.name == "nt", reason="SIGKILL is POSIX")
def test_kills_lose_no_acknowledged_change(tmp_path: Path, long_run: bool) -> None:
    """After each kill no article is incomplete; the next writer removes stale files."""
    rng, acknowledged = random.Random(1), set[str]()
    (tmp_path / "Library").mkdir()  # the first process may be killed before it creates the folder
    pace = 0.1  # seconds per save, adapted to the load of the machine
    for number in count():
        if number >= (100 if long_run else 15) and len(acknowledged) > 5:
            break
        process = python(tmp_path, SAVER, f"k{number}")
        assert process.stdout and process.stdout.readline() == "ready\n"
        started = time.monotonic()
        time.sleep(rng.uniform(0, 2 * pace))
        process.send_signal(signal.SIGKILL)
        elapsed = time.monotonic() - started
        printed = process.communicate()[0].split("\n")[:-1]  # an unfinished line was not acknowledged
        pace = elapsed / len(printed) if printed else max(pace, 1.5 * elapsed)
        acknowledged |= {line.rstrip("!") for line in printed}
        favourites = {line.rstrip("!") for line in printed if line.endswith("!")}
        saved, incomplete = read_library(tmp_path)
        assert incomplete == []
        assert acknowledged - set(saved) - set(map(pending_title, (tmp_path / "Library").iterdir())) == set()
        assert [name for name in favourites if not saved.get(name, True) and int(name.split("-")[1]) % 5] == []
    assert python(tmp_path, WRITE).wait() == 0
    assert list((tmp_path / "Library").rglob(".jingdu-*")) == []


def test_concurrent_writers_lose_no_saves_or_edits(tmp_path: Path, long_run: bool) -> None:
    """Several processes save their own articles and tag a shared one, without errors."""
    processes, saves = 3, 100 if long_run else 20
    shared = python(tmp_path, SHARED).communicate()[0].strip()
    workers = [python(tmp_path, WORKER, f"w{number}", str(saves), shared) for number in range(processes)]
    assert [error for worker in workers if (error := worker.communicate()[1])] == []
    found = json.loads(python(tmp_path, READ).communicate()[0])
    expected = {f"w{worker}-{save}" for worker in range(processes) for save in range(saves)}
    assert {title for title, _ in found} == expected | {"shared"} and len(found) == len(expected) + 1
    tags = next(set(tags) for title, tags in found if title == "shared")
    assert tags == {name for name in expected if name.endswith("0")}
