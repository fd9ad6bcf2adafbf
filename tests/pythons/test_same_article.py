"""Every installed Python extracts the same article from a raw page."""

import json
import lzma
import os
import subprocess
import warnings
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path

import pytest

import jingdu
from tests.pythons.interpreters import FOLDER, RAW_PAGES, TEXT, found, prepare
from tests.runner import home

CORPORA = Path(os.environ.get("JINGDU_CORPORA") or home.ROOT.parent / "shared" / "corpora")
RAW = ("fundus-dev-raw", "andythefactory-raw")
FEW, MANY = 1, 200
"""Pages per corpus: one in `STEP` from the start, or spread evenly."""
STEP = 10
READ_PAGES = Path(__file__).with_name("read_pages.py")
TIMEOUT = 3000


def read_by(python: Path, pages: Sequence[str]) -> list[list[str | None]]:
    """Title, byline, date, text and Markdown of each page, as read by that Python."""
    env = {**os.environ, "PYTHONPATH": str(home.ROOT / "host"), "PYTHONPYCACHEPREFIX": str(FOLDER / "cache")}
    lines = "\n".join(map(json.dumps, pages)).encode()
    done = subprocess.run([python, READ_PAGES], input=lines, capture_output=True, check=True, env=env, timeout=TIMEOUT)
    return [json.loads(line) for line in done.stdout.splitlines()]


def corpus_pages(name: str, count: int) -> list[str]:
    """``count`` pages of a corpus; empty if the corpus is missing."""
    path = CORPORA / f"{name}.jsonl.xz"
    if not path.is_file():
        return []
    step = STEP
    if count > FEW:
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            step = max(1, sum(1 for _ in lines) // count)
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line)["html"] for line in islice(lines, 0, count * step, step)]


@pytest.mark.parametrize("name", RAW_PAGES)
def test_comments_and_scripts_are_not_text(name: str) -> None:
    article = jingdu.read(RAW_PAGES[name])
    assert (article.title, article.text.strip()) == ("The lamp room", TEXT)


@pytest.mark.slow
@pytest.mark.timeout(2 * TIMEOUT)
def test_every_python_extracts_the_same_article(long_run: bool) -> None:
    """The default run compares the oldest and newest Python, ``--long`` all of them."""
    programs = found()
    if not long_run:
        versions = sorted(programs, key=lambda version: [*map(int, version.split("."))])
        programs = {version: programs[version] for version in (versions[0], versions[-1])}
    with ThreadPoolExecutor(2) as pool:
        pythons = dict(zip(programs, pool.map(prepare, programs.keys(), programs.values()), strict=True))
    ready = {version: python for version, python in pythons.items() if python}
    if len(ready) < len(pythons):
        warnings.warn(f"no packages for Python {', '.join(sorted(pythons.keys() - ready))}", stacklevel=1)
    if len(ready) < 2:
        pytest.skip(f"needs two Pythons with their packages; there is {', '.join(ready)}")
    corpora = [page for name in RAW for page in corpus_pages(name, MANY if long_run else FEW)]
    pages = [*RAW_PAGES.values(), *corpora]
    with ThreadPoolExecutor(2) as pool:
        first, *others = zip(ready, pool.map(lambda python: read_by(python, pages), ready.values()), strict=True)
    assert all(len(read) == len(pages) for _, read in (first, *others))
    print(f"{len(pages)} pages, Python {', '.join(ready)}")
    assert {version: [at for at, pair in enumerate(zip(first[1], read, strict=True)) if pair[0] != pair[1]]
            for version, read in others} == {version: [] for version, _ in others}  # fmt: skip
