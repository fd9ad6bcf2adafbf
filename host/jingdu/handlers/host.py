"""hello and doctor: do the extension and the host understand each other, and what is wrong."""

from __future__ import annotations

from jingdu import __version__
from jingdu.faults import Fault
from jingdu.protocol import ACTIONS, PROTOCOL
from jingdu.protocol.host import CheckFields, Doctor, DoctorResult, Hello, HelloResult


def hello(request: Hello) -> HelloResult:
    """Our versions and actions; raises ``host_too_old`` or ``extension_too_old``."""
    if request.protocol > PROTOCOL:
        raise Fault("host_too_old")
    if request.protocol < PROTOCOL:
        raise Fault("extension_too_old")
    return HelloResult(PROTOCOL, __version__, sorted(ACTIONS))


def doctor(request: Doctor) -> DoctorResult:
    """Every check but the round trip, which this answer is, after automatic fixes where they were asked for."""
    from jingdu.packaged import bring_installer

    bring_installer()
    from install.doctor.examine import examine_running

    checks, setup = examine_running(fix=request.fix)
    fields = [CheckFields(one.id, one.state, one.message, one.advice, one.repair is not None) for one in checks]
    return DoctorResult(fields, __version__, setup)
