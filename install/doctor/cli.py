"""The doctor's command line."""

from __future__ import annotations

import argparse
import json

from install import say
from install.computer import Computer
from install.doctor.chain import examine
from install.doctor.link import FAULT, GOOD, UNKNOWN, WARNING, Link
from install.doctor.patient import Patient
from install.identity import extension
from install.record import Record
from install.registry import this as this_registry
from install.steps import setup_command
from install.trouble import FAULTY, Trouble

_MARKS = {GOOD: "✓", FAULT: "✗", WARNING: "!", UNKNOWN: "?"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options, for whichever command runs the doctor."""
    parser.add_argument("--fix", action="store_true", help="mend what can be mended safely, then look again")
    parser.add_argument("--json", action="store_true", help="tell on stdout, as JSON, what was found")
    parser.add_argument("--system", action="store_true", help="look at the set-up for all users")


def perform(options: argparse.Namespace, *, here: bool = False) -> int:
    """Examines this computer; 0 where no link is at fault. ``here``: the host may be installed in this Python."""
    say.prepare(aside=options.json)
    computer = Computer.this(shared=options.system)
    setup = Record.load(computer.data).command or setup_command(here=here)
    command = f"{setup} --system" if options.system else setup
    patient = Patient(computer, this_registry(shared=options.system), extension(), command)
    links = look(patient)
    if options.fix:
        mend(links)
        links = look(Patient(computer, patient.registry, patient.extension, command))
    if options.json:
        print(json.dumps({"links": [link.as_data() for link in links]}, ensure_ascii=False, indent=2))
    return FAULTY if any(link.state == FAULT for link in links) else 0


def look(patient: Patient) -> list[Link]:
    """The links, each told as it is looked at."""
    links = []
    for link in examine(patient):
        say.line(f"  {_MARKS[link.state]} {link.name}: {link.said}")
        if link.cure:
            say.note(link.cure)
        links.append(link)
    faults = sum(link.state == FAULT for link in links)
    say.line(f"\n{_summary(faults)}")
    return links


def mend(links: list[Link]) -> None:
    """Does the safe cures; what can't be done is said and the rest goes on."""
    fixes = {link.fix: link for link in links if link.state == FAULT and link.fix}
    for fix, link in fixes.items():
        try:
            fix()
        except Trouble as trouble:
            say.note(str(trouble))
        else:
            say.step("mended", link.name)
    if not fixes:
        say.line("There is nothing to mend here without you.")
    say.line()


def _summary(faults: int) -> str:
    if not faults:
        return "Everything is in order."
    return "One link is broken." if faults == 1 else f"{faults} links are broken; begin with the first."
