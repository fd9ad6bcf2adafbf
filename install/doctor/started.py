"""Checks of what set-up wrote: the list of it, the launcher, its interpreter."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final

from install import files, launcher
from install.computer import WINDOWS
from install.doctor import access
from install.doctor.check import Check, failed, passed, skipped
from install.doctor.installation import Installation, last_line, script_of
from jingdu.i18n import gettext as _

_OLDEST: Final = (3, 11)
_VERSION: Final = "import sys; print(*sys.version_info[:3], sep='.')"


def set_up(installation: Installation) -> Iterator[Check]:
    """The host was set up at all."""
    there = (installation.record_file, installation.start, installation.computer.data / "environments")
    if any(map(os.path.lexists, there)):
        yield passed("setup", str(installation.computer.data))
    else:
        yield failed("setup", _("Jingdu's host is not set up for this user"), command=installation.setup)


def record(installation: Installation) -> Iterator[Check]:
    """The list of what set-up wrote, without which nothing could be removed or set up again."""
    place, repair = installation.record_file, installation.record_anew
    try:
        content = json.loads(place.read_text("utf-8", "surrogateescape"))
        count, command = len(content["files"]), str(content.get("command", ""))
    except FileNotFoundError:
        yield failed("record", _("{path} is missing", path=place), repair=repair)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        yield failed("record", _("{path} cannot be read", path=place), repair=repair)
    else:
        script = script_of(command)
        if script is None or script.is_file():
            yield passed("record", _("{count} files listed in {path}", count=count, path=place))
        elif str(script) in installation.setup:
            message = _("{path} is gone, from which Jingdu was set up", path=script)
            yield failed("record", message, _("Fetch all of Jingdu again and run its install/setup.py."))
        else:
            message = _("{path} names a set-up program that is gone, {script}", path=place, script=script)
            yield failed("record", message, repair=repair)


def started(installation: Installation) -> Iterator[Check]:
    """The program that the browsers' manifests name."""
    start, python = installation.start, installation.python
    wrong = _wrong_launcher(installation)
    if not wrong and python and (right := _other_environment(installation, python)):
        yield failed(
            "launcher",
            _("{path} starts {python}, which set-up did not make", path=start, python=python),
            repair=partial(installation.launch, right),
        )
    elif wrong:
        python = installation.spare_environment() or python
        repair = partial(_relaunch, installation, python) if python else None
        yield failed("launcher", wrong, command="" if repair else installation.setup, repair=repair)
    elif installation.computer.system != WINDOWS and not os.access(start, os.X_OK):
        yield _not_executable(start)
    else:
        yield passed("launcher", str(start))


def _wrong_launcher(installation: Installation) -> str:
    start, python = installation.start, installation.python
    if not os.path.lexists(start):
        return _("{path} is missing", path=start)
    if python is None:
        return _("{path} is not what set-up wrote", path=start)
    if start.read_bytes() != launcher.text(installation.computer.system, python, start.parent):
        return _("{path} was changed since set-up wrote it", path=start)
    return ""


def _relaunch(installation: Installation, python: Path) -> None:
    if installation.start.is_dir():
        access.set_aside(installation.start)
    installation.launch(python)


def _other_environment(installation: Installation, python: Path) -> Path | None:
    """The interpreter that a launcher of a checkout's set-up should start, where it starts another one."""
    from_checkout = script_of(installation.record.command) is not None
    ours = python.is_relative_to(installation.computer.data / "environments")
    return installation.spare_environment() if from_checkout and not ours else None


def _not_executable(start: Path) -> Check:
    if sys.platform != "win32" and os.statvfs(start).f_flag & os.ST_NOEXEC:
        disk = access.mount_point(start)
        message = _("{path} is on a disk from which no programs may be started, {disk}", path=start, disk=disk)
        return failed("launcher", message, command=f"sudo mount -o remount,exec {shlex.quote(str(disk))}")
    return failed("launcher", _("{path} may not be executed", path=start), repair=partial(_allow, start))


def interpreter(installation: Installation) -> Iterator[Check]:
    """The Python that the launcher names."""
    python, renew = installation.python, f"{installation.setup} --update"
    if python is None:
        yield skipped("interpreter", "launcher")
        return
    if not python.exists():
        message = _("{path} is gone; a Python that was updated or removed takes it along", path=python)
        yield failed("interpreter", message, command=renew)
        return
    try:
        done = installation.run("-c", _VERSION)
        reason = last_line(done.stderr) if done.returncode else ""
    except (OSError, subprocess.TimeoutExpired) as error:
        reason = reason_of(error)
    if reason:
        message = _("{path} does not start ({reason})", path=python, reason=reason)
        yield failed("interpreter", message, command=renew)
        return
    yield _of_version(python, done.stdout.decode("ascii", "replace").strip(), renew)


def _of_version(python: Path, version: str, renew: str) -> Check:
    made_for = _made_for(python)
    if tuple(int(part) for part in version.split(".") if part.isdigit()) < _OLDEST:
        message = _("{path} is Python {version}; 3.11 or newer is needed", path=python, version=version)
        return failed("interpreter", message, _("Install a newer Python."), command=renew)
    if made_for and not f"{version}.".startswith(f"{made_for}."):
        message = _("{path} is Python {version} now, and was {before}", path=python, version=version, before=made_for)
        return failed("interpreter", message, command=renew)
    return passed("interpreter", _("Python {version}, {path}", version=version, path=python))


def _made_for(python: Path) -> str:
    """The version, as far as the minor one, that an environment was made with; empty where it is none."""
    try:
        found = re.search(r"^version\s*=\s*(\d+\.\d+)", (python.parents[1] / "pyvenv.cfg").read_text("utf-8"), re.M)
    except (OSError, ValueError, IndexError):
        return ""
    return found[1] if found else ""


def _allow(start: Path) -> None:
    with files.trouble("change", start):
        start.chmod(0o755)


def reason_of(error: Exception) -> str:
    """What an error says, for brackets."""
    if isinstance(error, OSError):
        return (error.strerror or str(error)).lower()
    if isinstance(error, subprocess.TimeoutExpired):
        return _("it does not answer")
    return str(error)
