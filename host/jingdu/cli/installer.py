"""``jingdu setup``, ``doctor`` and ``completion``: the installer that the package carries, or that of the checkout."""

from __future__ import annotations

import argparse
from typing import Final

from jingdu.packaged import bring_installer, is_installed


def add_setup(parser: argparse.ArgumentParser) -> None:
    bring_installer()
    from install import cli

    cli.add_arguments(parser)
    parser.epilog = cli.exit_codes()


def run_setup(arguments: argparse.Namespace) -> int:
    """Runs set-up with this Python as the host's; in a checkout, as install/setup.py does."""
    from install.cli import perform

    return perform(arguments, here=is_installed())


def add_doctor(parser: argparse.ArgumentParser) -> None:
    bring_installer()
    from install import cli
    from install.doctor.examine import add_arguments

    add_arguments(parser)
    parser.epilog = cli.exit_codes()


def run_doctor(arguments: argparse.Namespace) -> int:
    """Prints what was found; 8 where a check failed."""
    from install.doctor.examine import perform

    return perform(arguments, here=is_installed())


SHELLS: Final = ("bash", "zsh", "fish")
_FILES: Final = ("FILE", "FOLDER", "OUT", "DIR", "PATH")
"""Parts of the names that arguments have which are files or folders."""


def add_completion(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=SHELLS, help="the shell to complete in")


def run_completion(arguments: argparse.Namespace) -> None:
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
