"""Fuzzes the wire: python tests/hostile/fuzz_wire.py [--cases 1000000] [--seed 1] [--guided SECONDS].

Streams of frames, most of them requests that are nearly right, go through the real wire and the real service, with
a home of their own; see `wire_checks` for what must hold. ``--cases`` draws them from a seed. ``--guided`` lets
atheris look for new ways through the code, from the corpus in ``corpus/wire``, to which ``--keep`` adds what it
found, minimised; it needs ``pip install '.[fuzz]'``.

Prints one line of JSON: cases, bytes, frames, findings, refused. Findings are also written as files into
``--findings``, each one a stream that can be given as an argument to be tried again. Exit code 1 where there are any.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
import traceback
from pathlib import Path
from random import Random
from typing import Any, Final

ROOT: Final = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "host")]

from tests.hostile import wire_checks, wire_mutations  # noqa: E402
from tests.hostile.memory import MEMORY  # noqa: E402

CORPUS: Final = Path(__file__).with_name("corpus") / "wire"
_CLEARED: Final = 250
"""Cases after which the library is emptied, so that it stays as small as at the beginning."""
_MOST_FINDINGS: Final = 50
_BLIND: Final = 0.4
"""How often atheris changes bytes, not requests."""


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

    def told(self) -> dict[str, Any]:
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
    """Runs, prints the figures, and tells by the exit code whether something was found."""
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


def _guided(session: Session, asked: argparse.Namespace) -> None:
    """Lets atheris run for a while; its process ends in C, so this one tells the figures from within the last case."""
    import atheris

    until = time.monotonic() + asked.guided

    def case(data: bytes) -> None:
        session.case(data)
        if time.monotonic() > until:
            _tell(session, asked)
            sys.stdout.flush()
            os._exit(1 if session.found else 0)

    def mutate(data: bytes, most: int, seed: int) -> bytes:
        random = Random(seed)
        if random.random() < _BLIND:
            return bytes(atheris.Mutate(data, most))
        return wire_mutations.again(random, data, session.known)[:most]

    words = ["-max_len=20000", "-timeout=60", "-rss_limit_mb=6000", "-print_final_stats=0", "-verbosity=0"]
    with atheris.instrument_imports(include=["jingdu"], enable_loader_override=False):
        case(wire_mutations.stream(Random(1)))
        atheris.Setup([sys.argv[0], *words, *map(str, asked.corpus)], case, custom_mutator=mutate)
        atheris.Fuzz()


def _tell(session: Session, asked: argparse.Namespace) -> None:
    """Prints the figures, and writes what was found where that was asked for."""
    if asked.findings and session.streams:
        asked.findings.mkdir(parents=True, exist_ok=True)
    for number, stream in enumerate(session.streams if asked.findings else ()):
        (asked.findings / f"{number:02}.bin").write_bytes(stream)
    print(json.dumps(session.told(), ensure_ascii=True), flush=True)


def _run(session: Session, asked: argparse.Namespace) -> None:
    if asked.streams:
        for path in asked.streams:
            session.case(path.read_bytes())
    elif asked.guided:
        _guided(session, asked)
    else:
        random, until = Random(asked.seed), time.monotonic() + asked.seconds
        while session.cases < asked.cases and time.monotonic() < until:
            session.case(wire_mutations.stream(random, session.known))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("streams", nargs="*", type=Path, help="streams to try again")
    parser.add_argument("--cases", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="end after these, whatever is left")
    parser.add_argument("--guided", type=int, default=0, metavar="SECONDS")
    parser.add_argument(
        "--corpus", type=Path, action="append", help="folders of a guided run; new streams go to the first"
    )
    parser.add_argument("--findings", type=Path)
    asked = parser.parse_args()
    asked.streams = [path.resolve() for path in asked.streams]
    asked.corpus = [path.resolve() for path in asked.corpus or [CORPUS]]
    asked.findings = asked.findings and asked.findings.resolve()
    return asked


if __name__ == "__main__":
    sys.exit(main())
