"""start_job, job and cancel_job: long work, which continues between requests."""

from __future__ import annotations

from jingdu.library import jobs
from jingdu.protocol.library import Job, JobStarted, JobState, StartJob


def start_job(request: StartJob) -> JobStarted:
    """The job's id; raises ``bad_message`` for an unknown kind of work."""
    return JobStarted(jobs.start(request.kind, request.options))


def job(request: Job) -> JobState:
    """The job's state; raises ``unknown_job``."""
    return _reply(jobs.state(request.job))


def cancel_job(request: Job) -> JobState:
    """Ends a job at its next step; its state. Raises ``unknown_job``."""
    return _reply(jobs.cancel(request.job))


def _reply(state: jobs.State) -> JobState:
    return JobState(state.state, state.done, state.total, state.message, list(state.report), state.path, state.counts)
