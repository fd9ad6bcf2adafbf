"""Real host processes to speak frames with, and the command as a user runs it."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.host_process import Port, environment, golden

HTML: str = golden("extract.request")["html"]
Run = Callable[..., "subprocess.CompletedProcess[bytes]"]


@pytest.fixture
def port(tmp_path: Path) -> Iterator[Port]:
    """A browser that has just started the host, in an empty home."""
    with Port(tmp_path) as port:
        yield port


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs ``jingdu`` in an empty home, where page.html is the golden page."""
    (tmp_path / "page.html").write_text(HTML, encoding="utf-8")

    def run(*arguments: str, stdin: bytes = b"", **variables: str) -> subprocess.CompletedProcess[bytes]:
        command = (sys.executable, "-P", "-m", "jingdu", *arguments)
        env = environment(tmp_path) | variables
        return subprocess.run(
            command, check=False, input=stdin, capture_output=True, cwd=tmp_path, env=env, timeout=600
        )

    return run


def printed(ended: subprocess.CompletedProcess[bytes]) -> str:
    assert (ended.returncode, ended.stderr) == (0, b"")
    return ended.stdout.decode()
