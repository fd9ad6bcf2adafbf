"""Answers requests. Every exception becomes a fault in the reply and does not affect the next request."""

import sys
import time
from collections import deque
from collections.abc import Iterator
from typing import Final

from jingdu import handlers, logs, protocol
from jingdu.faults import Fault
from jingdu.protocol import wire

_MAX_DEFERRED: Final = 4
_deferred: deque[Iterator[None]] = deque(maxlen=_MAX_DEFERRED)
"""Work deferred by answered requests; if there is too much, the oldest is dropped."""


def answer(message: str | Fault) -> tuple[str, int | None]:
    """Returns the JSON text of the reply to a message, and the request's id, None if unknown.

    ``message`` is the JSON text of a frame, or the fault for which the frame was refused. Raises only ``SystemExit``
    and ``KeyboardInterrupt``.
    """
    started = time.monotonic()
    identity, outcome = None, "ok"
    try:
        if isinstance(message, Fault):
            raise message
        parsed = wire.parse(message)
        message = ""  # frees the memory of a large page
        identity = protocol.identity(parsed)
        call = protocol.call_of(parsed)
        reply = protocol.success(call.request.id, handlers.handle(call))
        if work := handlers.deferred(call):
            _deferred.append(work)
    except (SystemExit, KeyboardInterrupt):
        raise
    except BaseException as error:  # a panic in nh3's Rust code is no Exception
        fault = _fault(error)
        outcome, reply = fault.code, protocol.failure(identity, fault)
    duration = round(1000 * (time.monotonic() - started))
    logs.note(f"request {identity}: {outcome}, {len(reply)} characters, {duration} ms")
    return reply, identity


def is_idle() -> bool:
    return not _deferred and not has_jobs()


def has_jobs() -> bool:
    """Whether a job is running; before the first one, the module of jobs is not even imported."""
    jobs = sys.modules.get("jingdu.library.jobs")
    return bool(jobs and jobs.queue)


def background_work() -> Iterator[None]:
    """Runs deferred work and jobs, one step per iteration; a later call resumes them."""
    while _deferred:
        try:
            for _ in _deferred[0]:
                yield
        except Exception as error:  # nobody waits for the result
            logs.failure(error, stderr=False)
        _deferred.popleft()
    while has_jobs():
        sys.modules["jingdu.library.jobs"].step()
        yield


def _fault(error: BaseException) -> Fault:
    """The fault to report for an exception, which is logged unless it is a `Fault`."""
    if isinstance(error, Fault):
        return error
    fault = logs.failure(error, stderr=not isinstance(error, OSError))
    return Fault("page_too_large") if isinstance(error, MemoryError) else fault
