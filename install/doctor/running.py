"""The doctor for a host that is running: it was started, so the round trip itself is no question."""

from __future__ import annotations

from contextlib import suppress

from install.computer import Computer
from install.doctor.check import FAILED, Check, failed
from install.doctor.examine import STEPS, examine
from install.doctor.installation import Installation
from install.record import FILE_NAME
from install.steps import setup_command
from install.trouble import Trouble


def examined(*, fix: bool) -> tuple[list[Check], str]:
    """The checks, after repairing what can be repaired where ``fix`` is asked for; the command that sets up again."""
    try:
        installation = _installation()
    except Trouble as trouble:
        return [failed("extension", str(trouble))], setup_command()
    checks = list(examine(installation, STEPS))
    repairs = [check.repair for check in checks if fix and check.state == FAILED and check.repair]
    for repair in repairs:
        with suppress(Trouble):  # what could not be repaired is found again below
            repair()
    if repairs:
        installation = _installation()
        checks = list(examine(installation, STEPS))
    return checks, installation.setup


def _installation() -> Installation:
    """The user's own set-up where there is one, else that for all users; raises `Trouble`."""
    own, shared = Computer.this(), Computer.this(shared=True)
    has_shared = (shared.data / FILE_NAME).exists() and not (own.data / FILE_NAME).exists()
    return Installation.this(shared if has_shared else own)
