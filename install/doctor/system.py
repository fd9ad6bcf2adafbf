"""Checks the computer, the files of set-up, and the host's environment."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Final

from install.computer import WINDOWS
from install.console import reason_of
from install.doctor import extension
from install.installation import HOST_FOLDERS, Installation, script_of
from install.register import launcher_text
from jingdu.checks import Check, failed, passed, skipped, warning
from jingdu.checks.paths import inaccessible_within, mount_point, quoted
from jingdu.i18n import gettext as _
from jingdu.storage import private

_FOLDERS: Final = ("environments", "highlights", "manifests", *HOST_FOLDERS)
"""Names in the data folder that must be folders, if they exist."""
_FILES: Final = ("adjustment.json", "installed.json", "library.json", "settings.json")
_LIMITS: Final = (
    ("RLIMIT_NOFILE", "-n", 64, "open files"),
    ("RLIMIT_AS", "-v", 3 * 2**29, "bytes of memory"),
    ("RLIMIT_DATA", "-d", 2**30, "bytes of data"),
    ("RLIMIT_FSIZE", "-f", 2**28, "bytes in a file"),
)
"""Limit, option of ``ulimit``, minimum, what is limited."""


def limits(installation: Installation) -> Iterator[Check]:
    """Checks the limits of this session, which may differ from a browser's."""
    if sys.platform != "win32":
        yield next(_too_small(), None) or passed("limits", _("enough files, processes and memory are allowed"))


def _too_small() -> Iterator[Check]:
    """A failed check for each limit that is too small for a page."""
    import resource

    processes = []
    if sys.platform == "linux" and os.getuid():  # unknown on other systems; root has no limit
        used = 0
        for process in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                used += len(os.listdir(process / "task")) if process.stat().st_uid == os.getuid() else 0
        processes = [("RLIMIT_NPROC", "-u", used + 12, "processes")]  # more than a page needs, threads included
    for name, option, least, what in (*_LIMITS, *processes):
        soft, hard = resource.getrlimit(getattr(resource, name))
        if soft == resource.RLIM_INFINITY or soft >= least:
            continue
        message = _("this session allows {number} {what}, which is too few", number=soft, what=_(what))
        if 0 <= hard < least:
            yield failed("limits", message, _("Raise the limit in /etc/security/limits.conf, then log in again."))
        else:
            yield failed("limits", message, command=f'ulimit -S {option} "$(ulimit -H {option})"')


def variables(installation: Installation) -> Iterator[Check]:
    """Checks for variables that change what Python imports; the host ignores them."""
    found = [name for name in ("PYTHONHOME", "PYTHONPATH") if installation.computer.env.get(name)]
    if found:
        message = "{names} is set, which may stop the command line; the browsers are not affected"
        yield warning("variables", _(message, names=", ".join(found)), command=f"unset {' '.join(found)}")


def data(installation: Installation) -> Iterator[Check]:
    """Checks type and permissions of everything in the data folder."""
    folder = replace(installation.computer, shared=False).data
    wrong = (*_wrong_kinds(folder), *islice(inaccessible_within("data", folder, "environments"), 1))
    yield next(iter(wrong), passed("data", str(folder)))


def _wrong_kinds(folder: Path) -> Iterator[Check]:
    """A failed check for each file in the place of a folder, or the reverse."""
    for name in (*_FOLDERS, *_FILES):
        path = folder / name
        if os.path.lexists(path) and path.is_dir() != (name in _FOLDERS) and os.access(folder, os.X_OK):
            kind = _("a folder") if name in _FOLDERS else _("a file")
            message = _("{path} is in the way; {kind} is needed there", path=path, kind=kind)
            yield failed("data", message, repair=partial(private.set_aside, path))


def set_up(installation: Installation) -> Iterator[Check]:
    data = installation.computer.data
    if any(map(os.path.lexists, (installation.record.place, installation.launcher, data / "environments"))):
        yield passed("setup", str(data))
    else:
        yield failed("setup", _("Jingdu is not set up for this user"), command=installation.setup_command)


def record(installation: Installation) -> Iterator[Check]:
    """Checks the record, which a later set-up or removal needs."""
    place, repair = installation.record.place, installation.rebuild_record
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
        elif str(script) in installation.setup_command:
            message = _("{path} is gone, from which Jingdu was set up", path=script)
            yield failed("record", message, _("Download all of Jingdu again and run its install/setup.py."))
        else:
            message = _("{path} names a set-up program that is gone, {script}", path=place, script=script)
            yield failed("record", message, repair=repair)


