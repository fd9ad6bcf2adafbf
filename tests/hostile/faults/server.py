"""A process with the shim, in which everything is imported: each work, and each look, is done in a fork of it.

It reads a line of JSON on stdin and answers with one: ``do`` a work with a harm at a call, ``look`` at
what is in the home then, ``make`` the home.
"""

import json
import os
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from jingdu.sites.codec import profiles as sites
from tests.hostile.faults import home as homes, looking, shim, works
from tests.support.indexes import close_all


def forked(work: Callable[[Callable[[object], None]], object]) -> tuple[list[Any], int]:
    """Does ``work`` in a fork; what it said, line by line, and how it ended (0, or minus the signal)."""
    out, into = os.pipe()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            os.close(out)
            line = os.fdopen(into, "wb", buffering=0)

            def say(result: object) -> None:
                line.write(json.dumps(result).encode() + b"\n")

            say({"ended": work(say)})
            code = 0
        except BaseException:
            shim.disarm()
            traceback.print_exc()
        finally:
            os._exit(code)
    os.close(into)
    with os.fdopen(out, "rb") as stream:
        said = [json.loads(line) for line in stream if line.endswith(b"\n")]
    return said, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def do(home: Path, work: str, at: int, harm: str, record: str | None) -> dict[str, Any]:
    """A work with one thing that goes wrong."""

    def harmed(say: Callable[[object], None]) -> object:
        works.acknowledged[:] = [lambda: say("acknowledged"), lambda: shim.mark("acknowledged")]
        into = os.open(record, os.O_WRONLY | os.O_CREAT | os.O_TRUNC) if record else -1
        with works.fixed():
            shim.arm(str(home), at, shim.HARMS[harm], into)
            try:
                outcome = works.works(home)[work]()
                close_all()
            finally:
                seen = shim.disarm()
        return {"codes": outcome.codes, "seen": seen}

    said, code = forked(harmed)
    ended = next((one["ended"] for one in said if isinstance(one, dict)), {"codes": [], "seen": 0})
    return {"acknowledged": "acknowledged" in said, "code": code, **ended}


def look(home: Path) -> dict[str, Any]:
    """What is in the home once the user has gone on, and what is wrong then."""
    said, code = forked(lambda _: {"wrong": looking.after_next_start(home), "facts": looking.facts(home)})
    return said[-1]["ended"] if said and not code else {"wrong": [f"looking ended with {code}"], "facts": {}}


def warm(home: Path) -> None:
    """Does everything once, so that each fork finds it imported and read."""
    homes.make(home)
    for name, work in works.works(home).items():
        with works.fixed():
            outcome = work()
        print(name, *outcome, file=sys.stderr)
    looking.after_next_start(home)
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


def make(home: Path) -> object:
    return forked(lambda _: homes.make(home))[1]


if __name__ == "__main__":
    main()
