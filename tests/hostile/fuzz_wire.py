"""Fuzzes the wire: python tests/hostile/fuzz_wire.py [--cases 1000000] [--seed 1].

Streams of frames, most of them requests that are nearly right, go through the real wire and the real service, with
a home of their own, drawn from a seed; see `wire_checks` for what must hold. Streams in ``corpus/wire`` once failed.

Prints one line of JSON: cases, bytes, frames, findings, refused. Findings are also written as files into
``--findings``, each one a stream that can be given as an argument to be tried again. Exit code 1 where there are any.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import traceback
from pathlib import Path
from random import Random
from typing import Any, Final

ROOT: Final = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "host")]

from tests.hostile import wire_checks, wire_mutations  # noqa: E402
from tests.hostile.memory import MEMORY  # noqa: E402

_CLEARED: Final = 250
"""Cases after which the library is emptied, so that it stays as small as at the beginning."""
_MOST_FINDINGS: Final = 50


class Session:
    """One process's cases and what came of them."""

    def __init__(self, home: wire_checks.Home) -> None:
        self.home = home
        self.cases = self.bytes = self.frames = 0
        self.found: dict[str, int] = {}
        self.streams: list[bytes] = []
        """One of each kind of finding."""
        self.known: tuple[str, ...] = ()

    def case(self, data: bytes) -> bool:
        """Tries one stream; whether nothing was found."""
        if self.cases % _CLEARED == 0:
            self.known = furnish(self.home)
        self.cases += 1
        self.bytes += len(data)
        try:
            self.frames += wire_checks.check_stream(data)
        except Exception as error:  # whatever it is, it is a finding
            self._note(data, error)
            return False
        return True

    def _note(self, data: bytes, error: Exception) -> None:
        places = traceback.extract_tb(error.__traceback__)[-1]
        name = f"{type(error).__name__}: {error}"[:300] + f" ({places.name})"
        self.found[name] = self.found.get(name, 0) + 1
        if self.found[name] == 1 and len(self.streams) < _MOST_FINDINGS:
            self.streams.append(data)

    def figures(self) -> dict[str, Any]:
        """What the run prints."""
        refused = [one for one in self.home.refused if not one.startswith("open")]
        figures = {"cases": self.cases, "bytes": self.bytes, "frames": self.frames}
        return figures | {"findings": self.found, "refused": sorted(set(refused))[:20]}


def furnish(home: wire_checks.Home) -> tuple[str, ...]:
    """Empties the library and puts two articles into it, one of them into the trash; their ids."""
    from jingdu.library import jobs, place, repository
    from jingdu.storage.private import data

    jobs.queue.clear()
    Path(data(), "library.json").unlink(missing_ok=True)
    if place.folder().is_dir():
        repository.delete([item.id for trashed in (False, True) for item in repository.items(trashed=trashed)])
    for number in range(2):
        answer = wire_checks.check_answer(json.dumps(_SAVE | {"url": f"https://example.org/{number}"}))
        if number:
            repository.trash([answer["result"]["item"]["id"]])
    return tuple(item.id for trashed in (False, True) for item in repository.items(trashed=trashed))


_SAVE: Final = next(one for one in wire_mutations.GOLDEN if one["action"] == "save") | {
    "if_duplicate": "keep_both",
    "fetch_pictures": False,
}


def main() -> int:
    """Runs and prints the figures; the exit code is 1 where something was found."""
    asked = _arguments()
    with tempfile.TemporaryDirectory(dir=MEMORY, prefix="jingdu-fuzz-", ignore_cleanup_errors=True) as folder:
        home = wire_checks.Home(Path(folder))
        os.environ.update(home.environment())
        tempfile.tempdir = folder
        os.chdir(folder)
        os.fsync = lambda fd: None  # what the disk does is not tried here
        session = Session(home)
        with home.guarded():
            _run(session, asked)
        _tell(session, asked)
        return 1 if session.found else 0


def _tell(session: Session, asked: argparse.Namespace) -> None:
    """Prints the figures, and writes what was found where that was asked for."""
    if asked.findings and session.streams:
        asked.findings.mkdir(parents=True, exist_ok=True)
    for number, stream in enumerate(session.streams if asked.findings else ()):
        (asked.findings / f"{number:02}.bin").write_bytes(stream)
    print(json.dumps(session.figures(), ensure_ascii=True), flush=True)


def _run(session: Session, asked: argparse.Namespace) -> None:
    if asked.streams:
        for path in asked.streams:
            session.case(path.read_bytes())
    else:
        random = Random(asked.seed)
        while session.cases < asked.cases:
            session.case(wire_mutations.stream(random, session.known))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("streams", nargs="*", type=Path, help="streams to try again")
    parser.add_argument("--cases", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--findings", type=Path)
    asked = parser.parse_args()
    asked.streams = [path.resolve() for path in asked.streams]
    asked.findings = asked.findings and asked.findings.resolve()
    return asked


if __name__ == "__main__":
    sys.exit(main())
