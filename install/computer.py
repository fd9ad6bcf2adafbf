"""The computer set-up runs on: its system, and the folders that all places are derived from."""

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
"""Where programs are looked for even when PATH leaves these out."""


@dataclass(frozen=True)
class Computer:
    """A system, a home and an environment; tests make their own."""

    system: str
    home: Path
    env: Mapping[str, str]
    shared: bool = False
    """Whether all users of the computer are served, rather than this one."""
    root: Path = Path("/")
    """Where the places for all users begin; another one in tests."""

    @classmethod
    def this(cls, *, shared: bool = False) -> Computer:
        """The one this Python runs on."""
        system = {"win32": WINDOWS, "darwin": MACOS}.get(sys.platform, LINUX)
        return cls(system, Path.home(), os.environ, shared)

    def place(self, pattern: str) -> Path:
        """The path that a pattern such as ``{config}/chromium`` means here."""
        return Path(pattern.format_map({name: str(path) for name, path in self._folders().items()}))

    def _folders(self) -> dict[str, Path]:
        if self.system == WINDOWS:
            return {
                "local": self._folder("LOCALAPPDATA", self.home / "AppData" / "Local"),
                "roaming": self._folder("APPDATA", self.home / "AppData" / "Roaming"),
                "programs": self._folder("PROGRAMFILES", Path("C:/Program Files")),
                "programs86": self._folder("PROGRAMFILES(X86)", Path("C:/Program Files (x86)")),
            }
        common = {"root": self.root, "home": self.home}
        if self.system == MACOS:
            support = self.home / "Library" / "Application Support"
            return {**common, "support": support, "applications": self.root / "Applications"}
        return {
            **common,
            "config": self._folder("XDG_CONFIG_HOME", self.home / ".config"),
            "data": self._folder("XDG_DATA_HOME", self.home / ".local" / "share"),
            "cache": self._folder("XDG_CACHE_HOME", self.home / ".cache"),
            "state": self._folder("XDG_STATE_HOME", self.home / ".local" / "state"),
        }

    @property
    def data(self) -> Path:
        own = {WINDOWS: "{local}/Jingdu", MACOS: "{support}/Jingdu", LINUX: "{data}/jingdu"}
        for_all = {
            WINDOWS: "{programs}/Jingdu",
            MACOS: "{root}/Library/Application Support/Jingdu",
            LINUX: "{root}/usr/local/lib/jingdu",
        }
        return self.place((for_all if self.shared else own)[self.system])

    @property
    def caches(self) -> Path:
        """The host's caches, as `jingdu.text.words` has them."""
        places = {WINDOWS: "{local}/Jingdu/Cache", MACOS: "{home}/Library/Caches/Jingdu", LINUX: "{cache}/jingdu"}
        return self.place(places[self.system])

    @property
    def logs(self) -> Path:
        """The host's log, as `jingdu.logs` has it."""
        places = {WINDOWS: "{local}/Jingdu/Logs", MACOS: "{home}/Library/Logs/Jingdu", LINUX: "{state}/jingdu"}
        return self.place(places[self.system])

    def program(self, name: str) -> Path | None:
        """The program of that name, or at that place; None when there is none."""
        if "/" in name:
            path = self.place(name)
            return path if path.exists() else None
        search = [self.env.get("PATH", ""), *(MORE_PROGRAMS if self.system == LINUX else ())]
        found = shutil.which(name, path=os.pathsep.join(search))
        return Path(found) if found else None

    def _folder(self, variable: str, default: Path) -> Path:
        """A folder the environment may move; a relative one is to be ignored (XDG's own rule)."""
        moved = self.env.get(variable, "")
        return Path(moved) if os.path.isabs(moved) else default
