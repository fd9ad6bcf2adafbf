"""Where the index of a library lies: on this computer's own disk, whatever disk the library is on.

SQLite's locks and shared memory do not work over a network, and a folder that is synced copies a database
while it is written. Both are fine for the articles, which are files; the index is made of them again.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Final

from jingdu.faults import Fault
from jingdu.storage import atomic, lock, private

_OVER_NETWORK: Final = frozenset(
    "9p afpfs afs beegfs ceph cifs davfs fuse.davfs fuse.gvfsd-fuse fuse.rclone fuse.s3fs fuse.sshfs gfs2 glusterfs "
    "lustre ncpfs nfs nfs3 nfs4 ocfs2 orangefs prl_fs smb2 smb3 smbfs vboxsf webdav".split()
)
"""Kinds of file systems that another computer may hold."""
_SYNCED: Final = ("dropbox", "onedrive", "mobile documents", "nextcloud", "owncloud", "google drive", "googledrive",
                  "syncthing", "坚果云", "nutstore", "百度云同步盘", "baidusyncdisk")  # fmt: skip
"""Beginnings of the names of folders that are synced."""


def folder(library: Path) -> Path:
    """The index's folder for a library, on the first disk that is this computer's; made where it is not there.

    Raises ``index_on_network`` where there is none: the data folder, the one for caches, /var/tmp.
    """
    candidates = [Path(private.data())]
    if sys.platform != "win32":
        candidates.append(Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "jingdu")
        candidates += [Path(parent) / f"jingdu-{os.getuid()}" for parent in ("/var/tmp", tempfile.gettempdir())]
    for parent in candidates:
        if is_synced(parent) or is_over_network(parent):
            continue
        try:
            made = parent / "index" / lock.name(library)[:16]
            atomic.make(made)
            if sys.platform != "win32":  # in a folder that all may write to someone else could have made ours
                found = made.stat()
                if found.st_uid != os.getuid() or found.st_mode & 0o022:
                    raise PermissionError(made)
        except OSError:
            continue
        return made
    raise Fault("index_on_network")


def is_synced(path: Path) -> bool:
    """Whether a program that syncs keeps the folder, by its name."""
    return any(part.lower().startswith(_SYNCED) for part in path.parts)


def is_over_network(path: Path) -> bool:
    """Whether the folder, or where it would be made, lies on another computer."""
    real = os.path.realpath(path)
    if sys.platform == "win32":
        import ctypes

        remote = 4
        return real.startswith("\\\\") or bool(ctypes.windll.kernel32.GetDriveTypeW(f"{real[:2]}\\") == remote)
    return kind(real, _mounts()) in _OVER_NETWORK


def kind(path: str, mounts: list[tuple[str, str]]) -> str:
    """The kind of the file system that holds ``path``: of the mount points above it the innermost, the last mounted."""
    above = [
        (len(point), place) for place, (point, _) in enumerate(mounts) if f"{path}/".startswith(f"{point.rstrip('/')}/")
    ]
    return mounts[max(above)[1]][1] if above else ""


def _mounts() -> list[tuple[str, str]]:
    """Mount points and what is mounted there; none where the system does not say."""
    try:
        if sys.platform == "darwin":
            import re
            import subprocess

            output = subprocess.run(["/sbin/mount"], capture_output=True, text=True, timeout=5, check=True).stdout
            return re.findall(r"^.+? on (.+) \((\w+)", output, re.MULTILINE)
        with open("/proc/self/mounts", encoding="utf-8", errors="surrogateescape") as file:
            rows = [line.split(" ") for line in file]
        return [(row[1].replace("\\040", " "), row[2]) for row in rows]
    except (OSError, ValueError, IndexError):
        return []
