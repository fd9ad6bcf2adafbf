"""``jingdu setup`` and ``jingdu doctor``: the installer that the package carries, or that of the checkout."""

from __future__ import annotations

import argparse

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
