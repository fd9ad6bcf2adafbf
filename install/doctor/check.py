"""Checks of paths that the system refuses."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from install.errors import map_os_errors
from jingdu.checks import Check, failed
from jingdu.i18n import gettext as _
from jingdu.storage import private


@dataclass(frozen=True)
class Refusal:
    """A path that the system refuses, and why: foreign, closed, read-only or kind."""

    path: Path
    reason: str

    def check(self, identity: str, ours: Path) -> Check:
        """The failed check. ``ours``: the folder that is the user's to change; what is above it is only named."""
        if self.reason == "kind":
            message = _("{path} is a file, and a folder is needed there", path=self.path)
            return failed(identity, message, repair=partial(set_aside, self.path))
        if self.reason == "read-only":
            message = _("{path} is on a disk that is mounted read-only", path=self.path)
            return failed(identity, message, command=f"sudo mount -o remount,rw {quoted(mount_point(self.path))}")
        if not self.path.is_relative_to(ours):
            message = _("{path} is not accessible to this user", path=self.path)
            return failed(identity, message, _("Choose a folder that you may write to."))
        if self.reason == "foreign":
            message = _("{path} belongs to another user", path=self.path)
            return failed(identity, message, command=f'sudo chown -R "$(id -u):$(id -g)" {quoted(ours)}')
        message = _("{path} is not accessible to its owner", path=self.path)
        return failed(
            identity, message, command=f"chmod -R u+rwX {quoted(self.path)}", repair=partial(_open, self.path)
        )


def refusal(path: Path) -> Refusal | None:
    """The first of ``path`` and the folders above it that is closed to this user; None where all is open.

    What is missing is refused by the folder it would be created in.
    """
    for one in (*reversed(path.parents), path):
        if not os.path.lexists(one):
            return None if os.access(one.parent, os.W_OK | os.X_OK) else _refused(one.parent)
        if one != path and not one.is_dir():
            return Refusal(one, "kind")
        if not os.access(one, os.X_OK if one != path else _needed(one)):
            return _refused(one)
    return None


def refusals(folder: Path, *without: str) -> Iterator[Refusal]:
    """What is closed to this user in a folder of ours; entries named in ``without`` are not looked into."""
    if found := refusal(folder):
        yield found
        return
    for here, inner, names in os.walk(folder):
        inner[:] = [name for name in inner if Path(here) != folder or name not in without]
        for one in (Path(here, name) for name in (*inner, *names)):
            if not one.is_symlink() and not os.access(one, _needed(one)):
                yield _refused(one)


def set_aside(path: Path) -> None:
    """Renames what is in the way; nothing is lost."""
    with map_os_errors("change", path):
        private.set_aside(path)


def mount_point(path: Path) -> Path:
    """The folder at which the disk of ``path`` is mounted."""
    return next((one for one in (path, *path.parents) if os.path.ismount(one)), Path("/"))


def quoted(path: Path) -> str:
    return shlex.quote(str(path))


def _refused(path: Path) -> Refusal:
    if sys.platform != "win32":
        with suppress(OSError):
            if os.statvfs(path).f_flag & os.ST_RDONLY:
                return Refusal(path, "read-only")
            if path.stat().st_uid != os.geteuid():
                return Refusal(path, "foreign")
    return Refusal(path, "closed")


def _needed(path: Path) -> int:
    return os.R_OK | os.W_OK | (os.X_OK if path.is_dir() else 0)


def _open(path: Path) -> None:
    """Opens a file or folder, and what is in it, to its own user."""
    with map_os_errors("change", path):
        path.chmod(path.stat().st_mode | (0o700 if path.is_dir() else 0o600))
        for inner in path.iterdir() if path.is_dir() else ():
            if not inner.is_symlink() and not os.access(inner, _needed(inner)):
                _open(inner)
