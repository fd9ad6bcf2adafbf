"""Checks of what set-up wrote: the list of it, the launcher, its interpreter, and what is asked of that."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final

from install import launcher
from install.computer import WINDOWS
from install.doctor import extension
from install.doctor.check import mount_point, quoted, refusal, set_aside
from install.errors import map_os_errors, reason_of
from install.installation import Installation, script_of
from jingdu.checks import FAILED, Check, failed, passed, skipped
from jingdu.i18n import gettext as _

_OLDEST: Final = (3, 11)
_VERSION: Final = "import sys; print(*sys.version_info[:3], sep='.')"


def set_up(installation: Installation) -> Iterator[Check]:
    """The host was set up at all."""
    there = (installation.record_file, installation.start, installation.computer.data / "environments")
    if any(map(os.path.lexists, there)):
        yield passed("setup", str(installation.computer.data))
    else:
        yield failed("setup", _("Jingdu is not set up for this user"), command=installation.setup)


def record(installation: Installation) -> Iterator[Check]:
    """The list of what set-up wrote, without which nothing could be removed or set up again."""
    place, repair = installation.record_file, installation.rebuild_record
    try:
        content = json.loads(place.read_text("utf-8", "surrogateescape"))
        count, script = len(content["files"]), script_of(str(content.get("command", "")))
    except FileNotFoundError:
        yield failed("record", _("{path} is missing", path=place), repair=repair)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        yield failed("record", _("{path} cannot be read", path=place), repair=repair)
    else:
        if script is None or script.is_file():
            yield passed("record", _("{count} files listed in {path}", count=count, path=place))
        elif str(script) in installation.setup:
            message = _("{path} is gone, from which Jingdu was set up", path=script)
            yield failed("record", message, _("Download all of Jingdu again and run its install/setup.py."))
        else:
            message = _("{path} names a set-up program that is gone, {script}", path=place, script=script)
            yield failed("record", message, repair=repair)


def started(installation: Installation) -> Iterator[Check]:
    """The program that the browsers' manifests name."""
    start, python = installation.start, installation.python
    if wrong := _wrong_launcher(installation):
        python = installation.spare_environment() or python
        repair = partial(_relaunch, installation, python) if python else None
        yield failed("launcher", wrong, command="" if repair else installation.setup, repair=repair)
    elif python and (right := _other_environment(installation, python)):
        message = _("{path} starts {python}, which set-up did not make", path=start, python=python)
        yield failed("launcher", message, repair=partial(installation.launch, right))
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
        set_aside(installation.start)
    installation.launch(python)


def _other_environment(installation: Installation, python: Path) -> Path | None:
    """The interpreter that a launcher of a checkout's set-up should start, where it starts another one."""
    from_checkout = script_of(installation.record.command) is not None
    ours = python.is_relative_to(installation.computer.data / "environments")
    return installation.spare_environment() if from_checkout and not ours else None


def _not_executable(start: Path) -> Check:
    if sys.platform != "win32" and os.statvfs(start).f_flag & os.ST_NOEXEC:
        disk = mount_point(start)
        message = _("{path} is on a disk from which no programs may be started, {disk}", path=start, disk=disk)
        return failed("launcher", message, command=f"sudo mount -o remount,exec {quoted(disk)}")
    return failed("launcher", _("{path} may not be executed", path=start), repair=partial(_allow, start))


def _allow(start: Path) -> None:
    with map_os_errors("change", start):
        start.chmod(0o755)


def interpreter(installation: Installation) -> Iterator[Check]:
    python = installation.python
    if python is None:
        yield skipped("interpreter", "launcher")
        return
    wrong, version, advice = "", "", ""
    if not python.exists():
        wrong = _("{path} is gone; updating or removing a Python also removes what depends on it", path=python)
    else:
        try:
            done = installation.run("-c", _VERSION)
            version, reason = done.stdout.decode("ascii", "replace").strip(), _last_line(done.stderr)
        except OSError as error:
            reason = reason_of(error)
        made_for = _made_for(python)
        if not version:
            wrong = _("{path} does not start ({reason})", path=python, reason=reason)
        elif tuple(int(part) for part in version.split(".") if part.isdigit()) < _OLDEST:
            wrong = _("{path} is Python {version}; 3.11 or newer is needed", path=python, version=version)
            advice = _("Install a newer Python.")
        elif made_for and not f"{version}.".startswith(f"{made_for}."):
            message = "{path} is Python {version} now, and was {before}"
            wrong = _(message, path=python, version=version, before=made_for)
    if wrong:
        yield failed("interpreter", wrong, advice, command=f"{installation.setup} --update")
    else:
        yield passed("interpreter", _("Python {version}, {path}", version=version, path=python))


def _made_for(python: Path) -> str:
    """The version, as far as the minor one, that an environment was made with; empty where it is none."""
    try:
        found = re.search(r"^version\s*=\s*(\d+\.\d+)", (python.parents[1] / "pyvenv.cfg").read_text("utf-8"), re.M)
    except (OSError, ValueError, IndexError):
        return ""
    return found[1] if found else ""


def _last_line(output: bytes) -> str:
    lines = output.decode("utf-8", "replace").strip().splitlines()
    return lines[-1].strip() if lines else "it printed nothing"


def environment(installation: Installation) -> Iterator[Check]:
    """Each check that `jingdu.checks` made in the host's environment; one of ``packages`` where it fails."""
    try:
        done = installation.run("-m", "jingdu.checks", extension.version(installation))
        if done.returncode:
            raise ValueError(_last_line(done.stderr))
        found = [_of_environment(installation, fields) for fields in json.loads(done.stdout)]
    except (OSError, ValueError) as error:
        message = _("the companion app's environment is damaged ({reason})", reason=reason_of(error))
        yield failed("packages", message, command=f"{installation.setup} --update")
        return
    yield from found


def _of_environment(installation: Installation, fields: dict[str, Any]) -> Check:
    """The check that the environment reports; the reason for a path that it could not use is found here."""
    identity = str(fields["id"])
    if fields["state"] == FAILED and fields["refused"] and (found := refusal(Path(fields["refused"]))):
        return found.check(identity, Path(fields["ours"]))
    command = fields["command"].replace("{setup}", installation.setup).replace("{jingdu}", installation.jingdu)
    repair = partial(_repair, installation, identity) if fields["fixable"] else None
    return Check(identity, fields["state"], fields["message"], fields["fix"], command, repair)


def _repair(installation: Installation, identity: str) -> None:
    with suppress(OSError):  # what could not be repaired is found again
        installation.run("-m", "jingdu.checks", extension.version(installation), "--fix", identity)
