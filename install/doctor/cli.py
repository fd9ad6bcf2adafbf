"""The doctor's command line."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import Final

from install import console
from install.computer import Computer
from install.doctor.examine import examine
from install.errors import DONE, FAULTY, SetupError
from install.installation import Installation
from jingdu.checks import FAILED, PASSED, SKIPPED, WARNING, Check, failed
from jingdu.i18n import gettext as _

_SIGNS: Final = {PASSED: "✓", FAILED: "✗", WARNING: "!", SKIPPED: "?"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options, for whichever command runs the doctor."""
    parser.add_argument("--fix", action="store_true", help="fix automatically what is safe to fix, then check again")
    parser.add_argument("--json", action="store_true", help="print the checks on stdout as JSON")
    parser.add_argument("--system", action="store_true", help="check the set-up for all users")


def perform(options: argparse.Namespace, *, here: bool = False) -> int:
    """Examines this computer; 0 where no check failed. ``here``: the host may be installed in this Python."""
    console.prepare(to_stderr=options.json)
    fixed: list[str] = []
    try:
        computer = Computer.this(shared=options.system)
        checks = _show(examine(Installation.this(computer, here=here)))
        while options.fix and (new := [name for name in _fix(checks) if name not in fixed]):
            fixed += new  # what was hidden behind it may need to be fixed too
            checks = _show(examine(Installation.this(computer, here=here)))
    except SetupError as error:
        checks = _show([failed("extension", str(error))])
    except RuntimeError:  # of pathlib, where neither HOME nor the system names a home folder
        checks = _show([failed("home", _("no home folder is known"), _("Set HOME to your home folder."))])
    is_faulty = any(check.state == FAILED for check in checks)
    if options.fix and not fixed and is_faulty:
        console.line(_("Nothing can be fixed automatically."))
    if options.json:
        console.data({"checks": [check.as_json() for check in checks], "fixed": fixed})
    return FAULTY if is_faulty else DONE


def _show(checks: Iterable[Check]) -> list[Check]:
    """The checks, each shown as it is made."""
    shown = []
    for check in checks:
        console.line(f"  {_SIGNS[check.state]} {check.id}: {check.message}")
        if check.advice:
            console.note(check.advice)
        shown.append(check)
    count = sum(check.state == FAILED for check in shown)
    summary = _("Everything is in order.") if not count else _("One check failed.")
    console.line("\n" + (summary if count < 2 else _("{count} checks failed.", count=count)))
    return shown


def _fix(checks: list[Check]) -> list[str]:
    """Repairs what is safe to repair; returns the ids of those checks. What fails is reported."""
    done = []
    for check in checks:
        if check.state == FAILED and check.repair:
            try:
                check.repair()
            except SetupError as error:
                console.note(str(error))
            else:
                console.step(_("fixed"), check.id)
                done.append(check.id)
    return done
