"""All checks, in the order in which a click runs through what they look at; causes before what follows from them."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from install import manifests
from install.doctor import browsers, extension, inside, started, system
from install.doctor.check import FAILED, SKIPPED, Check, failed, passed, skipped, warning
from install.doctor.installation import Installation
from install.prove import hello, prove
from install.register import Registration, own_manifest
from install.table import CHROMIUM, FIREFOX
from install.trouble import PROOF, Trouble
from jingdu.i18n import gettext as _

_SLOW: Final = 3.0
"""Seconds to the first answer from which a click feels broken."""


class Step(NamedTuple):
    """A function that makes the checks named ``ids`` (or others), once those that it ``needs`` have passed."""

    ids: tuple[str, ...]
    run: Callable[[Installation], Iterable[Check]]
    needs: tuple[str, ...] = ()


_INSIDE: Final = {
    "packages": ("interpreter",),
    "version": ("packages",),
    "reading": ("packages",),
    "log": ("packages",),
    "settings": ("packages", "data"),
    "locks": ("packages", "data", "settings"),
    "library": ("packages", "data", "settings", "locks"),
    "index": ("packages", "data", "settings", "locks", "library"),
}
"""What is asked of the host's environment, and what has to be in order for the answer to mean something."""


def round_trip(installation: Installation) -> Iterator[Check]:
    """Starts the host as each family of browsers does: times the first answer of one, has the other read two pages."""
    begun = time.monotonic()
    try:
        registrations = list(_registrations(installation))
        hello(registrations[0], installation.extension, installation.computer.env)
        first = time.monotonic() - begun
        prove(registrations[-1], installation.extension, installation.computer.env)
    except Trouble as trouble:
        message = str(trouble).partition(": run set-up")[0].removesuffix(".")
        yield failed("round trip", message, command=f"{installation.setup} --update")
        return
    if first > _SLOW:
        advice = _("Look for a virus scanner that checks each start of Python.")
        yield warning("round trip", _("the first answer took {seconds} s", seconds=f"{first:.1f}"), advice)
        return
    milliseconds = f"{1000 * first:.0f}"
    yield passed("round trip", _("read two pages; the first answer took {ms} ms", ms=milliseconds))


STEPS: Final = (
    Step(("limits",), system.limits),
    Step(("variables",), system.variables),
    Step(("data",), system.data),
    Step(("setup",), started.set_up, ("data",)),
    Step(("record",), started.record, ("setup", "data")),
    Step(("launcher",), started.started, ("setup", "data")),
    Step(("interpreter",), started.interpreter, ("launcher", "limits")),
    Step(tuple(_INSIDE), inside.environment, ("interpreter",)),
    Step(("extension",), extension.whole, ("setup",)),
    Step(("browsers",), browsers.registered, ("setup", "data")),
    Step(("sandbox",), browsers.sandboxed),
)
ROUND_TRIP: Final = Step(("round trip",), round_trip, ("launcher", "interpreter", "packages", "reading"))


def examine(installation: Installation, steps: Iterable[Step] = (*STEPS, ROUND_TRIP)) -> Iterator[Check]:
    """The checks, each as soon as it is made."""
    causes: dict[str, str] = {}
    for step in steps:
        cause = _cause(step.needs, causes)
        found = [skipped(name, cause) for name in step.ids] if cause else step.run(installation)
        for check in found if cause or step.ids != tuple(_INSIDE) else _of_environment(found, causes):
            if check.state in (FAILED, SKIPPED):
                causes.setdefault(check.id, cause or check.id)
            yield check


def _of_environment(found: Iterable[Check], causes: dict[str, str]) -> Iterator[Check]:
    """The environment's checks; those that mean nothing because of another one are skipped."""
    made = {check.id: check for check in found}
    for name, needs in _INSIDE.items():
        cause = _cause(needs, causes)
        check = skipped(name, cause) if cause else made.get(name)
        if check is not None:
            if check.state in (FAILED, SKIPPED):
                causes.setdefault(name, cause or name)
            yield check


def _cause(needs: Iterable[str], causes: dict[str, str]) -> str:
    """The failed check behind the first of these that did not pass; empty where all did."""
    return next((causes[need] for need in needs if need in causes), "")


def _registrations(installation: Installation) -> Iterator[Registration]:
    """A manifest of each family: one that a browser reads and that is sound, else our own copy."""
    for family in (CHROMIUM, FIREFOX):
        places = [
            folder / manifests.FILE_NAME
            for item in installation.found
            if item.browser.family == family
            for folder in item.manifests(installation.computer)
        ]
        own = own_manifest(installation.computer, family)
        sound = [place for place in (*places, own) if _starts(installation, place)]
        if not sound:
            raise Trouble(PROOF, _("there is no manifest to start it by"))
        yield Registration(family, sound[0])


def _starts(installation: Installation, place: Path) -> bool:
    try:
        content = json.loads(place.read_text("utf-8"))
        return isinstance(content, dict) and content.get("path") == str(installation.start)
    except (OSError, ValueError):
        return False
