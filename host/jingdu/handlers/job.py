"""job: how long work gets on."""

from __future__ import annotations

from jingdu.library import jobs
from jingdu.protocol.library import Job, JobState


def handle(request: Job) -> JobState:
    """The job's state; raises ``unknown_job``."""
    return told(jobs.state(request.job))


def told(state: jobs.State) -> JobState:
    """What the extension is told of a state."""
    return JobState(state.state, state.done, state.total, state.message, list(state.report), state.path, state.counts)
