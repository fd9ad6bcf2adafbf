"""``jingdu doctor``: each link from the browser to the article, and what to do about a broken one."""

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
    """Tells what was found; 8 where a link is broken."""
    from install.doctor.cli import perform

    return perform(arguments, here=is_installed())
