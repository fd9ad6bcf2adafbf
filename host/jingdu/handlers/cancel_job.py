"""cancel_job: long work ends at its next step."""

from __future__ import annotations

from jingdu.handlers.job import told
from jingdu.library import jobs
from jingdu.protocol.library import Job, JobState


def handle(request: Job) -> JobState:
    """The job's state; raises ``unknown_job``."""
    return told(jobs.cancel(request.job))
