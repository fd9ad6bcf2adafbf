"""Values of options that several commands have, checked where the command line is read."""

from __future__ import annotations

import argparse


def count(text: str) -> int:
    """How many; 0 or more."""
    try:
        number = int(text)
    except ValueError:
        number = -1
    if number < 0:
        raise argparse.ArgumentTypeError(f"{text} is not a number of articles; write 0 or more")
    return number


def day(text: str) -> str:
    """A day of the user's own calendar."""
    from jingdu.library.index.entry import day as beginning

    try:
        beginning(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text} is not a day; write it as 2026-01-31") from None
    return text
