"""The argument parser of every command line of ours: argparse, in the user's language."""

from __future__ import annotations

import argparse
import re
import unicodedata
from collections.abc import Callable
from math import nan
from typing import Any, Final, cast

from jingdu.i18n import gettext, ngettext

vars(argparse).update(_=gettext, ngettext=ngettext)  # its own words are looked up when they are used

_WORD: Final = re.compile(r"[\u2e80-\ufaff\uff00-\uffef]|[^\s\u2e80-\ufaff\uff00-\uffef]+|\s+")
_CLOSING: Final = frozenset("，。、；：！？”’）》」』")


def columns(text: str) -> int:
    """Columns of a terminal that the text takes; a Chinese character is two wide."""
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


def wrap(text: str, width: int) -> list[str]:
    """The text in lines of at most ``width`` columns; none begins with closing punctuation."""
    lines = [""]
    for word in cast(list[str], _WORD.findall(" ".join(text.split()))):
        if columns(lines[-1] + word) > width and word not in _CLOSING and lines[-1]:
            lines[-1] = lines[-1].rstrip()
            lines.append("")
        lines[-1] += word if lines[-1] else word.lstrip()
    return lines


class Formatter(argparse.RawDescriptionHelpFormatter):
    """Help texts in the user's language; a description is wrapped, an epilog keeps its lines."""

    def _get_help_string(self, action: argparse.Action) -> str | None:
        return gettext(action.help) if action.help else action.help

    def _split_lines(self, text: str, width: int) -> list[str]:
        return wrap(text, width)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        if "\n" in text:
            return super()._fill_text(text, width, indent)
        return "\n".join(indent + line for line in wrap(gettext(text), width))


class Parser(argparse.ArgumentParser):
    """A parser whose help and errors are in the user's language."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **{"formatter_class": Formatter, **options})


def count(text: str, low: int = 0) -> int:
    """How many; ``low`` or more."""
    try:
        number = int(text)
    except ValueError:
        number = low - 1
    if number < low:
        raise argparse.ArgumentTypeError(f"{text} is not a whole number of {low} or more")
    return number


def between(low: float, high: float) -> Callable[[str], float]:
    """What reads a number from ``low`` to ``high``."""

    def number(text: str) -> float:
        try:
            found = float(text)
        except ValueError:
            found = nan
        if not low <= found <= high:
            raise argparse.ArgumentTypeError(f"{text} is not a number from {low} to {high}")
        return found

    return number


def day_text(text: str) -> str:
    """A day of the user's own calendar."""
    from jingdu.library.index.rows import day

    try:
        day(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text} is not a day; write it as 2026-01-31") from None
    return text


def clock(seconds: float) -> str:
    """A time as ``minutes:seconds``, from an hour on as ``hours:minutes:seconds``."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
