"""The computer: its system, and the folders from which all paths are derived."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

LINUX: Final = "linux"
MACOS: Final = "macos"
WINDOWS: Final = "windows"

MORE_PROGRAMS: Final = ("/usr/local/bin", "/usr/bin", "/bin", "/snap/bin")
"""Folders in which programs are searched for in addition to PATH."""
_FOLDERS: Final = {
    "local": ("LOCALAPPDATA", "{home}/AppData/Local"),
    "roaming": ("APPDATA", "{home}/AppData/Roaming"),
    "programs": ("PROGRAMFILES", "C:/Program Files"),
    "programs86": ("PROGRAMFILES(X86)", "C:/Program Files (x86)"),
    "support": ("", "{home}/Library/Application Support"),
    "applications": ("", "{root}/Applications"),
    "config": ("XDG_CONFIG_HOME", "{home}/.config"),
    "data": ("XDG_DATA_HOME", "{home}/.local/share"),
    "cache": ("XDG_CACHE_HOME", "{home}/.cache"),
    "state": ("XDG_STATE_HOME", "{home}/.local/state"),
}
"""Name in a pattern → the variable that sets the folder, and its default."""
_PLACES: Final = {
    "data": {WINDOWS: "{local}/Jingdu", MACOS: "{support}/Jingdu", LINUX: "{data}/jingdu"},
    "shared": {
        WINDOWS: "{programs}/Jingdu",
        MACOS: "{root}/Library/Application Support/Jingdu",
        LINUX: "{root}/usr/local/lib/jingdu",
    },
    "caches": {WINDOWS: "{local}/Jingdu/Cache", MACOS: "{home}/Library/Caches/Jingdu", LINUX: "{cache}/jingdu"},
    "logs": {WINDOWS: "{local}/Jingdu/Logs", MACOS: "{home}/Library/Logs/Jingdu", LINUX: "{state}/jingdu"},
}


@dataclass(frozen=True)
class Computer:
    system: str
    home: Path
    env: Mapping[str, str]
    shared: bool = False
    """Whether to install for all users."""
    root: Path = Path("/")
    """The root of paths for all users; tests set another one."""

    @classmethod
    def this(cls, *, shared: bool = False) -> Computer:
        system = {"win32": WINDOWS, "darwin": MACOS}.get(sys.platform, LINUX)
        return cls(system, Path.home(), os.environ, shared)

    def place(self, pattern: str) -> Path:
        """The path for a pattern such as ``{config}/chromium``.

        Relative paths in variables are ignored, as the XDG specification requires.
        """
        folders = {"root": str(self.root), "home": str(self.home)}
        for name, (variable, default) in _FOLDERS.items():
            moved = self.env.get(variable, "")
            folders[name] = moved if os.path.isabs(moved) else default.format_map(folders)
        return Path(pattern.format_map(folders))

    @property
    def data(self) -> Path:
        """The user's data folder of Jingdu, or for all users the folder of the installation."""
        return self.place(_PLACES["shared" if self.shared else "data"][self.system])

    def of_host(self, kind: str) -> Path:
        """The host's folder of ``caches`` (as in `jingdu.text.words`) or ``logs`` (as in `jingdu.logs`)."""
        return self.place(_PLACES[kind][self.system])

    def program(self, name: str) -> Path | None:
        """The program of this name or path; None if it does not exist."""
        if "/" in name:
            path = self.place(name)
            return path if path.exists() else None
        search = [self.env.get("PATH", ""), *(MORE_PROGRAMS if self.system == LINUX else ())]
        found = shutil.which(name, path=os.pathsep.join(search))
        return Path(found) if found else None
