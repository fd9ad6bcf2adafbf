"""``jingdu setup``: registers the host with the browsers, from the package that pipx, uv or pip installed."""

from __future__ import annotations

import argparse

from jingdu.packaged import bring_installer, is_installed


def add_arguments(parser: argparse.ArgumentParser) -> None:
    bring_installer()
    from install import cli

    cli.add_arguments(parser)
    parser.epilog = cli.exit_codes()


def run(arguments: argparse.Namespace) -> int:
    """Runs set-up with this Python as the host's; in a checkout, as install/setup.py does."""
    from install.cli import perform

    return perform(arguments, here=is_installed())
