"""The host process with broken, slow and unread streams. No hang, no traceback,
nothing but frames on stdout, a documented exit code, and never more memory than a page takes."""

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
WEIGHED = Path(__file__).with_name("weighed.py")
LIMIT = 300.0
"""Seconds that a host may take to end on a busy machine; a hang lasts for ever."""
DOCUMENTED = {0, 65}
"""Exit codes: the browser closed the stream; the frames went out of step."""


class Ended(NamedTuple):
    """How a host ended."""

    code: int
    stdout: bytes
    stderr: bytes
    memory: int
    """Bytes at most, of the host or of a process that it started."""


class Host:
    """A host process and how it ended."""

    def __init__(self, home: Path) -> None:
        pipe = subprocess.PIPE
        env = environment(home) | {"JINGDU_LIBRARY": str(home / "library")}
        self._report, report = os.pipe()
        command = [sys.executable, "-I", "-S", str(WEIGHED), str(report), *HOST]
        self.process = subprocess.Popen(
            command, stdin=pipe, stdout=pipe, stderr=pipe, env=env, pass_fds=[report], start_new_session=True
        )
        os.close(report)
        assert self.process.stdin and self.process.stdout and self.process.stderr
        self.stdin, self.stdout, self.stderr = self.process.stdin, self.process.stdout, self.process.stderr
        os.set_blocking(self.stdin.fileno(), False)

    def write(self, data: bytes, patience: float = LIMIT) -> int:
        """Writes what the host takes before it took nothing for so long; how many bytes that was."""
        taken = 0
        with suppress(BrokenPipeError):
            while taken < len(data) and select.select([], [self.stdin], [], patience)[1]:
                taken += os.write(self.stdin.fileno(), data[taken : taken + 65536])
        return taken

    def end(self, *, read: bool = True) -> Ended:
        """Closes the host's stdin and waits; unless ``read``, its output is not read."""
        with suppress(BrokenPipeError):
            self.stdin.close()
        found: dict[str, bytes] = {}
        streams = {"out": self.stdout, "err": self.stderr} if read else {"err": self.stderr}
        readers = [threading.Thread(target=lambda n=n, s=s: found.update({n: s.read()})) for n, s in streams.items()]
        for reader in readers:
            reader.start()
        watch = threading.Timer(LIMIT, self._kill)
        watch.start()
        self.process.wait()
        watch.cancel()
        for reader in readers:
            reader.join()
        code, memory = map(int, os.read(self._report, 100).split() or (-9, 0))
        return Ended(code, found.get("out", b""), found["err"], memory)

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
    """The frames on stdout; raises where there is anything else."""
    while stdout:
        (length,) = struct.unpack("=I", stdout[:4])
        assert 0 < length <= MIB and len(stdout) >= 4 + length, "something other than frames on stdout"
        yield json.loads(stdout[4 : 4 + length])
        stdout = stdout[4 + length :]


def judged(ended: Ended, most: int | None = None) -> list[object]:
    """Checks what must hold however the host ended; the replies."""
    assert ended.code in DOCUMENTED, ended.stderr
    assert b"Traceback" not in ended.stderr
    result = list(replies(ended.stdout))
    assert most is None or len(result) <= most
    assert ended.memory < 500 * MIB
    return result


def written(host: Host, random: Random, data: bytes) -> None:
    """Writes a stream in pieces of any size, some of them with a pause after them."""
    while data:
        size = random.choice((1, 2, 3, 5, 100, 5_000, len(data)))
        host.write(data[:size])
        data = data[size:]
        if len(data) < 200 and random.random() < 0.1:
            time.sleep(0.002)


@pytest.mark.timeout(7200)
def test_any_bytes_in_any_pieces_end_in_replies_and_a_documented_code(tmp_path: Path, long_run: bool) -> None:
    random = Random(7)
    for _ in range(2000 if long_run else 12):
        data = b"".join(wire_mutations.stream(random) for _ in range(random.choice((1, 2, 5))))
        data = random.choice((data, data[: random.randrange(len(data) + 1)], wire_mutations.broken(random, data)))
        with Host(tmp_path) as host:
            written(host, random, data)
            result = judged(host.end())
        assert all(isinstance(reply, dict) and {"id", "ok"} <= reply.keys() for reply in result if "part" not in reply)


HEADERS = {
    "of 4 GiB": (struct.pack("=I", 2**32 - 1), 65),
    "of which only a part comes": (b"\5\0", 65),
    "that never comes": (b"", 0),
    "of 200 MiB, and little comes": (struct.pack("=I", 200 * MIB) + b"{" * 1000, 65),
    "of 30 MiB, and all of it comes": (frame(b"[" * 30 * MIB), 0),
}


@pytest.mark.parametrize("kind", HEADERS)
def test_a_length_takes_no_memory_before_its_bytes_come(tmp_path: Path, kind: str) -> None:
    data, code = HEADERS[kind]
    with Host(tmp_path) as host:
        host.write(data)
        ended = host.end()
    judged(ended)
    assert ended.code == code


def test_a_browser_that_sends_without_reading_is_kept_waiting(tmp_path: Path) -> None:
    """Thousands of requests in a row take no more memory than a few, and all are answered, in order."""
    count = 3_000
    data = b"".join(_request(golden("hello.request"), number) for number in range(count))
    with Host(tmp_path) as host:
        before = host.write(data, patience=2)
        assert before < len(data), "the host takes what it cannot answer"
        found: list[object] = []
        reader = threading.Thread(target=lambda: found.extend(json.loads(_body(host)) for _ in range(count)))
        reader.start()
        host.write(data[before:])
        reader.join(LIMIT)
        judged(host.end(), most=0)
    assert [reply["id"] for reply in found if isinstance(reply, dict)] == list(range(count))


PAGE = {**golden("extract.request"), "everything": True, "html": "<p>A paragraph, read once.</p>" * 10_000}


@pytest.mark.parametrize("is_closed", [True, False], ids=["closed", "open"])
def test_unread_large_replies_do_not_pile_up_or_keep_the_host(tmp_path: Path, is_closed: bool) -> None:
    """The browser's end of our stdout may stay open in another process; the host leaves nevertheless."""
    with Host(tmp_path) as host:
        data = b"".join(_request(PAGE, number) for number in range(60))
        assert host.write(data, patience=2) < len(data)
        if is_closed:
            host.stdout.close()  # the browser is gone
            host.stdout = open(os.devnull, "rb")  # noqa: SIM115 - read to its end at once
        judged(host.end(read=is_closed))


def _request(message: dict[str, object], number: int) -> bytes:
    return frame(json.dumps(message | {"id": number}).encode())


def _body(host: Host) -> bytes:
    (length,) = struct.unpack("=I", host.stdout.read(4))
    return host.stdout.read(length)
