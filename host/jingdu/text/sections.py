"""Words and regular expressions in a text file beside the module that uses them, where native speakers can check them.

A section begins with ``# name: what it has``; below are words, or alternatives of an expression, one on each line.
"""

import re
from pathlib import Path


class Sections:
    """The sections of the text file with the same name as ``module``, the path of a Python file."""

    def __init__(self, module: str) -> None:
        text = Path(module).with_suffix(".txt").read_text("utf-8")
        sections = re.findall(r"^# (\w+): .*\n((?:.+\n)*.+)", text, re.MULTILINE)
        self.lines: dict[str, list[str]] = {name: lines.split("\n") for name, lines in sections}

    def words(self, name: str) -> list[str]:
        """The words of a section, which commas or ends of lines separate."""
        return ", ".join(self.lines[name]).split(", ")

    def alternatives(self, *names: str) -> str:
        """The alternatives of sections as one regular expression without a group around it."""
        return "|".join(line for name in names for line in self.lines[name])
