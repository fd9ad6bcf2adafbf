"""Long work in small steps, between requests.

A job is a generator that notes what it did in its `State` and yields after each step. The host runs one step at a
time while it has no request (`jingdu.service.rest`), the command line all of them. Jobs end with the host; each kind
of work goes on from where it was when it is started again.
"""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Final

from jingdu import logs
from jingdu.faults import Fault
from jingdu.storage import atomic

KINDS: Final[Mapping[str, str]] = {
    "reindex": "jingdu.library.indexed",
    "export": "jingdu.library.exporters.work",
    "import": "jingdu.library.importers.work",
    "fetch_pictures": "jingdu.library.images.fetching",
}
"""Kind of work → the module whose ``work(state, options)`` is the generator."""
_MAX_JOBS: Final = 50
"""Jobs remembered; the oldest that have ended are forgotten."""
_END: Final = object()


@dataclass
class State:
    """How a job gets on."""

    state: str = "running"
    done: int = 0
    total: int = 0
    message: str = ""
    report: list[Any] = field(default_factory=list)
    """What could not be done, and why."""
    path: str | None = None
    """Where the result is."""
    counts: dict[str, int] = field(default_factory=dict)
    """Results, by names that each kind of work defines."""
    asked: tuple[str, Mapping[str, Any]] | None = None
    """The kind and options that it was started with."""
    cancelled: bool = False
    """The work ends at its next step."""


Work = Callable[[State, Mapping[str, Any]], Generator[None, None, None]]
_jobs: dict[str, State] = {}
queue: deque[Iterator[None]] = deque()
"""The steps of running jobs; the host takes one when there is no request."""


def start(kind: str, options: Mapping[str, Any]) -> str:
    """Begins a job, or finds the same one at work; its id. Raises ``bad_message`` for other kinds of work."""
    if kind not in KINDS:
        raise Fault("bad_message", f"There is no work called {kind}; update the extension.")
    for known, there in _jobs.items():  # a request may come twice
        if there.asked == (kind, options) and there.state == "running" and not there.cancelled:
            return known
    name, state = secrets.token_hex(8), State(asked=(kind, options))
    ended = [known for known, there in _jobs.items() if there.state != "running"]
    for known in ended[: max(0, len(_jobs) - _MAX_JOBS + 1)]:
        del _jobs[known]
    queue.append(run(import_module(KINDS[kind]).work, state, options))
    _jobs[name] = state
    return name


def step() -> None:
    """Takes one step of the job that has waited longest."""
    steps = queue.popleft()
    if next(steps, _END) is not _END:
        queue.append(steps)


def run(work: Work, state: State, options: Mapping[str, Any]) -> Iterator[None]:
    """The steps of a job; whatever it raises becomes its state. The command line takes them all at once."""
    steps = work(state, options)
    try:
        while not state.cancelled and next(steps, _END) is not _END:
            yield
        steps.close()  # a cancelled one keeps what it has, which may fail
        state.state = "cancelled" if state.cancelled else "done"
    except Fault as fault:
        state.state, state.message = "failed", fault.message
    except Exception as error:
        logs.failure(error, aloud=False)
        reported = atomic.fault_of(error) if isinstance(error, OSError) else Fault("internal")
        state.state, state.message = "failed", reported.message
    finally:
        steps.close()


def state(name: str) -> State:
    """How a job gets on; raises ``unknown_job``."""
    if name not in _jobs:
        raise Fault("unknown_job")
    return _jobs[name]


def cancel(name: str) -> State:
    """Asks a job to end at its next step."""
    found = state(name)
    found.cancelled = True
    if found.state == "running":
        found.message = "cancelled"
    return found
