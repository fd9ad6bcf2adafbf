"""Checks of paths that the system refuses: which of them, why, and what to do about it. Standard library only."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

from jingdu.checks import Check, failed
from jingdu.i18n import gettext as _
from jingdu.storage import private


def refused(identity: str, path: Path, *ours: Path) -> Check | None:
    """The failed check of the first of ``path`` and the folders above it that is closed; None where all is open.

    ``ours``: the folder that is the user's to change, and others that may be; what is above is only named. What is
    missing is refused by the folder it would be created in.
    """
    for one in (*reversed(path.parents), path):
        if not os.path.lexists(one):
            return None if os.access(one.parent, os.W_OK | os.X_OK) else closed(identity, one.parent, *ours)
        if one != path and not one.is_dir():
            message = _("{path} is a file, and a folder is needed there", path=one)
            return failed(identity, message, repair=partial(private.set_aside, one))
        if not os.access(one, os.X_OK if one != path else _needed(one)):
            return closed(identity, one, *ours)
    return None


def unusable(identity: str, error: OSError, path: Path, ours: Path) -> Check:
    """The failed check of a path that could not be used, by why it is closed, else by the error."""
    reason = (error.strerror or str(error)).lower()
    message = _("{path} cannot be used ({reason})", path=path, reason=reason)
    return refused(identity, path, ours) or failed(identity, message)


def refused_within(identity: str, folder: Path, without: str) -> Iterator[Check]:
    """What is closed to this user in a folder that is theirs; the entry ``without`` is not looked into."""
    if found := refused(identity, folder, folder):
        yield found
        return
    for here, inner, names in os.walk(folder):
        inner[:] = [name for name in inner if Path(here) != folder or name != without]
        for one in (Path(here, name) for name in (*inner, *names)):
            if not one.is_symlink() and not os.access(one, _needed(one)):
                yield closed(identity, one, folder)


def closed(identity: str, path: Path, *ours: Path) -> Check:
    """The failed check of a path that is closed to this user."""
    own, is_read_only, is_foreign = path if path in ours else ours[0], False, False
    if sys.platform != "win32":
        with suppress(OSError):
            is_read_only = bool(os.statvfs(path).f_flag & os.ST_RDONLY)
            is_foreign = path.stat().st_uid != os.geteuid()
    if is_read_only:
        message = _("{path} is on a disk that is mounted read-only", path=path)
        return failed(identity, message, command=f"sudo mount -o remount,rw {quoted(mount_point(path))}")
    if not path.is_relative_to(own):
        message = _("{path} is not accessible to this user", path=path)
        return failed(identity, message, _("Choose a folder that you may write to."))
    if is_foreign:
        message = _("{path} belongs to another user", path=path)
        return failed(identity, message, command=f'sudo chown -R "$(id -u):$(id -g)" {quoted(own)}')
    message = _("{path} is not accessible to its owner", path=path)
    return failed(identity, message, command=f"chmod -R u+rwX {quoted(path)}", repair=partial(_open, path))


def mount_point(path: Path) -> Path:
    """The folder at which the disk of ``path`` is mounted."""
    return next((one for one in (path, *path.parents) if os.path.ismount(one)), Path("/"))


def quoted(path: Path) -> str:
    return shlex.quote(str(path))


def _needed(path: Path) -> int:
    return os.R_OK | os.W_OK | (os.X_OK if path.is_dir() else 0)


def _open(path: Path) -> None:
    """Opens a file or folder, and what is in it, to its own user."""
    path.chmod(path.stat().st_mode | (0o700 if path.is_dir() else 0o600))
    for inner in path.iterdir() if path.is_dir() else ():
        if not inner.is_symlink() and not os.access(inner, _needed(inner)):
            _open(inner)
