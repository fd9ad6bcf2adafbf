"""Set-up's command line: what happens, in order."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from install import fetching, files, library, lock, plan, remove, say, trial, versions
from install.computer import Computer
from install.doctor import cli as doctor
from install.doctor.installation import Installation
from install.identity import checked_id, extension
from install.record import Record
from install.registry import this as this_registry
from install.steps import Options, Setup
from install.trouble import DONE, INTERRUPTED, MEANINGS, Trouble
from jingdu.cli.parser import Parser
from jingdu.i18n import gettext as _
from jingdu.i18n import ngettext


def main(arguments: list[str]) -> int:
    """Runs set-up; returns the exit code."""
    say.prepare()
    try:
        options = parser().parse_args(arguments)
    finally:
        say.flush()
    return perform(options)


def perform(options: argparse.Namespace, *, here: bool = False) -> int:
    """Does what the options say; returns the exit code. ``here``: the host is installed in this Python."""
    if options.doctor:
        return doctor.perform(options, here=here)
    say.prepare(aside=options.json)
    try:
        done = _run(options, here)
    except Trouble as trouble:
        return _fail(str(trouble), trouble.code, options)
    except KeyboardInterrupt:
        sentence = _("Interrupted; run set-up again to finish, or with --uninstall to remove what is there.")
        return _fail(sentence, INTERRUPTED, options)
    if options.json:
        say.data({"ok": True, **done})
    return DONE


def _fail(sentence: str, code: int, options: argparse.Namespace) -> int:
    say.problem(sentence)
    if options.json:
        say.data({"ok": False, "code": code, "message": sentence})
    return code


def _run(options: argparse.Namespace, here: bool) -> dict[str, Any]:
    computer = Computer.this(shared=options.system)
    ids = [checked_id(name) for name in options.extension_id]
    chosen = Options(options.browser, options.wheels, options.update, here, ids)
    if options.uninstall:
        return {"removed": _uninstall(computer, options)}
    if options.fetch:
        return {"fetched": fetching.fetch(options.fetch, computer)}
    if options.dry_run:
        return _plan(computer, chosen)
    setup = _install(computer, chosen)
    if options.trial:
        trial.run(setup)
    return _summary(setup)


def _plan(computer: Computer, options: Options) -> dict[str, Any]:
    registry = this_registry(shared=computer.shared)
    planned = plan.plan(Setup(computer, Record.load(computer.data), registry, extension(), options))
    plan.show(planned)
    return planned


def _install(computer: Computer, options: Options) -> Setup:
    new = files.missing_folders(computer.data / "anything")
    with lock.held(computer.data / "setup.lock"):
        record = Record.load(computer.data)
        record.folders_above(new)
        setup = Setup(computer, record, this_registry(shared=computer.shared), extension(), options)
        setup.run()
    return setup


def _summary(setup: Setup) -> dict[str, Any]:
    """What was done, for programs."""
    differing = versions.differing() if setup.options.here else {}
    return {
        "version": setup.extension.version,
        "python": str(setup.python),
        "launcher": str(setup.start),
        "extension": str(setup.extension.folder),
        "extension_ids": setup.record.extension_ids,
        "browsers": [item.browser.name for item in setup.found],
        "manifests": [str(item.manifest) for item in setup.registrations],
        "warnings": setup.warnings,
        "untested_versions": {name: {"installed": one, "tested": other} for name, (one, other) in differing.items()},
        "read": [reading.title for reading in setup.readings],
    }


def _uninstall(computer: Computer, options: argparse.Namespace) -> list[str]:
    if not computer.data.is_dir():
        say.line(_("Nothing to remove: {path} does not exist.", path=computer.data))
        return []
    python = Installation(computer, this_registry(), extension(), "").python
    kept = library.found(python)
    with lock.held(computer.data / "setup.lock"):
        if options.library:
            library.remove(python, agreed=options.yes)
        is_empty = options.library or bool(kept and not kept[1])
        library.remove_settings(computer.data, is_empty=is_empty, highlights=options.library)
        removed, folders = remove.uninstall(computer, this_registry(shared=computer.shared))
    remove.remove_folders(folders)
    if folders:
        say.line(_("Jingdu's host is removed. Remove the extension on the browser's page of extensions."))
        if kept and kept[1] and not options.library:
            one, many = "Your library stays: {n} article in {folder}", "Your library stays: {n} articles in {folder}"
            say.line(ngettext(one, many, kept[1], folder=kept[0]))
    return removed


def parser() -> argparse.ArgumentParser:
    """The parser of install/setup.py."""
    python = "py" if sys.platform == "win32" else "python3"
    made = Parser(
        prog=f"{python} install/setup.py",
        description="Installs Jingdu's host for this user, registers it with the browsers, and proves that it works. "
        "Running it twice is harmless.",
        epilog=exit_codes(),
    )
    add_arguments(made)
    return made


def exit_codes() -> str:
    """The exit codes and what they mean, for a parser's epilog."""
    return _("exit codes:") + "".join(f"\n  {code:<4} {_(meaning)}" for code, meaning in MEANINGS.items())


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
    either.add_argument("--doctor", action="store_true", help="look for what is wrong and say how to fix it")
    either.add_argument("--fetch", type=Path, metavar="DIR", help="fill DIR for --wheels; install nothing")
    either.add_argument("--dry-run", action="store_true", help="list every path that would be written; write nothing")
    parser.add_argument("--system", action="store_true", help="for all users of this computer (as root, or elevated)")
    parser.add_argument(
        "--browser",
        action="append",
        default=[],
        metavar="NAME",
        help="register with this browser, found or not, and no other (repeatable)",
    )
    parser.add_argument(
        "--extension-id",
        action="append",
        default=[],
        metavar="ID",
        help="allow the extension under this id too, as a store assigned it (repeatable); later set-ups repeat it",
    )
    parser.add_argument("--library", action="store_true", help="with --uninstall: the saved articles too; asks again")
    parser.add_argument("--yes", action="store_true", help="answer yes where set-up would ask")
    parser.add_argument("--update", action="store_true", help="make the host's environment anew; the library stays")
    parser.add_argument(
        "--wheels", type=Path, metavar="DIR", help="install without a network from what --fetch put there"
    )
    parser.add_argument("--fix", action="store_true", help="with --doctor: fix what can be fixed safely")
    parser.add_argument("--json", action="store_true", help="print what was done as JSON on stdout, in English")
