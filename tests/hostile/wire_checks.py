"""The invariants of the protocol for any input stream, and an isolated home to check them in.

The checks are independent of the implementation: a stream ends with EOF or a framing error; each frame has exactly
one complete reply with the request's id, in frames below the browser's limit, and never the fault ``internal``.
"""

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
"""Timeout of one case in CPU seconds."""
_STEPS: Final = 30
"""Steps of background work after a case."""
_EXPECTED: Final = ("OSError", "PermissionError", "FileNotFoundError", "Fault")
"""Errors that may be logged: the guard raises them for paths outside of the home."""


def check_stream(data: bytes) -> None:
    """Feeds a stream to the wire and the service."""
    begun = time.process_time()
    wire = Wire(io.BufferedReader(io.BytesIO(data)), io.BytesIO())  # type: ignore[arg-type]
    while True:
        try:
            message = wire.receive()
        except (EOFError, SyncError):
            break
        check_answer(message)
    _run_deferred()
    took = time.process_time() - begun
    assert took <= MAX_SECONDS, f"{took:.1f} s"


def check_answer(message: str | Fault) -> dict[str, Any]:
    """Sends a message to the service, checks the reply and returns it."""
    with _logged_errors() as errors:
        text, identity = service.answer(message)
    reply = json.loads(text, parse_constant=_no_constant)
    _check_shape(reply, identity)
    check_frames(text, identity)
    assert not errors and reply.get("fault", {}).get("code") != "internal", f"internal: {errors}"
    return dict(reply)


def _check_shape(reply: Any, identity: int | None) -> None:
    assert reply["id"] == identity and type(reply["ok"]) is bool, f"reply with id {reply['id']}, expected {identity}"
    if reply["ok"]:
        assert reply.keys() == {"id", "ok", "result"} and isinstance(reply["result"], dict), f"fields {sorted(reply)}"
    else:
        fault = reply["fault"]
        blames = {FAULTS[code][0] for code in FAULTS if code == fault["code"]}
        blames |= {blame for code, blame in OTHERWISE if code == fault["code"]}
        assert fault["blame"] in blames and fault["message"], f"fault {fault}"


def check_frames(text: str, identity: int | None) -> None:
    """Checks that the frames of a reply are below the browser's limit and that the extension can join them."""
    bodies = [body.encode() for body in frames(text, identity)]
    assert max(map(len, bodies)) <= MAX_FRAME, "a frame exceeds the browser's limit"
    parts = [json.loads(body) for body in bodies]
    joined = "".join(part["json"] for part in parts) if len(parts) > 1 else bodies[0].decode()
    numbers = [(part["id"], part["part"], part["parts"]) for part in parts] if len(parts) > 1 else []
    assert numbers == [(identity, number, len(parts)) for number in range(len(numbers))], "the parts are not in order"
    assert joined == well_formed(text), "the frames do not join to the reply"


def _run_deferred() -> None:
    """Runs some steps of background work."""
    with _logged_errors() as errors:
        for _, _step in zip(range(_STEPS), service.background_work(), strict=False):
            pass
    assert not errors, f"background work: {errors}"


@contextmanager
def _logged_errors() -> Iterator[list[str]]:
    """Collects the unexpected errors that are logged."""
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
    raise AssertionError(f"{name} in a reply")


@contextmanager
def guarded(home: Path) -> Iterator[None]:
    """Rejects network access of this process, and writes outside of the home."""
    if not _hooked:
        sys.addaudithook(_audit)
        _hooked.append(True)
    _guarded.append(home)
    try:
        yield
    finally:
        _guarded.remove(home)


def _audit(event: str, arguments: tuple[Any, ...]) -> None:
    """Raises ``PermissionError`` for what is rejected."""
    if not _guarded:
        return
    if event in _NETWORK:
        raise PermissionError(event)
    if (event == "open" and not _writes(*arguments)) or (event in _BY_HANDLE and arguments[1] != -1):
        return
    for path in arguments[: _PATHS.get(event, 0)]:
        if isinstance(path, str | bytes | os.PathLike) and not _is_inside(path, _guarded[-1]):
            raise PermissionError(13, "outside of the fuzzed home")


def _is_inside(path: Any, home: Path) -> bool:
    try:
        real = os.path.realpath(os.fsdecode(path))
    except ValueError:
        return True  # the call itself will fail
    return real == os.devnull or real.startswith(f"{os.path.realpath(home)}{os.sep}")


_NETWORK: Final = ("socket.connect", "socket.getaddrinfo", "socket.sendto", "socket.gethostbyname")
_PATHS: Final = {
    "open": 1, "os.mkdir": 1, "os.rename": 2, "os.remove": 1, "os.rmdir": 1, "os.chmod": 1, "os.truncate": 1,
    "os.symlink": 2, "os.link": 2, "os.utime": 1, "sqlite3.connect": 1, "shutil.rmtree": 1,
}  # fmt: skip
_BY_HANDLE: Final = ("os.remove", "os.rmdir")
"""Events of `shutil.rmtree` with paths relative to an open directory."""
_guarded: list[Path] = []
_hooked: list[bool] = []
"""Not empty once the audit hook is installed; it cannot be removed."""


def _writes(path: Any, mode: Any, flags: Any) -> bool:
    return not isinstance(path, int) and bool((flags or 0) & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC))
