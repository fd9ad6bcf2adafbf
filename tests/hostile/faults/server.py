"""A process with the shim preloaded and all modules imported, which forks for each request.

Requests and replies are lines of JSON: ``make`` creates the home, ``do`` runs an action with a fault, ``look``
inspects the home afterwards.
"""

import json
import os
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from jingdu.sites.codec import profiles as sites
from tests.hostile.faults import actions, home as homes, inspection, shim
from tests.support.indexes import close_all


def forked(work: Callable[[Callable[[object], None]], object]) -> tuple[list[Any], int]:
    """Runs ``work`` in a fork; returns what it reports and its exit code (negative for a signal)."""
    out, into = os.pipe()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            os.close(out)
            line = os.fdopen(into, "wb", buffering=0)

            def report(result: object) -> None:
                line.write(json.dumps(result).encode() + b"\n")

            report({"ended": work(report)})
            code = 0
        except BaseException:
            shim.disarm()
            traceback.print_exc()
        finally:
            os._exit(code)
    os.close(into)
    with os.fdopen(out, "rb") as stream:
        lines = [json.loads(line) for line in stream if line.endswith(b"\n")]
    return lines, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def do(home: Path, action: str, at: int, fault: str, record: str | None) -> dict[str, Any]:
    """Runs an action with a fault."""

    def run(report: Callable[[object], None]) -> object:
        actions.on_acknowledged[:] = [lambda: report("acknowledged"), lambda: shim.mark("acknowledged")]
        into = os.open(record, os.O_WRONLY | os.O_CREAT | os.O_TRUNC) if record else -1
        with actions.deterministic():
            shim.arm(str(home), at, shim.FAULTS[fault], into)
            try:
                outcome = actions.actions(home)[action]()
                close_all()
            finally:
                seen = shim.disarm()
        return {"codes": outcome.codes, "seen": seen}

    lines, code = forked(run)
    ended = next((one["ended"] for one in lines if isinstance(one, dict)), {"codes": [], "seen": 0})
    return {"acknowledged": "acknowledged" in lines, "code": code, **ended}


def make(home: Path) -> int:
    return forked(lambda _: homes.make(home))[1]


def look(home: Path) -> dict[str, Any]:
    """Runs the user's next actions; returns the snapshot of the home and the problems."""
    lines, code = forked(
        lambda _: {"problems": inspection.after_next_start(home), "snapshot": inspection.snapshot(home)}
    )
    return lines[-1]["ended"] if lines and not code else {"problems": [f"inspection ended with {code}"], "snapshot": {}}


def warm(home: Path) -> None:
    """Runs every action once, so that each fork finds all modules and data loaded."""
    homes.make(home)
    for name, work in actions.actions(home).items():
        with actions.deterministic():
            outcome = work()
        print(name, *outcome, file=sys.stderr)
    inspection.after_next_start(home)
    close_all()
    sites.cache.clear()


def main() -> None:
    home = Path(sys.argv[1])
    homes.use(home)
    warm(home)
    answers = sys.stdout
    sys.stdout = sys.stderr
    print("ready", file=answers, flush=True)
    for line in sys.stdin:
        result = json.loads(line)
        what = result.pop("what")
        call: Callable[..., object] = {"do": do, "look": look, "make": make}[what]  # type: ignore[assignment]
        print(json.dumps(call(home, **result)), file=answers, flush=True)


if __name__ == "__main__":
    main()
