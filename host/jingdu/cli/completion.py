"""jingdu completion: what a shell needs to complete our commands, options and files."""

from __future__ import annotations

import argparse
from typing import Final

SHELLS: Final = ("bash", "zsh", "fish")
_FILES: Final = ("FILE", "FOLDER", "OUT", "DIR", "PATH")
"""Parts of the names that arguments have which are files or folders."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=SHELLS, help="the shell to complete in")


def run(arguments: argparse.Namespace) -> None:
    import shtab

    from jingdu.cli.dispatch import parser
    from jingdu.cli.table import COMMANDS

    whole = parser(list(COMMANDS))
    _complete_files(whole)
    print(shtab.complete(whole, shell=arguments.shell))


def _complete_files(parser: argparse.ArgumentParser) -> None:
    """Arguments that are files are completed as such, in every command."""
    import shtab

    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                _complete_files(command)
        elif isinstance(action.metavar, str) and any(word in action.metavar for word in _FILES):
            action.complete = shtab.FILE  # type: ignore[attr-defined]
