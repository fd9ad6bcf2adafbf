"""Runs actions under fault injection in a `server`, each in a fresh copy of the same home."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from tests.hostile.faults import home as homes, shim

_REPOSITORY = Path(__file__).parents[3]
_MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
"""A RAM disk for speed, if there is one."""


class Result(NamedTuple):
    """The result of an action with a fault."""

    codes: list[str]
    acknowledged: bool
    killed: bool
    seen: int
    """The number of system calls that the fault applies to."""


class Bench:
    """A home and the server that runs actions in it."""

    def __init__(self, folder: Path, server: subprocess.Popen[str]) -> None:
        self.folder, self.home, self._server = folder, folder / "home", server
        self._template = folder / "template"

    def set_up(self) -> None:
        line = self._server.stdout.readline() if self._server.stdout else ""
        assert line == "ready\n", "the server did not start"
        shutil.rmtree(self.home)
        assert self._ask("make") == 0
        self.home.rename(self._template)

    def reset(self, action: str, *, bare: bool = False) -> None:
        """Restores the home; ``bare`` removes the uploaded pictures."""
        shutil.rmtree(self.home, ignore_errors=True)
        shutil.copytree(self._template, self.home, symlinks=True)
        homes.prepare(self.home, action)
        if bare and (self.home / ".local" / "share" / "jingdu" / "received").exists():
            shutil.rmtree(self.home / ".local" / "share" / "jingdu" / "received")

    def do(
        self, action: str, at: int = 0, fault: str = "error", record: Path | None = None, *, bare: bool = False
    ) -> Result:
        """Runs an action in a fresh home and injects the fault at matching call ``at``; 0 injects none."""
        self.reset(action, bare=bare)
        result = self._ask("do", action=action, at=at, fault=fault, record=str(record) if record else None)
        if result["code"] not in (0, -9):
            result["codes"] = ["crash: " + " ".join((self.folder / "log").read_text().splitlines()[-7:])]
        return Result(result["codes"], result["acknowledged"], result["code"] == -9, result["seen"])

    def follow_up(self) -> tuple[dict[str, str], list[str]]:
        """Runs the user's next actions; returns the snapshot of the home and the problems found."""
        result = self._ask("look")
        return dict(result["snapshot"]), list(result["problems"])

    def _ask(self, what: str, **result: Any) -> Any:
        assert self._server.stdin and self._server.stdout
        self._server.stdin.write(json.dumps({"what": what, **result}) + "\n")
        self._server.stdin.flush()
        return json.loads(self._server.stdout.readline())


@contextmanager
def bench() -> Iterator[Bench]:
    """A bench with its own home, on the RAM disk if possible."""
    with TemporaryDirectory(dir=_MEMORY, prefix="jingdu-faults-") as name:
        folder = Path(name)
        command = [sys.executable, "-m", "tests.hostile.faults.server", str(folder / "home")]
        paths = os.pathsep.join([str(_REPOSITORY), *filter(None, sys.path)])
        env = {**os.environ, "LD_PRELOAD": str(shim.build(folder)), "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"}
        streams = subprocess.PIPE
        log = open(folder / "log", "w")  # noqa: SIM115  # for debugging a failure
        with subprocess.Popen(
            command, stdin=streams, stdout=streams, stderr=log, env=env, text=True, cwd=_REPOSITORY
        ) as p:
            try:
                made = Bench(folder, p)
                made.set_up()
                yield made
            finally:
                log.close()
                p.kill()
