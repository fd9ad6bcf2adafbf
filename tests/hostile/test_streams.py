"""The host process with corrupt, slow and unread streams.

It must not hang or print a traceback, write only frames to stdout, use bounded memory and exit with a documented code.
"""

from __future__ import annotations

import json
import os
import select
import signal
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from tests.hostile import wire_mutations
from tests.support.host_process import HOST, environment, frame, golden

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the host's memory is read by wait4, which Windows lacks")

MIB = 2**20
PEAK_MEMORY = Path(__file__).with_name("peak_memory.py")
TIMEOUT = 300.0
"""Timeout in seconds for the host's exit; generous, for a busy machine."""
EXIT_CODES = {0, 65}
"""Exit codes: end of the input stream; framing error."""


class Result(NamedTuple):
    """The result of a host process."""

    code: int
    stdout: bytes
    stderr: bytes
    memory: int
    """Peak memory in bytes of the host or of one of its child processes."""


class Host:
    """A host process whose peak memory is measured."""

    def __init__(self, home: Path) -> None:
        pipe = subprocess.PIPE
        env = environment(home) | {"JINGDU_LIBRARY": str(home / "library")}
        self._report, report = os.pipe()
        command = [sys.executable, "-I", "-S", str(PEAK_MEMORY), str(report), *HOST]
        self.process = subprocess.Popen(
            command, stdin=pipe, stdout=pipe, stderr=pipe, env=env, pass_fds=[report], start_new_session=True
        )
        os.close(report)
        assert self.process.stdin and self.process.stdout and self.process.stderr
        self.stdin, self.stdout, self.stderr = self.process.stdin, self.process.stdout, self.process.stderr
        os.set_blocking(self.stdin.fileno(), False)

    def write(self, data: bytes, timeout: float = TIMEOUT) -> int:
        """Writes until the host has accepted nothing for ``timeout`` seconds; returns the number of bytes."""
        taken = 0
        with suppress(BrokenPipeError):
            while taken < len(data) and select.select([], [self.stdin], [], timeout)[1]:
                taken += os.write(self.stdin.fileno(), data[taken : taken + 65536])
        return taken

    def end(self, *, read: bool = True) -> Result:
        """Closes stdin and waits for the exit; ``read=False`` leaves stdout unread."""
        with suppress(BrokenPipeError):
            self.stdin.close()
        found: dict[str, bytes] = {}
        streams = {"out": self.stdout, "err": self.stderr} if read else {"err": self.stderr}
        readers = [threading.Thread(target=lambda n=n, s=s: found.update({n: s.read()})) for n, s in streams.items()]
        for reader in readers:
            reader.start()
        watch = threading.Timer(TIMEOUT, self._kill)
        watch.start()
        self.process.wait()
        watch.cancel()
        for reader in readers:
            reader.join()
        code, memory = map(int, os.read(self._report, 100).split() or (-9, 0))
        return Result(code, found.get("out", b""), found["err"], memory)

    def _kill(self) -> None:
        os.killpg(self.process.pid, signal.SIGKILL)

    def __enter__(self) -> Host:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.returncode is None:
            self._kill()
            self.process.wait()
        os.close(self._report)


def replies(stdout: bytes) -> Iterator[object]:
    """The frames on stdout; fails on anything else."""
    while stdout:
        (length,) = struct.unpack("=I", stdout[:4])
        assert 0 < length <= MIB and len(stdout) >= 4 + length, "stdout contains data that is not a frame"
        yield json.loads(stdout[4 : 4 + length])
        stdout = stdout[4 + length :]


def check_result(ended: Result, max_replies: int | None = None) -> list[object]:
    """Checks exit code, stderr, frames and memory; returns the replies."""
    assert ended.code in EXIT_CODES, ended.stderr
    assert b"Traceback" not in ended.stderr
    result = list(replies(ended.stdout))
    assert max_replies is None or len(result) <= max_replies
    assert ended.memory < 500 * MIB
    return result


def write_in_chunks(host: Host, random: Random, data: bytes) -> None:
    """Writes a stream in chunks of random size, some of them followed by a pause."""
    while data:
        size = random.choice((1, 2, 3, 5, 100, 5_000, len(data)))
        host.write(data[:size])
        data = data[size:]
        if len(data) < 200 and random.random() < 0.1:
            time.sleep(0.002)


@pytest.mark.timeout(7200)
def test_fuzzed_streams_in_random_chunks_end_with_a_documented_code(tmp_path: Path, long_run: bool) -> None:
    random = Random(7)
    for _ in range(2000 if long_run else 12):
        data = b"".join(wire_mutations.stream(random) for _ in range(random.choice((1, 2, 5))))
        data = random.choice((data, data[: random.randrange(len(data) + 1)], wire_mutations.corrupted(random, data)))
        with Host(tmp_path) as host:
            write_in_chunks(host, random, data)
            result = check_result(host.end())
        assert all(isinstance(reply, dict) and {"id", "ok"} <= reply.keys() for reply in result if "part" not in reply)


HEADERS = {
    "4 GiB": (struct.pack("=I", 2**32 - 1), 65),
    "truncated header": (b"\5\0", 65),
    "no header": (b"", 0),
    "200 MiB, truncated body": (struct.pack("=I", 200 * MIB) + b"{" * 1000, 65),
    "30 MiB, complete body": (frame(b"[" * 30 * MIB), 0),
}


@pytest.mark.parametrize("kind", HEADERS)
def test_a_declared_length_allocates_no_memory(tmp_path: Path, kind: str) -> None:
    data, code = HEADERS[kind]
    with Host(tmp_path) as host:
        host.write(data)
        ended = host.end()
    check_result(ended)
    assert ended.code == code


def test_unread_replies_apply_back_pressure(tmp_path: Path) -> None:
    """Thousands of queued requests use bounded memory and are all answered in order."""
    count = 3_000
    data = b"".join(_request(golden("hello.request"), number) for number in range(count))
    with Host(tmp_path) as host:
        before = host.write(data, timeout=2)
        assert before < len(data), "the host keeps reading requests while its replies are unread"
        found: list[object] = []
        reader = threading.Thread(target=lambda: found.extend(json.loads(_body(host)) for _ in range(count)))
        reader.start()
        host.write(data[before:])
        reader.join(TIMEOUT)
        check_result(host.end(), max_replies=0)
    assert [reply["id"] for reply in found if isinstance(reply, dict)] == list(range(count))


PAGE = {**golden("extract.request"), "everything": True, "html": "<p>A paragraph, read once.</p>" * 10_000}


@pytest.mark.parametrize("is_closed", [True, False], ids=["closed", "open"])
def test_unread_large_replies_neither_accumulate_nor_block_the_exit(tmp_path: Path, is_closed: bool) -> None:
    """The read end of stdout may stay open in another process; the host exits nevertheless."""
    with Host(tmp_path) as host:
        data = b"".join(_request(PAGE, number) for number in range(60))
        assert host.write(data, timeout=2) < len(data)
        if is_closed:
            host.stdout.close()  # the browser has exited
            host.stdout = open(os.devnull, "rb")  # noqa: SIM115 - `end` reads and closes it
        check_result(host.end(read=is_closed))


def _request(message: dict[str, object], number: int) -> bytes:
    return frame(json.dumps(message | {"id": number}).encode())


def _body(host: Host) -> bytes:
    (length,) = struct.unpack("=I", host.stdout.read(4))
    return host.stdout.read(length)
