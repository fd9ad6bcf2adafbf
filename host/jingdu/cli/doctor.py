"""``jingdu doctor``: checks everything from the browser to the library, and says what to do about what failed."""

from __future__ import annotations

import argparse

from jingdu.packaged import bring_installer, is_installed


def add_arguments(parser: argparse.ArgumentParser) -> None:
    bring_installer()
    from install import cli as setup
    from install.doctor import cli

    cli.add_arguments(parser)
    parser.epilog = setup.exit_codes()


def run(arguments: argparse.Namespace) -> int:
    """Prints what was found; 8 where a check failed."""
    from install.doctor.cli import perform

    return perform(arguments, here=is_installed())
