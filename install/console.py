"""Output for the user: a line per step, or an error and its exit code."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TextIO

from jingdu import i18n
from jingdu.cli.parser import columns, wrap
from jingdu.i18n import gettext as _

DONE, BUG, USAGE, PYTHON, INSTALL, FILES, VERIFY, TRIAL, FAULTY = range(9)
INTERRUPTED: Final = 130

MEANINGS: Final = {
    DONE: "done",
    BUG: "a bug in set-up; the message says where",
    USAGE: "unknown option, browser, extension id or folder",
    PYTHON: "Python is too old, or cannot create environments",
    INSTALL: "pip could not install the companion app",
    FILES: "a file or registry entry could not be written or removed",
    VERIFY: "the companion app is installed, but did not read the sample pages",
    TRIAL: "no browser to try Jingdu in",
    FAULTY: "a check of the doctor failed",
    INTERRUPTED: "interrupted; the next run completes what is unfinished",
}
CANNOT: Final = {
    action: f"Cannot {action} {{path}} ({{reason}}); fix that and run set-up again."
    for action in ("write", "remove", "change")
}
_LABEL_WIDTH: Final = 12
_to_stderr = False
"""Whether messages go to stderr, because stdout is for JSON."""


class SetupError(Exception):
    """Set-up failed: ``str()`` is the message, ``code`` the exit code."""

    def __init__(self, code: int, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


@contextmanager
def map_os_errors(action: str, path: Path | str = "") -> Iterator[None]:
    """Maps ``OSError`` to `SetupError`; ``action`` is a key of `CANNOT`, ``path`` defaults to the error's file."""
    try:
        yield
    except OSError as error:
        raise SetupError(FILES, _(CANNOT[action], path=path or error.filename, reason=_(reason_of(error)))) from error


def reason_of(error: Exception) -> str:
    return (error.strerror or str(error)).lower() if isinstance(error, OSError) else str(error)


def prepare(*, to_stderr: bool = False) -> None:
    """Sets language and streams; consoles without Chinese characters show question marks."""
    global _to_stderr  # noqa: PLW0603
    _to_stderr = to_stderr
    i18n.activate("en" if to_stderr else None)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace", line_buffering=True)


def line(text: str = "", stream: TextIO | None = None, end: str = "\n") -> None:
    """Writes to a stream; after its reader has exited (``| head``), output is discarded."""
    stream = stream or _out()
    try:
        print(text, end=end, file=stream, flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _out() -> TextIO:
    return sys.stderr if _to_stderr else sys.stdout


def step(name: str, result: str) -> None:
    line(f"  {_label(name)} {result}")


def note(text: str) -> None:
    """Prints an indented and wrapped text below a step."""
    indent = " " * (_LABEL_WIDTH + 3)
    for part in wrap(text, 90 - len(indent)):
        line(indent + part)


def print_json(content: Mapping[str, object]) -> None:
    line(json.dumps(content, ensure_ascii=False, indent=2), sys.stdout)


def _label(name: str) -> str:
    return name + " " * (_LABEL_WIDTH - columns(name))


@contextmanager
def progress(name: str) -> Iterator[Callable[[str], None]]:
    """Shows the progress of a long step, on a terminal in one line that changes."""
    shown = ""

    def show(action: str) -> None:
        nonlocal shown
        if action != shown and _out().isatty():
            line(f"\r  {_label(name)} {action} …\x1b[K", end="")
        elif action != shown:
            line(f"  {_label(name)} {action}")
        shown = action

    try:
        yield show
    finally:
        if shown and _out().isatty():
            line("\r\x1b[K", end="")
