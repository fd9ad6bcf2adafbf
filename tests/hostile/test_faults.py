"""Fault injection at each system call of an action: files are old or new, and the next action succeeds.

The default run takes some calls of two actions; ``--long`` takes every call of every action with each fault.
"""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.hostile.faults import shim
from tests.hostile.faults.actions import actions
from tests.hostile.faults.judging import Judge
from tests.support.permitted import first_permitted

pytestmark = [pytest.mark.skipif(shim.skip_reason() is not None, reason=shim.skip_reason() or ""), pytest.mark.slow]
ACTIONS = list(actions(Path()))
_SAMPLE = 2
"""Faults per action in the default run, each at one call; the calls are spread over the action."""


def positions(number: int, total: int, long_run: bool) -> list[int]:
    """The calls to inject a fault at: all of them, or one in section ``number``."""
    if long_run:
        return list(range(1, total + 1))
    return [1 + (2 * number + 1) * total // (2 * _SAMPLE)] if total and number < _SAMPLE else []


@pytest.mark.timeout(0)
@pytest.mark.sample("save", "trash")
@pytest.mark.parametrize("action", ACTIONS)
def test_each_article_is_old_or_new_after_a_failing_call(judge: Judge, action: str, long_run: bool) -> None:
    turn = ACTIONS.index(action)  # rotates the faults, so that the sample contains each of them
    faults = [*shim.FAULTS][turn % len(shim.FAULTS) :] + [*shim.FAULTS][: turn % len(shim.FAULTS)]
    problems = []
    for number, fault in enumerate(faults):
        total = judge.bench.do(action, 0, fault).seen if long_run or number < _SAMPLE else 0
        for at in positions(number, total, long_run):
            result = judge.bench.do(action, at, fault)
            problems += [f"{fault} at call {at}: {line}" for line in judge.problems(action, result)]
    assert not problems, "\n".join(problems)


def test_the_shim_sees_every_call_that_strace_sees(tmp_path: Path) -> None:
    """Both count the same calls that change the disk, in Python, SQLite and shutil."""
    if first_permitted(("strace", "-o", "/dev/null")) is None:
        pytest.skip("strace is missing or not permitted")
    program = tmp_path / "program.py"
    program.write_text(_PROGRAM)
    (tmp_path / "watched").mkdir()
    log = tmp_path / "strace"
    calls = (
        "trace=openat,open,write,pwrite64,fsync,fdatasync,rename,renameat,renameat2,"
        "link,linkat,unlink,unlinkat,rmdir,mkdir"
    )
    command = ["strace", "-f", "-y", "-o", str(log), "-e", calls, "-E", f"LD_PRELOAD={shim.build(tmp_path)}"]
    command += [sys.executable, str(program), str(tmp_path / "watched"), str(Path(shim.__file__).parents[3])]
    ended = subprocess.run(command, capture_output=True, text=True, check=True)
    by_strace = [line for line in log.read_text().splitlines() if _is_a_change(line, str(tmp_path / "watched"))]
    assert len(by_strace) > 30
    assert int(ended.stdout) == len(by_strace), ended.stderr + "\n".join(by_strace)


def _is_a_change(line: str, folder: str) -> bool:
    call = line.split("(", maxsplit=1)[0].rsplit(maxsplit=1)[-1]
    if folder not in line or "resumed" in line:
        return False
    return not call.startswith("open") or "O_CREAT" in line


_PROGRAM = """
import ctypes, os, shutil, sqlite3, sys
sys.path.insert(0, sys.argv[2])
from tests.hostile.faults import shim
folder = sys.argv[1]
shim.arm(folder, 10**9, shim.Fault(2, 0, shim.CHANGES & ~shim.Kind.SIZE & ~shim.Kind.META))
with open(f"{folder}/one", "wb") as file:
    file.write(b"some bytes")
    file.flush()
    os.fsync(file.fileno())
os.replace(f"{folder}/one", f"{folder}/two")
shutil.copy2(f"{folder}/two", f"{folder}/three")
os.link(f"{folder}/two", f"{folder}/four")
os.makedirs(f"{folder}/a/b")
shutil.rmtree(f"{folder}/a")
base = sqlite3.connect(f"{folder}/base")
base.execute("PRAGMA journal_mode = WAL")
base.execute("CREATE TABLE t (x)")
base.executemany("INSERT INTO t VALUES (?)", [("a" * 500,)] * 100)
base.commit()
base.execute("PRAGMA wal_checkpoint(TRUNCATE)")
base.execute("PRAGMA journal_mode = DELETE")
base.execute("DELETE FROM t")
base.commit()
base.close()
os.unlink(f"{folder}/four")
print(shim.disarm())
"""


def test_the_shim_injects_kills_and_errors(judge: Judge) -> None:
    bench = judge.bench
    total = bench.do("save", 0, "kill").seen
    assert total > 50
    assert bench.do("save", total // 2, "kill").killed
    result = bench.do("save", 1, "stays full")
    assert (result.codes, result.acknowledged) == (["library_full"], False) or "index" in result.codes[0]
