"""The doctor's checks, in the order of the parts that a click on the button involves."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Final, NamedTuple

from install import console
from install.computer import Computer
from install.console import DONE, FAULTY, SetupError, map_os_errors
from install.doctor import extension, system
from install.files import RECORD
from install.installation import Installation, setup_command
from install.verify import verify
from jingdu.checks import FAILED, PASSED, SKIPPED, WARNING, Check, failed, passed, skipped, warning
from jingdu.i18n import gettext as _

_SLOW: Final = 3.0
"""Seconds to the first answer above which the start is reported as slow."""
_SIGNS: Final = {PASSED: "✓", FAILED: "✗", WARNING: "!", SKIPPED: "?"}


class Step(NamedTuple):
    """A function that makes checks; ``needs`` maps the id of each to the ids of checks that have to pass before."""

    run: Callable[[Installation], Iterable[Check]]
    needs: dict[str, tuple[str, ...]]


def round_trip(installation: Installation) -> Iterator[Check]:
    """Starts the host as each browser family does, by our copies of the manifests, and has it read two pages."""
    extension, env = installation.extension, installation.computer.env
    try:
        seconds, _again = [verify(one, extension, env) for one in installation.own_registrations()]
    except SetupError as error:
        message = str(error).partition(": run set-up")[0].removesuffix(".")
        yield failed("round trip", message, command=f"{installation.setup_command} --update")
        return
    if seconds > _SLOW:
        advice = _("Check whether a virus scanner slows down each start of Python.")
        yield warning("round trip", _("the first answer took {seconds} s", seconds=f"{seconds:.1f}"), advice)
        return
    yield passed("round trip", _("read two pages; the first answer took {ms} ms", ms=f"{1000 * seconds:.0f}"))


_OF_ENVIRONMENT: Final = {
    "packages": ("interpreter",),
    **dict.fromkeys(("version", "reading", "log"), ("packages",)),
    "settings": ("packages", "data"),
    "locks": ("packages", "data", "settings"),
    "library": ("packages", "data", "settings", "locks"),
    "index": ("packages", "data", "settings", "locks", "library"),
}
STEPS: Final = (
    Step(system.limits, {"limits": ()}),
    Step(system.variables, {"variables": ()}),
    Step(system.data, {"data": ()}),
    Step(system.set_up, {"setup": ("data",)}),
    Step(system.record, {"record": ("setup", "data")}),
    Step(system.launcher, {"launcher": ("setup", "data")}),
    Step(system.interpreter, {"interpreter": ("launcher", "limits")}),
    Step(system.environment, _OF_ENVIRONMENT),
    Step(extension.loaded_folder, {"extension": ("setup",)}),
    Step(extension.registered, {"browsers": ("setup", "data")}),
    Step(extension.in_sandboxes, {"sandbox": ()}),
)
ROUND_TRIP: Final = Step(round_trip, {"round trip": ("launcher", "interpreter", "packages", "reading")})


def examine(installation: Installation, steps: Iterable[Step] = (*STEPS, ROUND_TRIP)) -> Iterator[Check]:
    """Yields each check as it is made; checks that depend on a failed one are skipped."""
    causes: dict[str, str] = {}

    def cause_of(needs: Iterable[str]) -> str:
        """The id of the failed check that prevented one of ``needs`` from passing; empty if all passed."""
        return next((causes[need] for need in needs if need in causes), "")

    for step in steps:
        first = next(iter(step.needs.values()))
        made = [skipped(name, "") for name in step.needs] if cause_of(first) else step.run(installation)
        for check in made:
            cause = cause_of(step.needs.get(check.id, first))
            check = skipped(check.id, cause) if cause else check  # noqa: PLW2901
            if check.state in (FAILED, SKIPPED):
                causes.setdefault(check.id, cause or check.id)
            yield check


def examine_running(*, fix: bool) -> tuple[list[Check], str]:
    """Examines from a running host, without a round trip; returns checks (after repairs) and the set-up command."""
    try:
        installation = _user_or_shared()
    except SetupError as error:
        return [failed("extension", str(error))], setup_command()
    checks = list(examine(installation, STEPS))
    repairs = [check.repair for check in checks if fix and check.state == FAILED and check.repair]
    for repair in repairs:
        with suppress(SetupError, OSError):  # checked again below
            repair()
    if repairs:
        installation = _user_or_shared()
        checks = list(examine(installation, STEPS))
    return checks, installation.setup_command


def _user_or_shared() -> Installation:
    """The user's installation if there is one, else the installation for all users."""
    own, shared = Computer.this(), Computer.this(shared=True)
    has_shared = (shared.data / RECORD).exists() and not (own.data / RECORD).exists()
    return Installation.this(shared if has_shared else own)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--fix", action="store_true", help="fix automatically what is safe to fix, then check again")
    parser.add_argument("--json", action="store_true", help="print the checks on stdout as JSON")
    parser.add_argument("--system", action="store_true", help="check the set-up for all users")


def perform(options: argparse.Namespace, *, here: bool = False) -> int:
    """Examines this computer; returns an exit code. With ``here``, the host may be installed in this Python."""
    console.prepare(to_stderr=options.json)
    fixed: list[str] = []
    try:
        computer = Computer.this(shared=options.system)
        installation = Installation.this(computer, here=here)
        checks = show(examine(installation), "" if options.fix else f"{installation.setup_command} --doctor --fix")
        while options.fix and (new := [name for name in _fix(checks) if name not in fixed]):
            fixed += new  # then skipped checks may fail
            checks = show(examine(Installation.this(computer, here=here)))
    except SetupError as error:
        checks = show([failed("extension", str(error))])
    except RuntimeError:  # by pathlib, if there is no home folder
        checks = show([failed("home", _("no home folder is known"), _("Set HOME to your home folder."))])
    is_faulty = any(check.state == FAILED for check in checks)
    if options.fix and not fixed and is_faulty:
        console.line(_("Nothing can be fixed automatically."))
    if options.json:
        console.print_json({"checks": [check.as_json() for check in checks], "fixed": fixed})
    return FAULTY if is_faulty else DONE


def show(checks: Iterable[Check], fix: str = "") -> list[Check]:
    """Prints checks as they are made, skipped ones last, and returns them; ``fix`` is the command for repairs."""
    shown = []
    for check in checks:
        if check.state != SKIPPED:
            console.line(f"  {_SIGNS[check.state]} {check.id}: {check.message}")
        if check.fix:
            console.note(check.fix)
        if command := check.command or (fix if check.repair else ""):
            console.step("", _("Run: {command}", command=command))  # in one line, to be copied
        shown.append(check)
    for message in dict.fromkeys(check.message for check in shown if check.state == SKIPPED):
        console.line(f"  {_SIGNS[SKIPPED]} {message}")
        console.note(", ".join(check.id for check in shown if check.message == message))
    count = sum(check.state == FAILED for check in shown)
    summary = _("Everything is in order.") if not count else _("One check failed.")
    console.line("\n" + (summary if count < 2 else _("{count} checks failed.", count=count)))
    return shown


def _fix(checks: list[Check]) -> list[str]:
    """Runs the automatic fixes of failed checks; returns the ids of the fixed checks."""
    done = []
    for check in checks:
        if check.state == FAILED and check.repair:
            try:
                with map_os_errors("change"):
                    check.repair()
            except SetupError as error:
                console.note(str(error))
            else:
                console.step(_("fixed"), check.id)
                done.append(check.id)
    return done
