"""A killed run leaves complete shards, and repeating the command gives the same rows as an uninterrupted run."""

import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from pyarrow import parquet

from tests.crawl.made import COMMAND, extract, pages, rows, warc
from tests.support.host_process import children
from tests.support.waiting import until

pytestmark = pytest.mark.skipif(os.name == "nt", reason="kills by signals")
SHARD = 5


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return warc(tmp_path_factory.mktemp("crawl") / "a.warc.gz", pages(40))


@pytest.fixture(scope="module")
def uninterrupted(archive: Path, tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    out = tmp_path_factory.mktemp("uninterrupted")
    extract(archive, "--out", out, "--shard", SHARD, "--workers", 2)
    return rows(out)


def start(archive: Path, out: Path, *more: str) -> subprocess.Popen[str]:
    """Starts the command in its own process group, as a shell does."""
    command = [*COMMAND, str(archive), "--out", str(out), "--shard", str(SHARD), "--workers", "2", *more]
    return subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True, process_group=0)


def check_shards(out: Path) -> int:
    """Checks that every shard is complete; returns their number."""
    shards = sorted(out.glob("part-*.parquet"))
    assert all(parquet.read_metadata(shard).num_rows <= SHARD for shard in shards)
    return len(shards)


@pytest.mark.slow
def test_a_killed_run_resumes_with_the_same_rows(
    archive: Path, uninterrupted: list[dict[str, Any]], tmp_path: Path, long_run: bool
) -> None:
    chance = random.Random(7)
    for _ in range(50 if long_run else 2):
        run = start(archive, tmp_path)
        more = check_shards(tmp_path) + chance.randint(0, 2)
        until(lambda run=run, more=more: run.poll() is not None or len(list(tmp_path.glob("part-*"))) >= more)
        time.sleep(chance.random() / 2)
        run.kill()
        run.wait()
        if check_shards(tmp_path) == len(uninterrupted) // SHARD:
            for path in tmp_path.iterdir():  # the run was complete: start again
                path.unlink()
    extract(archive, "--out", tmp_path, "--shard", SHARD, "--workers", 2)
    assert rows(tmp_path) == uninterrupted
    assert {path.name for path in tmp_path.iterdir() if not path.name.startswith("part-")} == {"_jingdu-extract.json"}


@pytest.mark.usefixtures("interruptible")
def test_an_interrupted_run_reports_it_and_ends_its_workers(
    archive: Path, uninterrupted: list[dict[str, Any]], tmp_path: Path
) -> None:
    for attempt in range(20):  # on a busy machine a run may finish before the signal
        out = tmp_path / f"{attempt}"
        run = start(archive, out)
        until(lambda out=out: any(out.glob("part-*")))
        workers = children(run.pid)
        os.killpg(run.pid, signal.SIGINT)  # as a terminal does at Ctrl-C
        report = run.communicate(timeout=300)[1]
        if check_shards(out) < len(uninterrupted) // SHARD:
            break
    assert report.endswith("Interrupted; the same command continues where it was.\n")
    assert run.returncode == 130
    until(lambda: not [pid for pid in workers if Path(f"/proc/{pid}").exists()])
    assert not list(out.glob(".*"))
    assert rows(out) == uninterrupted[: check_shards(out) * SHARD]


def test_a_killed_worker_loses_no_record(archive: Path, uninterrupted: list[dict[str, Any]], tmp_path: Path) -> None:
    run = start(archive, tmp_path)
    until(lambda: any(tmp_path.glob("part-*")))
    for worker in children(run.pid):
        with suppress(ProcessLookupError):
            os.kill(worker, signal.SIGKILL)
    assert run.wait(800) == 0, run.stderr and run.stderr.read()
    assert rows(tmp_path) == uninterrupted


def test_repeating_a_finished_run_changes_nothing(archive: Path, tmp_path: Path) -> None:
    first = extract(archive, "--out", tmp_path, "--sample", "0.2", "--workers", 1)
    before = {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    assert extract(archive, "--out", tmp_path, "--sample", "0.2").stdout == first.stdout
    assert {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()} == before
    assert 1 < len(rows(tmp_path)) < 20


def copies() -> list[str]:
    """Ten pages and their near-duplicates with an added paragraph; every third is Chinese."""
    made = pages(10)
    return [*made, *(one.replace("</article>", "<p>Printed by permission of a paper.</p></article>") for one in made)]


def start_and_kill(archive: Path, out: Path, *more: str) -> None:
    """Kills a run after its first shard."""
    run = start(archive, out, *more)
    until(lambda: run.poll() is not None or any(out.glob("part-*")))
    run.kill()
    run.wait()


@pytest.mark.sample("uninterrupted")
@pytest.mark.parametrize("begin", [lambda *_: None, start_and_kill], ids=["uninterrupted", "after a kill"])
def test_filtered_records_have_a_fault(begin: Callable[..., None], tmp_path: Path) -> None:
    path = warc(tmp_path / "a.warc.gz", [*copies(), *pages(3, 1)])
    options = ("--dedupe", "--lang", "en", "--min-words", "150", "--format", "jsonl")
    begin(path, tmp_path / "out", *options)
    extract(path, "--out", tmp_path / "out", "--shard", SHARD, "--workers", 1, *options)
    found = rows(tmp_path / "out")
    faults = ["" if at % 3 != 2 else "other_language" for at in range(10)]
    again = [fault or "duplicate" for fault in faults]
    assert [row["fault"] or "" for row in found] == [*faults, *again, "too_short", "too_short", "other_language"]
    assert all((row["text"] is None) != (row["fault"] is None) for row in found)


def on_a_terminal(*command: str) -> str:
    """Runs a command with stderr on a pseudo-terminal; returns its output there."""
    import pty

    own, terminal = pty.openpty()
    run = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=terminal)
    os.close(terminal)
    written = b""
    with suppress(OSError):  # Linux reports the end of the output as an error
        while piece := os.read(own, 4096):
            written += piece
    os.close(own)
    assert run.wait(300) == 0
    return written.decode()


def test_a_terminal_shows_rate_and_time_left(archive: Path, tmp_path: Path) -> None:
    command = (*COMMAND, str(archive), "--workers", "1", "--out")
    shown = on_a_terminal(*command, str(tmp_path / "a"))
    assert re.search(r"\r\x1b\[K\d+ records?, \d+\.\d a second, \d+%, \d+:\d\d left", shown), shown


def test_progress_on_a_pipe_is_printed_as_lines(archive: Path, tmp_path: Path) -> None:
    at_once = "from jingdu.cli import extract; extract._INTERVAL = 0; from jingdu.__main__ import main; main()"
    command = (sys.executable, "-P", "-c", at_once, "extract", archive, "--out", tmp_path, "--workers", "1")
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stderr.splitlines()
    assert len(lines) == 40
    for number, line in enumerate(lines, 1):
        assert re.fullmatch(rf"{number} records?, \d+\.\d a second, \d+%, \d+:\d\d left", line)
    assert lines[-1].endswith("100%, 0:00 left")
