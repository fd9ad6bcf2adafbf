"""How long from the start of a process to the host's first reply, beside bare Python: run by hand.

python tests/host/cold_start.py [rounds]
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.support.host_process import Port, golden


def bare(home: Path) -> None:
    subprocess.run([sys.executable, "-I", "-c", "pass"], check=True)


def hello(home: Path) -> None:
    with Port(home) as port:
        port.ask(golden("hello.request"))


def first_article(home: Path) -> None:
    with Port(home) as port:
        port.send(golden("hello.request"))
        port.send(golden("extract.request"))
        port.receive()
        port.receive()


def preloaded_article(home: Path) -> float:
    """Seconds of the first extraction when the host had a second to itself after hello."""
    with Port(home) as port:
        port.ask(golden("hello.request"))
        time.sleep(1)
        started = time.perf_counter()
        port.ask(golden("extract.request"))
        return time.perf_counter() - started


def seconds(task: object, home: Path) -> float:
    started = time.perf_counter()
    told = task(home)  # type: ignore[operator]
    return told if isinstance(told, float) else time.perf_counter() - started


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    tasks = {
        "bare Python": bare,
        "hello": hello,
        "hello and an article": first_article,
        "an article after a second": preloaded_article,
    }
    with tempfile.TemporaryDirectory() as home:
        times = [{name: seconds(task, Path(home)) for name, task in tasks.items()} for _ in range(rounds)]
    best = {name: min(time[name] for time in times) for name in tasks}
    for name, took in best.items():
        print(f"{name:28}{took * 1000:7.1f} ms{took / best['bare Python']:7.1f} x")


if __name__ == "__main__":
    main()
