"""Runs actions in a `server`, each in a copy of the same home."""

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
"""A RAM disk, for speed; None if the system has none."""


class Done(NamedTuple):
    """The result of an action with a fault."""

    codes: list[str]
    acknowledged: bool
    killed: bool
    seen: int
    """Calls of the harm's kinds."""


class Bench:
    """A home and a server that runs actions one after another."""

    def __init__(self, folder: Path, server: subprocess.Popen[str]) -> None:
        self.folder, self.home, self._server = folder, folder / "home", server
        self._template = folder / "template"

    def begin(self) -> None:
        line = self._server.stdout.readline() if self._server.stdout else ""
        assert line == "ready\n", "the server did not start"
        shutil.rmtree(self.home)
        assert self._ask("make") == 0
        self.home.rename(self._template)

    def reset(self, work: str, *, bare: bool = False) -> None:
        """The home as it is before the work; ``bare``: without the pictures that the browser sent."""
        shutil.rmtree(self.home, ignore_errors=True)
        shutil.copytree(self._template, self.home, symlinks=True)
        homes.prepare(self.home, work)
        if bare and (self.home / ".local" / "share" / "jingdu" / "received").exists():
            shutil.rmtree(self.home / ".local" / "share" / "jingdu" / "received")

    def do(
        self, work: str, at: int = 0, harm: str = "error", record: Path | None = None, *, bare: bool = False
    ) -> Done:
        """Runs an action in a fresh home; call ``at`` of those that the harm applies to fails, 0 for none."""
        self.reset(work, bare=bare)
        result = self._ask("do", work=work, at=at, harm=harm, record=str(record) if record else None)
        if result["code"] not in (0, -9):
            result["codes"] = ["a crash: " + " ".join((self.folder / "log").read_text().splitlines()[-7:])]
        return Done(result["codes"], result["acknowledged"], result["code"] == -9, result["seen"])

    def go_on(self) -> tuple[dict[str, str], list[str]]:
        """What is kept after the user's next actions, and what went wrong in them."""
        result = self._ask("look")
        return dict(result["facts"]), list(result["wrong"])

    def _ask(self, what: str, **result: Any) -> Any:
        assert self._server.stdin and self._server.stdout
        self._server.stdin.write(json.dumps({"what": what, **result}) + "\n")
        self._server.stdin.flush()
        return json.loads(self._server.stdout.readline())


@contextmanager
def bench() -> Iterator[Bench]:
    """A bench with its own home, on the RAM disk if there is one."""
    with TemporaryDirectory(dir=_MEMORY, prefix="jingdu-faults-") as name:
        folder = Path(name)
        command = [sys.executable, "-m", "tests.hostile.faults.server", str(folder / "home")]
        paths = os.pathsep.join([str(_REPOSITORY), *filter(None, sys.path)])
        env = {**os.environ, "LD_PRELOAD": str(shim.build(folder)), "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"}
        streams = subprocess.PIPE
        log = open(folder / "log", "w")  # noqa: SIM115  # for who looks into a failure
        with subprocess.Popen(
            command, stdin=streams, stdout=streams, stderr=log, env=env, text=True, cwd=_REPOSITORY
        ) as p:
            try:
                made = Bench(folder, p)
                made.begin()
                yield made
            finally:
                log.close()
                p.kill()
