"""A client of the host process that is independent of the host's code."""

from __future__ import annotations

import json
import os
import struct
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import jingdu

MESSAGES = Path(__file__).parents[1] / "messages"
PACKAGES = str(Path(jingdu.__path__[0]).parent)
HOST = (sys.executable, "-P", "-m", "jingdu.host", "chrome-extension://browser/")
"""The command by which a browser starts the host, with the tests' Python."""
JINGDU = (sys.executable, "-P", "-m", "jingdu")


class Port:
    """A host process and its streams."""

    def __init__(self, home: Path, *command: str, **variables: str) -> None:
        self.process = subprocess.Popen(
            command or HOST,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(home) | variables,
        )

    def write(self, data: bytes) -> None:
        assert self.process.stdin
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message: object) -> None:
        self.write(frame(json.dumps(message).encode()))

    def frame(self) -> bytes:
        """The body of the next frame; empty at the end of the stream."""
        assert self.process.stdout
        length = self.process.stdout.read(4)
        return self.process.stdout.read(struct.unpack("=I", length)[0]) if length else b""

    def receive(self) -> Any:
        """The next reply, with its parts joined as in the extension.

        A reply that begins again, or a fault, replaces the parts before it: the worker was replaced.
        """
        slices: list[str] = []
        while "part" in (piece := json.loads(self.frame())):
            assert piece["part"] in (0, len(slices))
            slices = [*slices[: piece["part"]], piece["json"]]
            if len(slices) == piece["parts"]:
                return json.loads("".join(slices))
        return piece

    def ask(self, message: object) -> Any:
        self.send(message)
        return self.receive()

    def result(self, action: str, **fields: Any) -> Any:
        """The result of an action; fails if the reply is a fault."""
        reply = self.ask({"id": 1, **fields, "action": action})
        assert reply["ok"], reply
        return reply["result"]

    def close(self) -> tuple[int, bytes, bytes]:
        """Closes stdin as a browser does; returns the exit code, the rest of stdout and stderr."""
        out, err = self.process.communicate(timeout=600)
        return self.process.returncode, out, err

    def __enter__(self) -> Port:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()


def children(process: int) -> list[int]:
    """The running child processes of a process."""
    shown = subprocess.run(["ps", "-A", "-o", "pid=,ppid=,stat="], capture_output=True, text=True, check=True)
    rows = (line.split() for line in shown.stdout.splitlines())
    return [int(pid) for pid, parent, state in rows if int(parent) == process and state[0] != "Z"]


def frame(body: bytes) -> bytes:
    return struct.pack("=I", len(body)) + body


def environment(home: Path) -> dict[str, str]:
    """The environment of a user whose home is ``home``."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "PYTHON"))}
    return kept | {"HOME": str(home), "LOCALAPPDATA": str(home), "PYTHONPATH": PACKAGES}


def run_jingdu(
    home: Path, *arguments: str | Path, stdin: bytes = b"", prefix: Sequence[str] = (), **variables: str
) -> subprocess.CompletedProcess[bytes]:
    """Runs ``jingdu`` with ``home`` as home and working directory."""
    command = (*prefix, *JINGDU, *map(str, arguments))
    env = environment(home) | variables
    return subprocess.run(command, check=False, input=stdin, capture_output=True, cwd=home, env=env, timeout=600)


def shape(value: Any) -> Any:
    """The structure of a reply: field names and value types."""
    return {name: shape(field) for name, field in value.items()} if isinstance(value, dict) else type(value).__name__


def golden(kind: str) -> Any:
    return json.loads((MESSAGES / f"{kind}.json").read_text(encoding="utf-8"))
