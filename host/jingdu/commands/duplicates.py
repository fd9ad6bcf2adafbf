"""jingdu duplicates: articles of the library that are nearly the same."""

from __future__ import annotations

import argparse

from jingdu.commands import items
from jingdu.library import indexed
from jingdu.library.duplicates.finding import Comparing


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """There are none."""


def run(arguments: argparse.Namespace) -> None:
    """Prints each group, the newest first, with how much of each is the same as the first."""
    comparing = Comparing(indexed.opened())
    while comparing.done < comparing.total:
        comparing.step()
    for number, group in enumerate(comparing.groups(), start=1):
        print(f"{number}.")
        for double in group:
            print(f"  {100 * double.likeness:3.0f} % {items.line(indexed.item_of(double.fields))}")
