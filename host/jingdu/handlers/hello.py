"""hello: do the extension and the host understand each other, and if not, who is older?"""

from __future__ import annotations

from jingdu import __version__
from jingdu.faults import Fault
from jingdu.protocol import ACTIONS, PROTOCOL
from jingdu.protocol.reading import Hello, HelloResult


def handle(request: Hello) -> HelloResult:
    """Our versions and actions; raises ``host_too_old`` or ``extension_too_old``."""
    if request.protocol > PROTOCOL:
        raise Fault("host_too_old")
    if request.protocol < PROTOCOL:
        raise Fault("extension_too_old")
    return HelloResult(PROTOCOL, __version__, sorted(ACTIONS))
