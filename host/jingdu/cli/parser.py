"""argparse in the user's language, for all command lines."""

import argparse
import re
import unicodedata
from collections.abc import Callable
from math import nan
from typing import Any, Final, cast

from jingdu.i18n import gettext, ngettext

vars(argparse).update(_=gettext, ngettext=ngettext)  # translates argparse's own messages

_WORD: Final = re.compile(r"[\u2e80-\ufaff\uff00-\uffef]|[^\s\u2e80-\ufaff\uff00-\uffef]+|\s+")
_CLOSING: Final = frozenset("，。、；：！？”’）》」』")


def columns(text: str) -> int:
    """Width of a text in terminal columns; East Asian wide characters take two."""
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


def wrap(text: str, width: int) -> list[str]:
    """Wraps text at ``width`` columns; no line starts with closing punctuation."""
    lines = [""]
    for word in cast(list[str], _WORD.findall(" ".join(text.split()))):
        if columns(lines[-1] + word) > width and word not in _CLOSING and lines[-1]:
            lines[-1] = lines[-1].rstrip()
            lines.append("")
        lines[-1] += word if lines[-1] else word.lstrip()
    return lines


class Formatter(argparse.RawDescriptionHelpFormatter):
    """Translates help texts, wraps descriptions, and keeps the lines of an epilog."""

    def _get_help_string(self, action: argparse.Action) -> str | None:
        return gettext(action.help) if action.help else action.help

    def _split_lines(self, text: str, width: int) -> list[str]:
        return wrap(text, width)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        if "\n" in text:
            return super()._fill_text(text, width, indent)
        return "\n".join(indent + line for line in wrap(gettext(text), width))


class Parser(argparse.ArgumentParser):
    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **{"formatter_class": Formatter, **options})


def count(text: str, low: int = 0) -> int:
    """An argument type: a whole number of at least ``low``."""
    try:
        number = int(text)
    except ValueError:
        number = low - 1
    if number < low:
        message = gettext("{text} is not a whole number of {n} or more", text=text.strip(), n=low)
        raise argparse.ArgumentTypeError(message)
    return number


def between(low: float, high: float) -> Callable[[str], float]:
    """An argument type: a number from ``low`` to ``high``."""

    def number(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = nan
        if not low <= value <= high:
            message = gettext("{text} is not a number from {low} to {high}", text=text, low=low, high=high)
            raise argparse.ArgumentTypeError(message)
        return value

    return number


def day_text(text: str) -> str:
    """An argument type: an ISO 8601 date."""
    from jingdu.library.index.rows import day

    try:
        day(text)
    except ValueError:
        raise argparse.ArgumentTypeError(gettext("{text} is not a day; write it as 2026-01-31", text=text)) from None
    return text


def clock(seconds: float) -> str:
    """A duration as ``minutes:seconds`` or ``hours:minutes:seconds``."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
