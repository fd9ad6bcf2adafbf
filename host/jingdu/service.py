"""A request in, a reply out; the only place that catches exceptions.

Whatever goes wrong with one page becomes a fault in the reply, and the next request finds the service as it was.
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

_MAX_DEFERRED: Final = 4
_deferred: deque[Iterator[None]] = deque(maxlen=_MAX_DEFERRED)
"""Work that answered requests deferred; of too many the oldest are dropped."""


def answer(message: str | Fault) -> tuple[str, int | None]:
    """The JSON text of the reply to a message, and the id it goes to.

    ``message`` is a frame's JSON text, or the fault for which the frame was refused.
    Only what ends the process (``SystemExit``, ``KeyboardInterrupt``) is raised.
    """
    started = time.monotonic()
    identity, outcome = None, "ok"
    try:
        if isinstance(message, Fault):
            raise message
        parsed = wire.parse(message)
        message = ""  # a large page's memory, free for its tree
        identity = protocol.identity(parsed)
        asked = protocol.asked(parsed)
        reply = protocol.success(asked.request.id, handlers.handle(asked))
        if work := handlers.afterwards(asked):
            _deferred.append(work)
    except (SystemExit, KeyboardInterrupt):
        raise
    except BaseException as error:  # a panic in nh3's Rust is no Exception
        fault = _fault(error)
        outcome, reply = fault.code, protocol.failure(identity, fault)
    took = round(1000 * (time.monotonic() - started))
    logs.note(f"request {identity}: {outcome}, {len(reply)} characters, {took} ms")
    return reply, identity


def is_idle() -> bool:
    """Whether there is no deferred work and no job."""
    return not _deferred and not _jobs()


def has_jobs() -> bool:
    """Whether a job is running."""
    return bool(_jobs())


def _jobs() -> Sized:
    """The queue of jobs; its module is imported with the first one."""
    jobs = sys.modules.get("jingdu.library.jobs")
    return jobs.queue if jobs else ()


def rest() -> Iterator[None]:
    """Does deferred work and jobs step by step; a later call goes on where this one was left."""
    while _deferred:
        try:
            next(_deferred[0])
        except StopIteration:
            _deferred.popleft()
        except Exception as error:  # nobody waits for it: log it and go on
            _deferred.popleft()
            logs.failure(error, aloud=False)
        yield
    while _jobs():
        sys.modules["jingdu.library.jobs"].step()
        yield


def _fault(error: BaseException) -> Fault:
    """The fault to report; a bug is noted in the log with where it happened."""
    if isinstance(error, Fault):
        return error
    logs.failure(error, aloud=not isinstance(error, OSError))
    if isinstance(error, OSError):  # the files that a request reads and writes are the library's
        from jingdu.storage import atomic

        return atomic.fault_of(error)
    return Fault("page_too_large" if isinstance(error, MemoryError) else "internal")
