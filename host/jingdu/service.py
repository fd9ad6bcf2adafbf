"""A request in, a reply out; the only place that catches.

Whatever goes wrong with one page becomes a fault in the reply, and the next request
finds the service as it was.
"""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Iterator, Sized
from typing import Final

from jingdu import handlers, logs, protocol
from jingdu.faults import Fault
from jingdu.protocol import wire

_MOST_LEFT: Final = 4
_left: deque[Iterator[None]] = deque(maxlen=_MOST_LEFT)
"""What answered requests left to be done; of too many the oldest are forgotten."""


def answer(message: str | Fault) -> tuple[str, int | None]:
    """The JSON text of the reply to a message, and the id it goes to.

    ``message`` is a frame's JSON text, or the fault for which the frame was refused.
    Only what ends the process (``SystemExit``, ``KeyboardInterrupt``) is raised.
    """
    started = time.monotonic()
    identity, outcome = None, "ok"
    try:
        parsed = _parse(message)
        message = ""  # a large page's memory, free for its tree
        identity = protocol.identity(parsed)
        asked = protocol.asked(parsed)
        reply = protocol.success(asked.request.id, handlers.handle(asked))
        if work := handlers.afterwards(asked):
            _left.append(work)
    except (SystemExit, KeyboardInterrupt):
        raise
    except BaseException as error:  # a panic in nh3's Rust is no Exception
        fault = _fault(error)
        outcome, reply = fault.code, protocol.failure(identity, fault)
    logs.note(f"request {identity}: {outcome}, {len(reply)} characters, {_milliseconds(started)} ms")
    return reply, identity


def is_idle() -> bool:
    """Whether no answer left anything to be done."""
    return not _left and not _jobs()


def has_jobs() -> bool:
    """Whether long work was begun that is not done yet."""
    return bool(_jobs())


def _jobs() -> Sized:
    """The steps of long work that wait; its module is there once some was begun."""
    jobs = sys.modules.get("jingdu.library.jobs")
    return jobs.queue if jobs else ()


def rest() -> Iterator[None]:
    """Does what the answers left, bit by bit; who stops in between goes on there the next time."""
    while _left:
        try:
            next(_left[0])
        except StopIteration:
            _left.popleft()
        except Exception as error:  # nobody waits for it: the log is told, the rest goes on
            _left.popleft()
            logs.failure(error, aloud=False)
        yield
    while _jobs():
        sys.modules["jingdu.library.jobs"].step()
        yield


def _parse(message: str | Fault) -> object:
    if isinstance(message, Fault):
        raise message
    return wire.parse(message)


def _fault(error: BaseException) -> Fault:
    """The fault to report; a bug is noted in the log with where it happened."""
    if isinstance(error, Fault):
        return error
    logs.failure(error)
    if isinstance(error, OSError):  # whatever a request reads or writes of the system's is the library's
        from jingdu.storage import os_errors

        return os_errors.fault(error)
    return Fault("page_too_large" if isinstance(error, MemoryError) else "internal")


def _milliseconds(started: float) -> int:
    return round(1000 * (time.monotonic() - started))
