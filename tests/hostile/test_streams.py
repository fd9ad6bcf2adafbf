"""The host process with corrupt, slow and unread streams.

It must not hang or print a traceback, write only frames to stdout, use bounded memory and exit with a documented code.
"""

import json
import os
import select
import signal
import struct
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
from tests.support.host_process import HOST, Port, frame, golden

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


class Host(Port):
    """A host process whose peak memory is measured, and whose stdin does not block."""

    def __init__(self, home: Path) -> None:
        self._report = home / "peak memory"
        self._report.unlink(missing_ok=True)
        command = (sys.executable, "-I", "-S", str(PEAK_MEMORY), str(self._report), *HOST)
        super().__init__(home, *command, JINGDU_LIBRARY=str(home / "library"))
        assert self.process.stdin
        self.stdin = self.process.stdin.fileno()
        os.set_blocking(self.stdin, False)

    def offer(self, data: bytes, timeout: float = TIMEOUT) -> int:
        """Writes until the host has accepted nothing for ``timeout`` seconds; returns the number of bytes."""
        taken = 0
        with suppress(BrokenPipeError):
            while taken < len(data) and select.select([], [self.stdin], [], timeout)[1]:
                taken += os.write(self.stdin, data[taken : taken + 65536])
        return taken

    def end(self) -> Result:
        """Closes stdin and waits for the exit."""
        out, err = self.process.communicate(timeout=TIMEOUT)
        code, memory = map(int, self._report.read_text().split())
        return Result(code, out or b"", err, memory)

    def __exit__(self, *_: object) -> None:
        if self.process.returncode is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


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
        host.offer(data[:size])
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
        host.offer(data)
        ended = host.end()
    check_result(ended)
    assert ended.code == code


def test_unread_replies_apply_back_pressure(tmp_path: Path) -> None:
    """Thousands of queued requests use bounded memory and are all answered in order."""
    count = 20_000
    data = b"".join(_request(golden("hello.request"), number) for number in range(count))
    with Host(tmp_path) as host:
        before = host.offer(data, timeout=2)
        assert before < len(data), "the host keeps reading requests while its replies are unread"
        found: list[object] = []
        reader = threading.Thread(target=lambda: found.extend(host.receive() for _ in range(count)))
        reader.start()
        host.offer(data[before:])
        reader.join(TIMEOUT)
        check_result(host.end(), max_replies=0)
    assert [reply["id"] for reply in found if isinstance(reply, dict)] == list(range(count))


PAGE = {**golden("extract.request"), "everything": True, "html": "<p>A paragraph, read once.</p>" * 10_000}


@pytest.mark.parametrize("is_closed", [True, False], ids=["closed", "open"])
def test_unread_large_replies_neither_accumulate_nor_block_the_exit(tmp_path: Path, is_closed: bool) -> None:
    """The read end of stdout may stay open in another process; the host exits nevertheless."""
    with Host(tmp_path) as host:
        data = b"".join(_request(PAGE, number) for number in range(60))
        assert host.offer(data, timeout=2) < len(data)
        unread, host.process.stdout = host.process.stdout, None  # `end` does not read it
        if is_closed and unread:
            unread.close()  # the browser has exited
        check_result(host.end())


def _request(message: dict[str, object], number: int) -> bytes:
    return frame(json.dumps(message | {"id": number}).encode())
