"""Background jobs, run in small steps between requests.

A job is a generator that updates its `State` and yields after each step. The host runs one step at a time while idle
(`jingdu.service.background_work`), the command line all at once. Jobs do not survive the host, but each kind resumes
where it stopped when it is started again.
"""

import secrets
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Final

from jingdu import logs
from jingdu.faults import Fault

KINDS: Final[Mapping[str, str]] = {
    "reindex": "jingdu.library.indexed",
    "export": "jingdu.library.exporters.work",
    "import": "jingdu.library.importers.work",
    "fetch_pictures": "jingdu.library.fetching",
}
"""Kind of job → module with the generator function ``work(state, options)``."""
_END: Final = object()


@dataclass
class State:
    state: str = "running"
    """``running``, ``done``, ``failed`` or ``cancelled``."""
    done: int = 0
    total: int = 0
    message: str = ""
    code: str | None = None
    report: list[Any] = field(default_factory=list)
    """What failed, and why."""
    path: str | None = None
    """Path of the file or folder that the job created."""
    counts: dict[str, int] = field(default_factory=dict)
    """Results, by names that each kind of job defines."""
    request: tuple[str, Mapping[str, Any]] | None = None
    """Kind and options with which the job was started."""
    cancelled: bool = False


Work = Callable[[State, Mapping[str, Any]], Generator[None, None, None]]
_jobs: dict[str, State] = {}
queue: deque[Iterator[None]] = deque()
"""Running jobs; the host takes one step when it is idle."""


def start(kind: str, options: Mapping[str, Any]) -> str:
    """Starts a job and returns its id; an identical running job is not started twice. Raises ``bad_message``."""
    if kind not in KINDS:
        raise Fault("bad_message", f"There is no job called {kind}; update the extension.")
    for name, state in _jobs.items():  # a request may be repeated
        if state.request == (kind, options) and state.state == "running" and not state.cancelled:
            return name
    name, state = secrets.token_hex(8), State(request=(kind, options))
    queue.append(run(import_module(KINDS[kind]).work, state, options))
    _jobs[name] = state
    return name


def step() -> None:
    """Runs one step of the job that has waited longest."""
    steps = queue.popleft()
    if next(steps, _END) is not _END:
        queue.append(steps)


def run(work: Work, state: State, options: Mapping[str, Any]) -> Iterator[None]:
    """Runs a job step by step and sets its state; an exception ends it as ``failed``."""
    steps = work(state, options)
    try:
        while not state.cancelled and next(steps, _END) is not _END:
            yield
        steps.close()  # a cancelled job saves its results here, which may fail
        state.state = "cancelled" if state.cancelled else "done"
    except Exception as error:
        fault = error if isinstance(error, Fault) else logs.failure(error, stderr=False)
        state.state, state.code, state.message = "failed", fault.code, fault.message


def run_for(seconds: float, steps: Iterable[object]) -> None:
    """Takes steps for a limited time."""
    deadline = time.monotonic() + seconds
    for _ in steps:
        if time.monotonic() > deadline:
            break


def state(name: str) -> State:
    """The state of a job; raises ``unknown_job``."""
    if name not in _jobs:
        raise Fault("unknown_job")
    return _jobs[name]


def cancel(name: str) -> State:
    """Ends a job at its next step; raises ``unknown_job``."""
    found = state(name)
    found.cancelled = True
    return found
