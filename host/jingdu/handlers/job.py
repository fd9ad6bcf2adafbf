"""job: how long work gets on."""

from __future__ import annotations

from jingdu.library import jobs
from jingdu.protocol.library import Job, JobState


def handle(request: Job) -> JobState:
    """The job's state; raises ``unknown_job``."""
    return reply(jobs.state(request.job))


def reply(state: jobs.State) -> JobState:
    """A job's state for the extension."""
    return JobState(state.state, state.done, state.total, state.message, list(state.report), state.path, state.counts)
