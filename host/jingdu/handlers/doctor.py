"""doctor: what `jingdu doctor` tells, for the extension's page; that this is answered is the round trip."""

from __future__ import annotations

from jingdu import __version__
from jingdu.messages.doctor import Doctor, DoctorResult, LinkFields
from jingdu.packaged import bring_installer


def handle(request: Doctor) -> DoctorResult:
    """Every link but the round trip, mended first where that was asked for."""
    bring_installer()
    from install.doctor import clinic

    patient = clinic.patient_of_this_host()
    links = clinic.examined(patient, fix=request.fix)
    told = [LinkFields(link.name, link.state, link.said, link.cure, link.fix is not None) for link in links]
    return DoctorResult(told, __version__, patient.setup)
