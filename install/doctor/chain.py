"""The whole chain, in the order in which a click runs through it."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from install import manifests
from install.doctor import browsers, installed
from install.doctor.link import FAULT, Link, fault, good, unknown, warning
from install.doctor.patient import Patient
from install.prove import hello, prove
from install.register import Registration, own_manifest
from install.table import CHROMIUM, FIREFOX
from install.trouble import Trouble

_SLOW: Final = 3.0
"""Seconds to the first answer from which a click feels broken."""


def examine(patient: Patient) -> Iterator[Link]:
    """All links, each as soon as it was looked at."""
    broken = ""
    for link in links_before_the_trip(patient):
        if link.state == FAULT and link.name in _NEEDED:
            broken = broken or link.name
        yield link
    yield unknown("round trip", f"the {broken}") if broken else round_trip(patient)


def links_before_the_trip(patient: Patient) -> Iterator[Link]:
    """All links but the last, which starts the host."""
    yield installed.record(patient)
    yield installed.launcher(patient)
    yield (python := installed.interpreter(patient))
    yield from installed.environment(patient, python)
    yield from browsers.told(patient)
    yield from browsers.sandboxed(patient)


_NEEDED: Final = ("launcher", "interpreter", "packages")
"""Without these no round trip is worth trying."""


def round_trip(patient: Patient) -> Link:
    """Starts the host as each family of browsers does, times its first answer, has it read two pages."""
    again = f"Run: {patient.setup} --update"
    begun = time.monotonic()
    try:
        registrations = list(_registrations(patient))
        hello(registrations[0], patient.extension, patient.computer.env)
        first = time.monotonic() - begun
        for registration in registrations:
            prove(registration, patient.extension, patient.computer.env)
    except Trouble as trouble:
        return fault("round trip", str(trouble).partition(": run set-up")[0].removesuffix("."), again)
    if first > _SLOW:
        cure = "Look for a virus scanner that checks each start of Python."
        return warning("round trip", f"the first answer took {first:.1f} s", cure)
    return good("round trip", f"read two pages; the first answer took {1000 * first:.0f} ms")


def _registrations(patient: Patient) -> Iterator[Registration]:
    """A manifest of each family: one that a browser reads and that is sound, else our own copy."""
    for family in (CHROMIUM, FIREFOX):
        places = [
            folder / manifests.FILE_NAME
            for item in patient.found
            if item.browser.family == family
            for folder in item.manifests(patient.computer)
        ]
        sound = [place for place in (*places, own_manifest(patient.computer, family)) if _starts(patient, place)]
        if sound:
            yield Registration(family, sound[0])
            continue
        yield Registration(family, _lent(patient, family))


def _starts(patient: Patient, place: Path) -> bool:
    try:
        content = json.loads(place.read_text("utf-8"))
        return isinstance(content, dict) and content.get("path") == str(patient.start)
    except (OSError, ValueError):
        return False


def _lent(patient: Patient, family: str) -> Path:
    """Our own copy, written anew: without it the host could not be asked at all."""
    patient.register()
    return own_manifest(patient.computer, family)
