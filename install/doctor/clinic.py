"""The doctor for a host that is running: it was started, so the round trip itself is no question."""

from __future__ import annotations

from contextlib import suppress

from install.computer import Computer
from install.doctor.chain import links_before_the_trip
from install.doctor.link import FAULT, Link
from install.doctor.patient import Patient
from install.identity import extension
from install.record import FILE_NAME, Record
from install.registry import this as this_registry
from install.steps import setup_command
from install.trouble import Trouble


def patient_of_this_host() -> Patient:
    """The user's own set-up where there is one, else that for all users."""
    own, shared = Computer.this(), Computer.this(shared=True)
    computer = shared if (shared.data / FILE_NAME).exists() and not (own.data / FILE_NAME).exists() else own
    setup = Record.load(computer.data).command or setup_command()
    return Patient(computer, this_registry(shared=computer.shared), extension(), setup)


def examined(patient: Patient, *, fix: bool) -> list[Link]:
    """The links, after mending what can be mended where ``fix`` is asked for."""
    links = list(links_before_the_trip(patient))
    fixes = [link.fix for link in links if fix and link.state == FAULT and link.fix]
    for mend in fixes:
        with suppress(Trouble):  # what could not be mended is found again below
            mend()
    if not fixes:
        return links
    again = Patient(patient.computer, patient.registry, patient.extension, patient.setup)
    return list(links_before_the_trip(again))
