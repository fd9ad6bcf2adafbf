"""cancel_job: long work ends at its next step."""

from __future__ import annotations

from jingdu.handlers.job import reply
from jingdu.library import jobs
from jingdu.protocol.library import Job, JobState


def handle(request: Job) -> JobState:
    """The job's state; raises ``unknown_job``."""
    return reply(jobs.cancel(request.job))
