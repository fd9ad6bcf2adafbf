"""Diagnoses inaccessible paths. Standard library only."""

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


def first_inaccessible(identity: str, path: Path, *ours: Path) -> Check | None:
    """The failed check of the topmost inaccessible component of ``path``; None if all are accessible.

    A missing path needs a parent that can be written to. Fixes are automatic only within ``ours``.
    """
    for part in (*reversed(path.parents), path):
        if not os.path.lexists(part):
            return None if os.access(part.parent, os.W_OK | os.X_OK) else inaccessible(identity, part.parent, *ours)
        if part != path and not part.is_dir():
            message = _("{path} is a file, and a folder is needed there", path=part)
            return failed(identity, message, repair=partial(private.set_aside, part))
        if not os.access(part, os.X_OK if part != path else _needed(part)):
            return inaccessible(identity, part, *ours)
    return None


def unusable(identity: str, error: OSError, path: Path, ours: Path) -> Check:
    """The failed check of a path that could not be used, explained by its permissions or else by the error."""
    message = _("{path} cannot be used ({reason})", path=path, reason=_((error.strerror or str(error)).lower()))
    return first_inaccessible(identity, path, ours) or failed(identity, message)


def inaccessible_within(identity: str, folder: Path, without: str) -> Iterator[Check]:
    """Failed checks of inaccessible paths in the user's ``folder``, skipping its entry ``without``."""
    if check := first_inaccessible(identity, folder, folder):
        yield check
        return
    for parent, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if Path(parent) != folder or name != without]
        for path in (Path(parent, name) for name in (*folders, *files)):
            if not path.is_symlink() and not os.access(path, _needed(path)):
                yield inaccessible(identity, path, folder)


def inaccessible(identity: str, path: Path, *ours: Path) -> Check:
    """The failed check of an inaccessible path: one of ``ours``, a path within the first of them, or one above."""
    is_own, is_foreign = path in ours or path.is_relative_to(ours[0]), False
    top = ours[0] if is_own and path not in ours else path
    deep = "-R " if is_own else ""
    if sys.platform != "win32":
        with suppress(OSError):
            is_foreign = path.stat().st_uid != os.geteuid()
            if os.statvfs(path).f_flag & os.ST_RDONLY:
                message = _("{path} is on a disk that is mounted read-only", path=path)
                return failed(identity, message, command=f"sudo mount -o remount,rw {quoted(mount_point(path))}")
    if not is_own and (sys.platform == "win32" or (is_foreign and Path.home() not in path.parents)):
        message = _("{path} is not accessible to this user", path=path)
        return failed(identity, message, _("Choose a folder that you may write to."))
    if is_foreign:
        message = _("{path} belongs to another user", path=path)
        return failed(identity, message, command=f'sudo chown {deep}"$(id -u):$(id -g)" {quoted(top)}')
    message = _("{path} is not accessible to its owner", path=path)
    repair = partial(_open, path) if is_own else None
    return failed(identity, message, command=f"chmod {deep}u+rwX {quoted(path)}", repair=repair)


def mount_point(path: Path) -> Path:
    return next((part for part in (path, *path.parents) if os.path.ismount(part)), Path("/"))


def quoted(path: Path) -> str:
    return shlex.quote(str(path))


def _needed(path: Path) -> int:
    return os.R_OK | os.W_OK | (os.X_OK if path.is_dir() else 0)


def _open(path: Path) -> None:
    """Grants the owner access to a file or folder, recursively."""
    path.chmod(path.stat().st_mode | (0o700 if path.is_dir() else 0o600))
    for inner in path.iterdir() if path.is_dir() else ():
        if not inner.is_symlink() and not os.access(inner, _needed(inner)):
            _open(inner)
