"""What the user sees: one line for each step, in the order in which things happen."""

from __future__ import annotations

import re
import sys
import textwrap
from typing import Final, TextIO

_LABEL: Final = 12
"""Columns of a step's name."""
_WIDTH: Final = 90
"""Columns of running text."""


_aside = False
"""Whether what is told goes to stderr, because stdout is for JSON."""


def prepare(*, aside: bool = False) -> None:
    """Lets a console that lacks Chinese characters show question marks instead of failing."""
    global _aside  # noqa: PLW0603
    _aside = aside
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace", line_buffering=True)


def _out() -> TextIO:
    return sys.stderr if _aside else sys.stdout


def line(text: str = "") -> None:
    """A line as it is."""
    print(text, file=_out())


def step(name: str, result: str) -> None:
    """A finished step and what came of it."""
    print(f"  {name:<{_LABEL}} {result}", file=_out())


def note(text: str) -> None:
    """A remark to the step above, wrapped."""
    indent = " " * (_LABEL + 3)
    print(textwrap.fill(text, _WIDTH, initial_indent=indent, subsequent_indent=indent), file=_out())


def fill(text: str) -> str:
    """A paragraph as lines that fit a terminal; a Chinese character is two columns wide
    and no line begins with punctuation."""
    wide = any("\u2e80" <= character <= "\uffff" for character in text)
    lines = textwrap.fill(text, _WIDTH // 2 if wide else _WIDTH)
    return re.sub(r"\n([，。、；：！？”’）》」』])", r"\1\n", lines)


def quote(text: str) -> None:
    """A text of someone else, set off."""
    print(textwrap.indent(text, "    "), file=_out())


def problem(text: str) -> None:
    """An error, on stderr."""
    print(text, file=sys.stderr)
