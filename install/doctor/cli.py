"""The doctor's command line."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable

from install import say
from install.computer import Computer
from install.doctor.check import FAILED, PASSED, SKIPPED, WARNING, Check, failed
from install.doctor.examine import examine
from install.doctor.installation import Installation
from install.trouble import FAULTY, Trouble
from jingdu.i18n import gettext as _

_MARKS = {PASSED: "✓", FAILED: "✗", WARNING: "!", SKIPPED: "?"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options, for whichever command runs the doctor."""
    parser.add_argument("--fix", action="store_true", help="fix automatically what is safe to fix, then check again")
    parser.add_argument("--json", action="store_true", help="print the checks on stdout as JSON")
    parser.add_argument("--system", action="store_true", help="check the set-up for all users")


def perform(options: argparse.Namespace, *, here: bool = False) -> int:
    """Examines this computer; 0 where no check failed. ``here``: the host may be installed in this Python."""
    say.prepare(aside=options.json)
    fixed: list[str] = []
    try:
        installation = Installation.this(Computer.this(shared=options.system), here=here)
    except Trouble as trouble:
        checks = _shown([failed("extension", str(trouble))])
    except RuntimeError:  # of pathlib, where neither HOME nor the system names a home folder
        checks = _shown([failed("home", _("no home folder is known"), _("Set HOME to your home folder."))])
    else:
        checks = look(installation)
        while options.fix and (new := [name for name in fix(checks) if name not in fixed]):
            fixed += new  # what was hidden behind it may need to be fixed too
            checks = look(Installation.this(installation.computer, here=here))
        if options.fix and not fixed and any(check.state == FAILED for check in checks):
            say.line(_("Nothing can be fixed automatically."))
    if options.json:
        found = {"checks": [check.as_json() for check in checks], "fixed": fixed}
        print(json.dumps(found, ensure_ascii=False, indent=2))
    return FAULTY if any(check.state == FAILED for check in checks) else 0


def look(installation: Installation) -> list[Check]:
    """The checks, each shown as it is made."""
    return _shown(examine(installation))


def _shown(checks: Iterable[Check]) -> list[Check]:
    shown = []
    for check in checks:
        say.line(f"  {_MARKS[check.state]} {check.id}: {check.message}")
        if check.advice:
            say.note(check.advice)
        shown.append(check)
    say.line(f"\n{_summary(sum(check.state == FAILED for check in shown))}")
    return shown


def _summary(count: int) -> str:
    if not count:
        return _("Everything is in order.")
    return _("One check failed.") if count == 1 else _("{count} checks failed.", count=count)


def fix(checks: list[Check]) -> list[str]:
    """Repairs what can safely be; the ids of those checks. What fails is said, and the rest goes on."""
    done = []
    for check in checks:
        if check.state == FAILED and check.repair:
            try:
                check.repair()
            except Trouble as trouble:
                say.note(str(trouble))
            else:
                say.step(_("fixed"), check.id)
                done.append(check.id)
    return done
