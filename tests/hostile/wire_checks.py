"""What must hold of every stream of bytes that reaches the host, and a home in which it can be tried.

The checks know nothing of how the host is made: a stream ends in one of two ways; each frame has one reply, which
is whole, below the browser's limit, goes to who asked, and is never the fault ``internal``.
"""

from __future__ import annotations

import io
import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from jingdu import logs, service
from jingdu.faults import FAULTS, OTHERWISE, Fault
from jingdu.framing import MAX_FRAME
from jingdu.protocol.wire import SyncError, Wire, frames, well_formed

MAX_SECONDS: Final = 20.0
"""Seconds that a case may take, also on a busy machine."""
_STEPS: Final = 30
"""Steps of idle work after a case."""
_EXPECTED: Final = ("OSError", "PermissionError", "FileNotFoundError", "Fault")
"""Errors that may be logged: the fuzzed home refuses what lies outside of it."""


class Finding(AssertionError):
    """A violation of what must hold."""


def check_stream(data: bytes) -> int:
    """Feeds a stream to the wire and the service; how many frames were answered. Raises `Finding`."""
    begun = time.process_time()
    wire = Wire(io.BufferedReader(io.BytesIO(data)), io.BytesIO())  # type: ignore[arg-type]
    answered = 0
    while True:
        try:
            message = wire.receive()
        except EOFError:
            break
        except SyncError:
            break
        check_answer(message)
        answered += 1
    _rest()
    if (took := time.process_time() - begun) > MAX_SECONDS:
        raise Finding(f"{took:.1f} s")
    return answered


def check_answer(message: str | Fault) -> dict[str, Any]:
    """The service's one reply to a message, checked."""
    with _noticed() as noticed:
        text, identity = service.answer(message)
    reply = json.loads(text, parse_constant=_no_constant)
    _check_shape(reply, identity)
    check_frames(text, identity)
    if noticed or reply.get("fault", {}).get("code") == "internal":
        raise Finding(f"internal: {noticed}")
    return dict(reply)


def _check_shape(reply: Any, identity: int | None) -> None:
    if reply["id"] != identity or type(reply["ok"]) is not bool:
        raise Finding(f"a reply to {reply['id']}, not {identity}")
    if reply["ok"]:
        if reply.keys() != {"id", "ok", "result"} or not isinstance(reply["result"], dict):
            raise Finding(f"fields {sorted(reply)}")
    else:
        fault = reply["fault"]
        blames = {FAULTS[code][0] for code in FAULTS if code == fault["code"]}
        blames |= {blame for code, blame in OTHERWISE if code == fault["code"]}
        if fault["blame"] not in blames or not fault["message"]:
            raise Finding(f"fault {fault}")


def check_frames(text: str, identity: int | None) -> None:
    """Checks that a reply's frames are below the browser's limit and join to it, as the extension joins them."""
    bodies = [body.encode() for body in frames(text, identity)]
    if max(map(len, bodies)) > MAX_FRAME:
        raise Finding("a frame over the browser's limit")
    parts = [json.loads(body) for body in bodies]
    joined = "".join(part["json"] for part in parts) if len(parts) > 1 else bodies[0].decode()
    numbers = [(part["id"], part["part"], part["parts"]) for part in parts] if len(parts) > 1 else []
    if numbers != [(identity, number, len(parts)) for number in range(len(numbers))] or joined != well_formed(text):
        raise Finding("a reply that does not join")


def _rest() -> None:
    """Some of the work that the answers left to be done."""
    with _noticed() as noticed:
        for _, _step in zip(range(_STEPS), service.background_work(), strict=False):
            pass
    if noticed:
        raise Finding(f"idle work: {noticed}")


@contextmanager
def _noticed() -> Iterator[list[str]]:
    """What is put into the log as an unexpected error meanwhile."""
    found: list[str] = []
    failure = logs.failure

    def notice(error: BaseException, *, stderr: bool = True) -> Fault:
        if type(error).__name__ not in _EXPECTED:
            found.append(f"{type(error).__name__}: {error} at {logs._location(error.__traceback__)}")
        return Fault("internal")

    logs.failure = notice
    try:
        yield found
    finally:
        logs.failure = failure


def _no_constant(name: str) -> None:
    raise Finding(f"{name} in a reply")


class Home:
    """A home for one process's cases: its folder, and a guard that refuses writes elsewhere and the network."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def environment(self) -> dict[str, str]:
        """The variables that make it the user's home."""
        home = str(self.folder)
        names = "HOME LOCALAPPDATA XDG_STATE_HOME XDG_DATA_HOME XDG_CACHE_HOME XDG_CONFIG_HOME TMPDIR"
        return dict.fromkeys(names.split(), home) | {"JINGDU_LIBRARY": ""}

    @contextmanager
    def guarded(self) -> Iterator[Home]:
        """While this is entered nothing of this process is written outside of the home, and nothing connects."""
        if not _hooked:
            sys.addaudithook(_audit)
            _hooked.append(True)
        _guards.append(self)
        try:
            yield self
        finally:
            _guards.remove(self)

    def judge(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Raises ``PermissionError`` for what is not to be."""
        if event in _NETWORK:
            raise PermissionError(event)
        if (event == "open" and not _writes(*arguments)) or (event in _BY_HANDLE and arguments[1] != -1):
            return
        for path in arguments[: _PATHS.get(event, 0)]:
            if isinstance(path, str | bytes | os.PathLike) and not self._holds(path):
                raise PermissionError(13, "outside of the fuzzed home")

    def _holds(self, path: Any) -> bool:
        try:
            real = os.path.realpath(os.fsdecode(path))
        except ValueError:
            return True  # the call itself will refuse it
        return real == os.devnull or real.startswith(f"{os.path.realpath(self.folder)}{os.sep}")


_NETWORK: Final = ("socket.connect", "socket.getaddrinfo", "socket.sendto", "socket.gethostbyname")
_PATHS: Final = {
    "open": 1, "os.mkdir": 1, "os.rename": 2, "os.remove": 1, "os.rmdir": 1, "os.chmod": 1, "os.truncate": 1,
    "os.symlink": 2, "os.link": 2, "os.utime": 1, "sqlite3.connect": 1, "shutil.rmtree": 1,
}  # fmt: skip
_BY_HANDLE: Final = ("os.remove", "os.rmdir")
"""What `shutil.rmtree` does within a folder that it has opened."""
_guards: list[Home] = []
_hooked: list[bool] = []
"""An audit hook stays for the life of a process."""


def _writes(path: Any, mode: Any, flags: Any) -> bool:
    return not isinstance(path, int) and bool((flags or 0) & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC))


def _audit(event: str, arguments: tuple[Any, ...]) -> None:
    if _guards and (event in _PATHS or event in _NETWORK):
        _guards[-1].judge(event, arguments)
