"""doctor: what `jingdu doctor` finds, for the extension's page; that this is answered is the round trip."""

from __future__ import annotations

from jingdu import __version__
from jingdu.packaged import bring_installer
from jingdu.protocol.doctor import CheckFields, Doctor, DoctorResult


def handle(request: Doctor) -> DoctorResult:
    """Every check but the round trip, after automatic fixes where they were asked for."""
    bring_installer()
    from install.doctor.examine import examine_running

    checks, setup = examine_running(fix=request.fix)
    fields = [CheckFields(one.id, one.state, one.message, one.advice, one.repair is not None) for one in checks]
    return DoctorResult(fields, __version__, setup)
