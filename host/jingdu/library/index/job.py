"""The job that makes the index anew."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from jingdu.library import indexed
from jingdu.library.jobs import State
from jingdu.storage import os_errors


def work(state: State, options: Mapping[str, Any]) -> Iterator[None]:
    """Reads every article again; those that can't be read are in the report, each with its folder and why."""
    with os_errors.map_os_errors():
        for progress in indexed.opened().rebuild():
            state.done, state.total = progress.done, progress.total
            state.report = [{"folder": folder, "reason": reason} for folder, reason in progress.unreadable]
            yield
