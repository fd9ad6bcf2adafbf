"""Set-up's command line: what happens, in order."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any, Final

from install import console, environment, files, trial
from install.computer import Computer
from install.doctor import cli as doctor
from install.errors import DONE, INTERRUPTED, MEANINGS, SetupError
from install.extension import check_id, extension
from install.installation import Installation
from install.pip import untested_versions
from install.prove import PAGES
from install.register import Registry
from install.steps import Setup
from install.uninstall import uninstall
from jingdu.cli.parser import Parser
from jingdu.i18n import gettext as _

_EITHER: Final = {
    "--uninstall": "remove exactly what set-up installed",
    "--try": "then open a browser with a new profile, the extension loaded and a page ready to click",
    "--doctor": "check everything, and say how to fix what failed",
    "--dry-run": "list every path that would be written; write nothing",
}
_FLAGS: Final = {
    "--system": "for all users of this computer (as root or administrator)",
    "--library": "with --uninstall: the saved articles too; asks again",
    "--yes": "answer yes where set-up would ask",
    "--update": "rebuild the companion app's environment; the library stays",
    "--fix": "with --doctor: fix automatically what is safe to fix",
    "--json": "print what was done as JSON on stdout, in English",
}
_LISTS: Final = {
    "--browser": ("NAME", "register with this browser, found or not, and no other (repeatable)"),
    "--extension-id": (
        "ID",
        "also allow the extension under this id, assigned by a store (repeatable); later set-ups keep it",
    ),
}


def main(arguments: list[str]) -> int:
    console.prepare()
    try:
        options = parser().parse_args(arguments)
    except BrokenPipeError:  # --help into a closed pipe; Python 3.11.2's argparse lets it through
        return DONE
    finally:
        console.flush()
    return perform(options)


def perform(options: argparse.Namespace, *, here: bool = False) -> int:
    """Does what the options say; returns the exit code. ``here``: the host is installed in this Python."""
    if options.doctor:
        return doctor.perform(options, here=here)
    console.prepare(to_stderr=options.json)
    try:
        done = _run(options, here)
    except SetupError as error:
        return _fail(str(error), error.code, options)
    except KeyboardInterrupt:
        message = "Interrupted; run set-up again to finish, or with --uninstall to remove what is there."
        return _fail(_(message), INTERRUPTED, options)
    if options.json:
        console.data({"ok": True, **done})
    return DONE


def _fail(sentence: str, code: int, options: argparse.Namespace) -> int:
    console.problem(sentence)
    if options.json:
        console.data({"ok": False, "code": code, "message": sentence})
    return code


def _run(options: argparse.Namespace, here: bool) -> dict[str, Any]:
    computer = Computer.this(shared=options.system)
    for name in options.extension_id:
        check_id(name)
    if options.uninstall:
        registry = Registry(shared=computer.shared)
        python = Installation(computer, registry, extension(), "").python
        return {"removed": uninstall(computer, registry, python, library=options.library, agreed=options.yes)}
    if options.fetch:
        return {"fetched": environment.fetch(options.fetch, computer)}
    if options.dry_run:
        return Setup(computer, options, here=here).plan()
    setup = _install(computer, options, here)
    if getattr(options, "try"):
        trial.run(setup)
    return _summary(setup)


def _install(computer: Computer, options: argparse.Namespace, here: bool) -> Setup:
    new = files.missing_folders(computer.data / "anything")
    with files.locked(computer.data / "setup.lock"):
        setup = Setup(computer, options, here=here)
        setup.record.folders_above(new)
        setup.install()
    return setup


def _summary(setup: Setup) -> dict[str, Any]:
    untested = untested_versions() if setup.here else {}
    return {
        "version": setup.extension.version,
        "python": str(setup.python),
        "launcher": str(setup.start),
        "extension": str(setup.extension.folder),
        "extension_ids": setup.record.extension_ids,
        "browsers": [item.browser.name for item in setup.found],
        "manifests": [str(item.manifest) for item in setup.registrations],
        "warnings": setup.warnings,
        "untested_versions": {name: {"installed": one, "tested": other} for name, (one, other) in untested.items()},
        "read": [page.title for page in PAGES],
    }


def parser() -> argparse.ArgumentParser:
    made = Parser(
        prog=f"{'py' if sys.platform == 'win32' else 'python3'} install/setup.py",
        description="Installs Jingdu's companion app for this user, registers it with the browsers, and checks that it "
        "works. It can be repeated without harm.",
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
    for group, flags in ((either, _EITHER), (parser, _FLAGS)):
        for name, text in flags.items():
            group.add_argument(name, action="store_true", help=text)
    for name, (metavar, text) in _LISTS.items():
        parser.add_argument(name, action="append", default=[], metavar=metavar, help=text)
    either.add_argument("--fetch", type=Path, metavar="DIR", help="fill DIR for --wheels; install nothing")
    text = "install without a network from what --fetch put there"
    parser.add_argument("--wheels", type=Path, metavar="DIR", help=text)
