"""All checks, in the order in which a click runs through what they look at; causes before what follows from them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Final, NamedTuple

from install.browsers import CHROMIUM, FIREFOX
from install.computer import Computer
from install.doctor import extension, started, system
from install.errors import SetupError
from install.installation import Installation, setup_command
from install.prove import greeted, prove
from install.record import FILE_NAME
from install.register import Registration, own_manifest
from jingdu.checks import FAILED, SKIPPED, Check, failed, passed, skipped, warning
from jingdu.i18n import gettext as _

_SLOW: Final = 3.0
"""Seconds to the first answer from which a click feels broken."""


class Step(NamedTuple):
    """A function that makes the checks ``needs`` names (or others), once those that each of them needs have passed."""

    run: Callable[[Installation], Iterable[Check]]
    needs: dict[str, tuple[str, ...]]


def round_trip(installation: Installation) -> Iterator[Check]:
    """Starts the host as each family of browsers does, by our own copies of the manifests.

    Times the first answer of one, has the other read two pages.
    """
    begun = time.monotonic()
    try:
        chromium, firefox = (
            Registration(family, own_manifest(installation.computer, family)) for family in (CHROMIUM, FIREFOX)
        )
        with greeted(chromium, installation.extension, installation.computer.env):
            seconds = time.monotonic() - begun
        prove(firefox, installation.extension, installation.computer.env)
    except SetupError as error:
        message = str(error).partition(": run set-up")[0].removesuffix(".")
        yield failed("round trip", message, command=f"{installation.setup} --update")
        return
    if seconds > _SLOW:
        advice = _("Check whether a virus scanner slows down each start of Python.")
        yield warning("round trip", _("the first answer took {seconds} s", seconds=f"{seconds:.1f}"), advice)
        return
    yield passed("round trip", _("read two pages; the first answer took {ms} ms", ms=f"{1000 * seconds:.0f}"))


STEPS: Final = (
    Step(system.limits, {"limits": ()}),
    Step(system.variables, {"variables": ()}),
    Step(system.data, {"data": ()}),
    Step(started.set_up, {"setup": ("data",)}),
    Step(started.record, {"record": ("setup", "data")}),
    Step(started.started, {"launcher": ("setup", "data")}),
    Step(started.interpreter, {"interpreter": ("launcher", "limits")}),
    Step(
        started.environment,
        {
            "packages": ("interpreter",),
            "version": ("packages",),
            "reading": ("packages",),
            "log": ("packages",),
            "settings": ("packages", "data"),
            "locks": ("packages", "data", "settings"),
            "library": ("packages", "data", "settings", "locks"),
            "index": ("packages", "data", "settings", "locks", "library"),
        },
    ),
    Step(extension.whole, {"extension": ("setup",)}),
    Step(extension.registered, {"browsers": ("setup", "data")}),
    Step(extension.in_sandboxes, {"sandbox": ()}),
)
ROUND_TRIP: Final = Step(round_trip, {"round trip": ("launcher", "interpreter", "packages", "reading")})


def examine(installation: Installation, steps: Iterable[Step] = (*STEPS, ROUND_TRIP)) -> Iterator[Check]:
    """The checks, each as soon as it is made; those that mean nothing because of a failed one are skipped."""
    causes: dict[str, str] = {}
    for step in steps:
        first = next(iter(step.needs.values()))
        made = [skipped(name, "") for name in step.needs] if _cause(first, causes) else step.run(installation)
        for check in made:
            cause = _cause(step.needs.get(check.id, first), causes)
            check = skipped(check.id, cause) if cause else check  # noqa: PLW2901
            if check.state in (FAILED, SKIPPED):
                causes.setdefault(check.id, cause or check.id)
            yield check


def _cause(needs: Iterable[str], causes: dict[str, str]) -> str:
    """The failed check behind the first of these that did not pass; empty where all did."""
    return next((causes[need] for need in needs if need in causes), "")


def examine_running(*, fix: bool) -> tuple[list[Check], str]:
    """For a host that is running, so without the round trip: the checks, after repairs, and the command to set up."""
    try:
        installation = _user_or_shared()
    except SetupError as error:
        return [failed("extension", str(error))], setup_command()
    checks = list(examine(installation, STEPS))
    repairs = [check.repair for check in checks if fix and check.state == FAILED and check.repair]
    for repair in repairs:
        with suppress(SetupError):  # what could not be repaired is found again below
            repair()
    if repairs:
        installation = _user_or_shared()
        checks = list(examine(installation, STEPS))
    return checks, installation.setup


def _user_or_shared() -> Installation:
    """The user's own set-up where there is one, else that for all users; raises `SetupError`."""
    own, shared = Computer.this(), Computer.this(shared=True)
    has_shared = (shared.data / FILE_NAME).exists() and not (own.data / FILE_NAME).exists()
    return Installation.this(shared if has_shared else own)