def launcher(installation: Installation) -> Iterator[Check]:
    """Checks that the launcher is ours and can be executed."""
    start, python, spare = installation.launcher, installation.python, installation.spare_environment()
    from_checkout = script_of(installation.record.command) is not None
    ours = python is not None and python.is_relative_to(installation.computer.data / "environments")
    if wrong := _wrong_launcher(installation):
        python = spare or python
        repair = partial(installation.write_launcher, python) if python else None
        yield failed("launcher", wrong, command="" if repair else installation.setup_command, repair=repair)
    elif spare and from_checkout and not ours:
        message = _("{path} starts {python}, which set-up did not make", path=start, python=python)
        yield failed("launcher", message, repair=partial(installation.write_launcher, spare))
    elif installation.computer.system == WINDOWS or os.access(start, os.X_OK):
        yield passed("launcher", str(start))
    elif sys.platform != "win32" and os.statvfs(start).f_flag & os.ST_NOEXEC:
        disk = mount_point(start)
        message = _("{path} is on a disk from which no programs may be started, {disk}", path=start, disk=disk)
        yield failed("launcher", message, command=f"sudo mount -o remount,exec {quoted(disk)}")
    else:
        yield failed("launcher", _("{path} may not be executed", path=start), repair=partial(start.chmod, 0o755))


def _wrong_launcher(installation: Installation) -> str:
    """What is wrong with the launcher; empty if nothing is."""
    start, python = installation.launcher, installation.python
    if not os.path.lexists(start):
        return _("{path} is missing", path=start)
    if python is None:
        return _("{path} is not what set-up wrote", path=start)
    if start.read_bytes() != launcher_text(installation.computer.system, python, start.parent):
        return _("{path} was changed since set-up wrote it", path=start)
    return ""


def interpreter(installation: Installation) -> Iterator[Check]:
    python = installation.python
    if python is None:
        yield skipped("interpreter", "launcher")
    elif not python.exists():
        message = _("{path} is gone; updating or removing a Python also removes what depends on it", path=python)
        yield _wrong_python(installation, message)
    else:
        yield _version(installation, python)


def _version(installation: Installation, python: Path) -> Check:
    """Checks that the interpreter starts, is new enough, and has the version for which its environment was made."""
    version = ""
    try:
        done = installation.run("-c", "import sys; print(*sys.version_info[:3], sep='.')")
        version, reason = done.stdout.decode("ascii", "replace").strip(), _last_line(done.stderr)
    except OSError as error:
        reason = _(reason_of(error))
    if not version:
        return _wrong_python(installation, _("{path} does not start ({reason})", path=python, reason=reason))
    if tuple(int(part) for part in version.split(".") if part.isdigit()) < (3, 11):
        message = _("{path} is Python {version}; 3.11 or newer is needed", path=python, version=version)
        return _wrong_python(installation, message, _("Install a newer Python."))
    made_for = _made_for(python)
    if made_for and not f"{version}.".startswith(f"{made_for}."):
        message = "{path} is Python {version} now, and was {before}"
        return _wrong_python(installation, _(message, path=python, version=version, before=made_for))
    return passed("interpreter", _("Python {version}, {path}", version=version, path=python))


def _made_for(python: Path) -> str:
    """The minor version for which an interpreter's environment was made, such as 3.11; empty if it is in none."""
    with suppress(OSError, ValueError, IndexError):
        text = (python.parents[1] / "pyvenv.cfg").read_text("utf-8")
        return "".join(re.findall(r"^version\s*=\s*(\d+\.\d+)", text, re.MULTILINE)[:1])
    return ""


def _wrong_python(installation: Installation, message: str, advice: str = "") -> Check:
    return failed("interpreter", message, advice, command=f"{installation.setup_command} --update")


def _last_line(output: bytes) -> str:
    return (output.decode("utf-8", "replace").strip().splitlines() or ["it printed nothing"])[-1].strip()


def environment(installation: Installation) -> Iterator[Check]:
    """The checks of `jingdu.checks` in the host's environment; a failed ``packages`` if it does not answer."""
    ask = ("-m", "jingdu.checks", extension.version(installation))
    try:
        done = installation.run(*ask)
        if done.returncode:
            raise ValueError(_last_line(done.stderr))
        found = json.loads(done.stdout)
    except (OSError, ValueError) as error:
        message = _("the companion app's environment is damaged ({reason})", reason=_(reason_of(error)))
        yield failed("packages", message, command=f"{installation.setup_command} --update")
        return
    for fields in found:
        command = fields["command"].replace("{setup}", installation.setup_command)
        repair = partial(installation.run, *ask, "--fix", fields["id"]) if fields["fixable"] else None
        yield Check(fields["id"], fields["message"], fields["fix"], command, repair, fields["state"])
