"""start_job: long work begins, and continues between requests."""

from __future__ import annotations

from jingdu.library import jobs
from jingdu.protocol.library import JobStarted, StartJob


def handle(request: StartJob) -> JobStarted:
    """The job's id; raises ``bad_message`` for work that there is not."""
    return JobStarted(jobs.start(request.kind, request.options))
