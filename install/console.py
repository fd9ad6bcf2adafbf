"""What the user sees: one line for each step, in the order in which things happen."""

from __future__ import annotations

import json
import os
import sys
import textwrap
from collections.abc import Mapping
from typing import Final, TextIO

from jingdu import i18n
from jingdu.cli.parser import columns, wrap

_LABEL: Final = 12
"""Columns of a step's name."""
_WIDTH: Final = 90
"""Columns of running text."""
_to_stderr = False
"""Whether messages go to stderr, because stdout is for JSON."""


def prepare(*, to_stderr: bool = False) -> None:
    """Sets up language and streams; a console that lacks Chinese characters shows question marks."""
    global _to_stderr  # noqa: PLW0603
    _to_stderr = to_stderr
    i18n.activate("en" if to_stderr else None)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace", line_buffering=True)


def _out() -> TextIO:
    return sys.stderr if _to_stderr else sys.stdout


def _write(text: str, stream: TextIO, end: str = "\n") -> None:
    """Writes to a stream; when its reader has gone (``| head``) the work goes on unseen."""
    try:
        print(text, end=end, file=stream, flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def line(text: str = "") -> None:
    _write(text, _out())


def step(name: str, result: str) -> None:
    line(f"  {_label(name)} {result}")


def note(text: str) -> None:
    """A remark on the step above, wrapped."""
    indent = " " * (_LABEL + 3)
    for part in wrap(text, _WIDTH - len(indent)):
        line(indent + part)


def quote(text: str) -> None:
    """A text of someone else, indented and wrapped."""
    for paragraph in text.splitlines():
        line(textwrap.indent("\n".join(wrap(paragraph, _WIDTH)), "    "))


def problem(text: str) -> None:
    _write(text, sys.stderr)


def data(content: Mapping[str, object]) -> None:
    _write(json.dumps(content, ensure_ascii=False, indent=2), sys.stdout)


def flush() -> None:
    """Writes what argparse left in the buffer."""
    _write("", sys.stdout, end="")


def _label(name: str) -> str:
    return name + " " * (_LABEL - columns(name))


class Progress:
    """A long step: what it does now, on a terminal in one line, elsewhere in a line each."""

    def __init__(self, name: str) -> None:
        self._label = _label(name)
        self._shown = ""

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_error: object) -> None:
        if self._shown and _out().isatty():
            _write("\r\x1b[K", _out(), end="")

    def show(self, action: str) -> None:
        if action == self._shown:
            return
        self._shown = action
        if _out().isatty():
            _write(f"\r  {self._label} {action} …\x1b[K", _out(), end="")
        else:
            line(f"  {self._label} {action}")
