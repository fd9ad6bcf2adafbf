"""The folder of a library's index, always on a local disk.

SQLite's locks and shared memory do not work over a network, and sync programs copy a database while it is written.
"""

import os
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Final

from jingdu.faults import Fault
from jingdu.storage import atomic, lock, private

_OVER_NETWORK: Final = frozenset(
    "9p afpfs afs beegfs ceph cifs davfs fuse.davfs fuse.gvfsd-fuse fuse.rclone fuse.s3fs fuse.sshfs gfs2 glusterfs "
    "lustre ncpfs nfs nfs3 nfs4 ocfs2 orangefs prl_fs smb2 smb3 smbfs vboxsf webdav".split()
)
_SYNCED_PREFIXES: Final = (
    "dropbox", "onedrive", "mobile documents", "nextcloud", "owncloud", "google drive", "googledrive", "syncthing",
    "坚果云", "nutstore", "百度云同步盘", "baidusyncdisk",
)  # fmt: skip


def folder(library: Path) -> Path:
    """Creates the index's folder in the first local folder of: data, cache, /var/tmp, temporary files.

    Raises ``index_on_network`` if none is local and writable.
    """
    candidates = [Path(private.data())]
    if sys.platform != "win32":
        candidates.append(Path(private.base_folder("XDG_CACHE_HOME", ".cache"), "jingdu"))
        candidates += [Path(parent) / f"jingdu-{os.getuid()}" for parent in ("/var/tmp", tempfile.gettempdir())]
    for parent in candidates:
        if is_synced(parent) or is_over_network(parent):
            continue
        try:
            path = parent / "index" / lock.name(library)[:16]
            atomic.make_folder(path)
            if sys.platform != "win32":  # another user may have created it in a world-writable folder
                status = path.stat()
                if status.st_uid != os.getuid() or status.st_mode & 0o022:
                    raise PermissionError(path)
        except OSError:
            continue
        return path
    raise Fault("index_on_network")


def is_synced(path: Path) -> bool:
    """Whether the folder is synced, judged by its name."""
    return any(part.lower().startswith(_SYNCED_PREFIXES) for part in path.parts)


def is_over_network(path: Path) -> bool:
    """Whether the folder, which may not exist yet, is on a network file system."""
    real = os.path.realpath(path)
    if sys.platform == "win32":
        import ctypes

        remote = 4
        return real.startswith("\\\\") or bool(ctypes.windll.kernel32.GetDriveTypeW(f"{real[:2]}\\") == remote)
    return kind(real, _mounts()) in _OVER_NETWORK


def kind(path: str, mounts: list[tuple[str, str]]) -> str:
    """The type of the file system that contains ``path``: the innermost mount point's, the last one's if several."""
    above = [(len(point), row) for row, (point, _) in enumerate(mounts) if Path(path).is_relative_to(point)]
    return mounts[max(above)[1]][1] if above else ""


def _mounts() -> list[tuple[str, str]]:
    """Mount points and file system types; empty if unknown."""
    import psutil

    with suppress(OSError, psutil.Error):
        return [(mount.mountpoint, mount.fstype) for mount in psutil.disk_partitions(all=True)]
    return []
