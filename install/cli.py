"""Set-up's command line: what happens, in order."""

from __future__ import annotations

import argparse

from install import files, lock, remove, say, trial
from install.computer import Computer
from install.identity import extension
from install.record import Record
from install.registry import this as this_registry
from install.steps import Setup
from install.trouble import DONE, INTERRUPTED, MEANINGS, Trouble


def main(arguments: list[str]) -> int:
    """Runs set-up; returns the exit code."""
    say.prepare()
    options = _parser().parse_args(arguments)
    try:
        _run(options, Computer.this())
    except Trouble as trouble:
        say.problem(str(trouble))
        return trouble.code
    except KeyboardInterrupt:
        say.problem("Interrupted; run set-up again to finish, or with --uninstall to remove what is there.")
        return INTERRUPTED
    return DONE


def _run(options: argparse.Namespace, computer: Computer) -> None:
    if options.uninstall:
        _uninstall(computer)
        return
    setup = _install(computer)
    if options.trial:
        trial.run(setup)


def _install(computer: Computer) -> Setup:
    new = files.missing_folders(computer.data / "anything")
    with lock.held(computer.data / "setup.lock"):
        record = Record.load(computer.data)
        record.folders_above(new)
        setup = Setup(computer, record, this_registry(), extension())
        setup.run()
    return setup


def _uninstall(computer: Computer) -> None:
    if not computer.data.is_dir():
        say.line(f"Nothing to remove: {computer.data} does not exist.")
        return
    with lock.held(computer.data / "setup.lock"):
        folders = remove.uninstall(computer, this_registry())
    remove.remove_folders(folders)
    if folders:
        say.line("Jingdu's host is gone. Remove the extension on the browser's page of extensions.")


def _parser() -> argparse.ArgumentParser:
    codes = "\n".join(f"  {code:>3}  {meaning}" for code, meaning in MEANINGS.items())
    parser = argparse.ArgumentParser(
        prog="python3 install/setup.py",
        description="Installs Jingdu's host for this user, tells the browsers, and proves that it works.",
        epilog=f"Running it twice is harmless. Exit codes:\n{codes}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    either = parser.add_mutually_exclusive_group()
    either.add_argument("--uninstall", action="store_true", help="remove exactly what set-up installed")
    either.add_argument(
        "--try",
        action="store_true",
        dest="trial",
        help="then open a browser with a fresh profile, the extension loaded and a page ready to click",
    )
    return parser
