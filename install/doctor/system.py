"""Checks of the computer: the limits of this session, its variables, and the folders that are Jingdu's own."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

from install.doctor.check import refusals, set_aside
from install.installation import HOST_FOLDERS, Installation
from jingdu.checks import Check, failed, passed, warning
from jingdu.i18n import gettext as _

_MISLEADING: Final = ("PYTHONHOME", "PYTHONPATH")
_FOLDERS: Final = ("environments", "highlights", "manifests", *HOST_FOLDERS)
"""What has to be a folder, where it is there."""
_FILES: Final = ("adjustment.json", "installed.json", "library.json", "settings.json")
_PROCESSES: Final = 12
"""Processes and threads that reading a page takes, with some to spare."""
_LIMITS: Final = (
    ("RLIMIT_NOFILE", "-n", 64, "open files"),
    ("RLIMIT_AS", "-v", 3 * 2**29, "bytes of memory"),
    ("RLIMIT_DATA", "-d", 2**30, "bytes of data"),
    ("RLIMIT_FSIZE", "-f", 2**28, "bytes in a file"),
)
"""Limit, option of ``ulimit``, least that will do, what is limited."""


def limits(installation: Installation) -> Iterator[Check]:
    """What this session allows is enough for the host; each browser has the limits of its own session."""
    if sys.platform != "win32":
        yield next(_too_small(), None) or passed("limits", _("enough files, processes and memory are allowed"))


def _too_small() -> Iterator[Check]:
    import resource

    used = _processes()
    processes = [] if used is None else [("RLIMIT_NPROC", "-u", used + _PROCESSES, "processes")]
    for name, option, least, what in (*_LIMITS, *processes):
        soft, hard = resource.getrlimit(getattr(resource, name))
        if soft == resource.RLIM_INFINITY or soft >= least:
            continue
        message = _("this session allows {number} {what}, which is too few", number=soft, what=what)
        if 0 <= hard < least:
            advice = _("Raise the limit in /etc/security/limits.conf, then log in again.")
            yield failed("limits", message, advice)
        else:
            yield failed("limits", message, command=f'ulimit -S {option} "$(ulimit -H {option})"')


def _processes() -> int | None:
    """Processes and threads of this user, which the limit counts; None where that is unknown or root's."""
    if sys.platform != "linux" or os.getuid() == 0:
        return None
    count = 0
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if process.stat().st_uid == os.getuid():
                count += len(os.listdir(process / "task"))
    return count


def variables(installation: Installation) -> Iterator[Check]:
    """Variables that mislead Python; the host itself is started so that it ignores them."""
    found = [name for name in _MISLEADING if installation.computer.env.get(name)]
    if found:
        message = "{names} is set, which may stop the command line; the browsers are not affected"
        yield warning("variables", _(message, names=", ".join(found)), command=f"unset {' '.join(found)}")


def data(installation: Installation) -> Iterator[Check]:
    """All that is in the data folder is of the right kind, and open to its user."""
    folder = replace(installation.computer, shared=False).data
    closed = (found.check("data", folder) for found in refusals(folder, "environments"))
    yield next(_wrong_kinds(folder), None) or next(closed, None) or passed("data", str(folder))


def _wrong_kinds(folder: Path) -> Iterator[Check]:
    for name in (*_FOLDERS, *_FILES):
        path = folder / name
        if os.path.lexists(path) and path.is_dir() != (name in _FOLDERS) and os.access(folder, os.X_OK):
            kind = _("a folder") if name in _FOLDERS else _("a file")
            message = _("{path} is in the way; {kind} is needed there", path=path, kind=kind)
            yield failed("data", message, repair=partial(set_aside, path))
