"""Handlers of ``hello`` and ``doctor``."""

from jingdu import __version__
from jingdu.faults import Fault
from jingdu.i18n import activate, supported
from jingdu.protocol import ACTIONS, PROTOCOL
from jingdu.protocol.host import CheckFields, Doctor, DoctorResult, Hello, HelloResult


def hello(request: Hello) -> HelloResult:
    """The host's versions and actions; raises ``host_too_old`` or ``extension_too_old``."""
    if request.protocol != PROTOCOL:
        raise Fault("host_too_old" if request.protocol > PROTOCOL else "extension_too_old")
    return HelloResult(PROTOCOL, __version__, sorted(ACTIONS))


def doctor(request: Doctor) -> DoctorResult:
    """Runs every check except the round trip, which this reply proves, if requested after fixing what can be fixed."""
    from jingdu.packaged import add_installer_to_path

    add_installer_to_path()
    from install.doctor.examine import examine_running

    activate(supported(request.language or "") or "en")
    try:
        checks, setup = examine_running(fix=request.fix)
    finally:
        activate("en")
    fields = [CheckFields(row.id, row.state, row.message, row.advice, row.repair is not None) for row in checks]
    return DoctorResult(fields, __version__, setup)
