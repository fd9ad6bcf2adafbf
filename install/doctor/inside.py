"""Checks that only the host's own environment can make: `jingdu.checks`, asked there."""

from __future__ import annotations

import json
import shlex
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from install.doctor import access, extension
from install.doctor.check import FAILED, Check, failed
from install.doctor.installation import Installation, last_line
from install.doctor.started import reason_of
from jingdu.i18n import gettext as _


def environment(installation: Installation) -> Iterator[Check]:
    """Each check that `jingdu.checks` made; one of ``packages`` where it says nothing."""
    try:
        done = installation.run("-m", "jingdu.checks", extension.version(installation))
        if done.returncode:
            raise ValueError(last_line(done.stderr))
        found = [_check(installation, told) for told in json.loads(done.stdout)]
    except (OSError, subprocess.TimeoutExpired, ValueError) as error:
        message = _("the host's environment is not whole ({reason})", reason=reason_of(error))
        yield failed("packages", message, command=f"{installation.setup} --update")
        return
    yield from found


def _check(installation: Installation, told: dict[str, Any]) -> Check:
    """The check of what the environment says of one: ``refused`` is a path that could not be used, to be explained."""
    identity = str(told["id"])
    if told["state"] == FAILED and told.get("refused"):
        path = Path(told["refused"])
        if found := access.refusal(path):
            return access.explained(identity, found, Path(told["ours"]))
    values = told.get("values", {})
    command = str(told.get("command", "")).replace("{setup}", installation.setup)
    for name, value in values.items():
        command = command.replace(f"{{{name}}}", shlex.quote(str(value)))
    repair = partial(_repair, installation, identity) if told.get("fixable") else None
    message, fix = (_(str(told.get(name, "")), **values) for name in ("message", "fix"))
    return Check(identity, str(told["state"]), message, fix, command.replace("{jingdu}", installation.jingdu), repair)


def _repair(installation: Installation, identity: str) -> None:
    """Has the environment repair what one of its checks found."""
    with suppress(OSError, subprocess.TimeoutExpired):  # what could not be repaired is found again
        installation.run("-m", "jingdu.checks", extension.version(installation), "--fix", identity)
