"""Set-up's command line: what happens, in order."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from install import fetching, files, library, lock, plan, remove, say, trial
from install.computer import Computer
from install.doctor import cli as doctor
from install.doctor.installation import Installation
from install.identity import extension
from install.record import Record
from install.registry import this as this_registry
from install.steps import Setup, Wishes
from install.trouble import DONE, INTERRUPTED, MEANINGS, Trouble


def main(arguments: list[str]) -> int:
    """Runs set-up; returns the exit code."""
    options = _parser().parse_args(arguments)
    return perform(options)


def perform(options: argparse.Namespace, *, here: bool = False) -> int:
    """Does what the options say; returns the exit code. ``here``: the host is installed in this Python."""
    if options.doctor:
        return doctor.perform(options, here=here)
    say.prepare(aside=options.json)
    try:
        told = _run(options, here)
    except Trouble as trouble:
        return _fail(str(trouble), trouble.code, options)
    except KeyboardInterrupt:
        sentence = "Interrupted; run set-up again to finish, or with --uninstall to remove what is there."
        return _fail(sentence, INTERRUPTED, options)
    if options.json:
        print(json.dumps({"ok": True, **told}, ensure_ascii=False, indent=2))
    return DONE


def _fail(sentence: str, code: int, options: argparse.Namespace) -> int:
    say.problem(sentence)
    if options.json:
        print(json.dumps({"ok": False, "code": code, "message": sentence}, ensure_ascii=False, indent=2))
    return code


def _run(options: argparse.Namespace, here: bool) -> dict[str, Any]:
    computer = Computer.this(shared=options.system)
    wishes = Wishes(options.browser, options.wheels, options.update, here)
    if options.uninstall:
        return {"removed": _uninstall(computer, options)}
    if options.fetch:
        return {"fetched": fetching.fetch(options.fetch, computer)}
    if options.dry_run:
        return _plan(computer, wishes)
    setup = _install(computer, wishes)
    if options.trial:
        trial.run(setup)
    return _told(setup)


def _plan(computer: Computer, wishes: Wishes) -> dict[str, Any]:
    registry = this_registry(shared=computer.shared)
    planned = plan.plan(Setup(computer, Record.load(computer.data), registry, extension(), wishes))
    plan.tell(planned)
    return planned


def _install(computer: Computer, wishes: Wishes) -> Setup:
    new = files.missing_folders(computer.data / "anything")
    with lock.held(computer.data / "setup.lock"):
        record = Record.load(computer.data)
        record.folders_above(new)
        setup = Setup(computer, record, this_registry(shared=computer.shared), extension(), wishes)
        setup.run()
    return setup


def _told(setup: Setup) -> dict[str, Any]:
    """What was done, for programs."""
    return {
        "version": setup.extension.version,
        "python": str(setup.python),
        "launcher": str(setup.start),
        "extension": str(setup.extension.folder),
        "browsers": [item.browser.name for item in setup.found],
        "manifests": [str(item.manifest) for item in setup.registrations],
        "warnings": setup.warnings,
        "read": [reading.title for reading in setup.readings],
    }


def _uninstall(computer: Computer, options: argparse.Namespace) -> list[str]:
    if not computer.data.is_dir():
        say.line(f"Nothing to remove: {computer.data} does not exist.")
        return []
    python = Installation(computer, this_registry(), extension(), "").python
    kept = library.found(python)
    with lock.held(computer.data / "setup.lock"):
        if options.library:
            library.remove(python, agreed=options.yes)
        removed, folders = remove.uninstall(computer, this_registry(shared=computer.shared))
    remove.remove_folders(folders)
    if folders:
        say.line("Jingdu's host is gone. Remove the extension on the browser's page of extensions.")
        if kept and kept[1] and not options.library:
            say.line(f"Your library stays: {kept[1]} articles in {kept[0]}")
    return removed


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python3 install/setup.py",
        description="Installs Jingdu's host for this user, tells the browsers, and proves that it works.",
        epilog=f"Running it twice is harmless. {exit_codes()}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_arguments(parser)
    return parser


def exit_codes() -> str:
    """The exit codes and what they mean, for a parser's epilog."""
    return "Exit codes:\n" + "\n".join(f"  {code:>3}  {meaning}" for code, meaning in MEANINGS.items())


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Set-up's options, for whichever command runs it."""
    either = parser.add_mutually_exclusive_group()
    either.add_argument("--uninstall", action="store_true", help="remove exactly what set-up installed")
    either.add_argument(
        "--try",
        action="store_true",
        dest="trial",
        help="then open a browser with a fresh profile, the extension loaded and a page ready to click",
    )
    either.add_argument("--doctor", action="store_true", help="look for what is wrong and tell what to do about it")
    either.add_argument("--fetch", type=Path, metavar="DIR", help="fill DIR for --wheels; install nothing")
    either.add_argument("--dry-run", action="store_true", help="tell what would be written, and write nothing")
    parser.add_argument("--system", action="store_true", help="for all users of this computer (as root, or elevated)")
    parser.add_argument(
        "--browser",
        action="append",
        default=[],
        metavar="NAME",
        help="tell this browser, whether it is found or not, and no other (repeatable)",
    )
    parser.add_argument("--library", action="store_true", help="with --uninstall: the saved articles too; asks again")
    parser.add_argument("--yes", action="store_true", help="answer yes where set-up would ask")
    parser.add_argument("--update", action="store_true", help="make the host's environment anew; the library stays")
    parser.add_argument(
        "--wheels", type=Path, metavar="DIR", help="install without a network from what --fetch put there"
    )
    parser.add_argument("--fix", action="store_true", help="with --doctor: mend what can be mended safely")
    parser.add_argument("--json", action="store_true", help="tell on stdout, as JSON, what was done")
