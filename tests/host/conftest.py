"""Real host processes to speak frames with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from peer import Browser


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Browser]:
    """A browser that has just started the host, in an empty home."""
    with Browser(tmp_path) as browser:
        yield browser


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Browser]]:
    """Starts a command in place of the host; ended after the test."""
    with ExitStack() as stack:
        yield lambda *command: stack.enter_context(Browser(tmp_path, *command))
