"""Real host processes to speak frames with."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.support.host_process import Port


@pytest.fixture
def port(tmp_path: Path) -> Iterator[Port]:
    """A browser that has just started the host, in an empty home."""
    with Port(tmp_path) as port:
        yield port


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Port]]:
    """Starts a command in place of the host; ended after the test."""
    with ExitStack() as stack:
        yield lambda *command: stack.enter_context(Port(tmp_path, *command))
