"""Waits for a condition, with a timeout that suits a busy machine."""

import time
from collections.abc import Callable
from typing import Any

PATIENCE = 300.0
"""The default timeout in seconds."""


def until(
    condition: Callable[[], Any], seconds: float = PATIENCE, pause: float = 0.05, failure: str = "not found in time"
) -> Any:
    """Waits until ``condition`` returns a truthy value and returns it; fails after ``seconds``."""
    deadline = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < deadline, failure
        time.sleep(pause)
    return found
