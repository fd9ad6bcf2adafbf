"""jingdu setup, doctor and completion."""

import argparse
from typing import Final

from jingdu.packaged import add_installer_to_path, is_installed


def add_setup(parser: argparse.ArgumentParser) -> None:
    add_installer_to_path()
    from install import cli

    cli.add_arguments(parser)
    parser.epilog = cli.exit_codes()


def run_setup(arguments: argparse.Namespace) -> int:
    """Runs set-up, in an installed package with this environment as the host's."""
    from install.cli import perform

    return perform(arguments, here=is_installed())


def add_doctor(parser: argparse.ArgumentParser) -> None:
    add_installer_to_path()
    from install import cli
    from install.doctor.examine import add_arguments

    add_arguments(parser)
    parser.epilog = cli.exit_codes()


def run_doctor(arguments: argparse.Namespace) -> int:
    """Prints the results of all checks; returns 8 if one failed."""
    from install.doctor.examine import perform

    return perform(arguments, here=is_installed())


SHELLS: Final = ("bash", "zsh", "fish")
_FILES: Final = ("FILE", "FOLDER", "OUT", "DIR", "PATH")
"""Parts of metavars of arguments that are files or folders."""


def add_completion(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=SHELLS, help="the shell to complete in")


def run_completion(arguments: argparse.Namespace) -> None:
    import shtab

    from jingdu.cli.dispatch import parser
    from jingdu.cli.table import COMMANDS

    full = parser(list(COMMANDS))
    _complete_files(full)
    print(shtab.complete(full, shell=arguments.shell))


def _complete_files(parser: argparse.ArgumentParser) -> None:
    """Marks the arguments of all commands that are files for completion."""
    import shtab

    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                _complete_files(command)
        elif isinstance(action.metavar, str) and any(word in action.metavar for word in _FILES):
            action.complete = shtab.FILE  # type: ignore[attr-defined]
