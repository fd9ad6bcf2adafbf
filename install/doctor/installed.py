"""Links 1 to 5: the record, the launcher, its interpreter, the environment, the versions."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final

from install import files
from install.computer import WINDOWS
from install.doctor.link import GOOD, Link, fault, good, unknown
from install.doctor.patient import Patient, last_line

_OLDEST: Final = (3, 11)
_VERSION: Final = "import sys; print(*sys.version_info[:3], sep='.')"


def record(patient: Patient) -> Link:
    """The list of what set-up wrote."""
    place = patient.record_file
    try:
        content = json.loads(place.read_text("utf-8", "surrogateescape"))
    except FileNotFoundError:
        if patient.start.exists():
            return fault("record", f"{place} is missing, so nothing could be removed again", f"Run: {patient.setup}")
        return fault("record", "Jingdu's host is not set up for this user", f"Run: {patient.setup}")
    except (OSError, ValueError):
        return fault("record", f"{place} cannot be read", f"Remove that file, then run: {patient.setup}")
    return good("record", f"{len(content.get('files', []))} files listed in {place}")


def launcher(patient: Patient) -> Link:
    """The program that the browsers' manifests name."""
    start, again = patient.start, f"Run: {patient.setup}"
    if not start.exists():
        spare = patient.spare_environment()
        fix = partial(patient.launch, spare) if spare else None
        return fault("launcher", f"{start} is missing", again, fix)
    if patient.python is None:
        spare = patient.spare_environment()
        fix = partial(patient.launch, spare) if spare else None
        return fault("launcher", f"{start} is not what set-up wrote", again, fix)
    if patient.computer.system != WINDOWS and not os.access(start, os.X_OK):
        return fault("launcher", f"{start} may not be executed", f"Run: chmod 755 '{start}'", partial(_allow, start))
    return good("launcher", str(start))


def interpreter(patient: Patient) -> Link:
    """The Python that the launcher names."""
    python, again = patient.python, f"Run: {patient.setup}"
    if python is None:
        return unknown("interpreter", "the launcher")
    if not python.exists():
        return fault("interpreter", f"{python} is gone; a Python that was updated or removed takes it along", again)
    try:
        done = patient.run("-c", _VERSION)
    except (OSError, subprocess.TimeoutExpired) as error:
        return fault("interpreter", f"{python} does not start ({_reason(error)})", again)
    if done.returncode:
        return fault("interpreter", f"{python} does not start ({last_line(done.stderr)})", again)
    version = done.stdout.decode("ascii", "replace").strip()
    if tuple(int(part) for part in version.split(".") if part.isdigit()) < _OLDEST:
        return fault("interpreter", f"{python} is Python {version}; 3.11 is needed", f"{again} (with a newer Python)")
    return good("interpreter", f"Python {version}, {python}")


def environment(patient: Patient, python: Link) -> Iterator[Link]:
    """What only the host's own environment can tell, where ``python``, its interpreter, is good; a link a check."""
    if python.state != GOOD:
        yield unknown("packages", "the interpreter")
        return
    try:
        told = patient.inside
    except (OSError, subprocess.TimeoutExpired, ValueError) as error:
        renew = f"Run: {patient.setup} --update"
        yield fault("packages", f"the host's environment is not whole ({_reason(error)})", renew)
        return
    for link in told:
        cure = str(link["cure"]).replace("{setup}", patient.setup)
        fix = partial(_fix_inside, patient, str(link["name"])) if link.get("fixable") else None
        yield Link(str(link["name"]), str(link["state"]), str(link["said"]), cure, fix)


def _fix_inside(patient: Patient, name: str) -> None:
    """Has the host's own environment mend one of its links."""
    patient.run("-m", "jingdu.checks", patient.extension.version, "--fix", name)


def _allow(start: Path) -> None:
    with files.trouble("change", start):
        start.chmod(0o755)


def _reason(error: Exception) -> str:
    if isinstance(error, OSError):
        return (error.strerror or str(error)).lower()
    if isinstance(error, subprocess.TimeoutExpired):
        return "it does not answer"
    return str(error)
