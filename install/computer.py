"""The computer set-up runs on: its system and the folders every place is told by."""

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

_MORE_PROGRAMS: Final = ("/usr/local/bin", "/usr/bin", "/bin", "/snap/bin")
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
        return Path(pattern.format_map({name: str(path) for name, path in self.folders().items()}))

    def folders(self) -> dict[str, Path]:
        """The folders that patterns may name."""
        if self.system == WINDOWS:
            local = self._folder("LOCALAPPDATA", self.home / "AppData" / "Local")
            return {
                "local": local,
                "roaming": self._folder("APPDATA", self.home / "AppData" / "Roaming"),
                "programs": self._folder("PROGRAMFILES", Path("C:/Program Files")),
                "programs86": self._folder("PROGRAMFILES(X86)", Path("C:/Program Files (x86)")),
            }
        if self.system == MACOS:
            support = self.home / "Library" / "Application Support"
            applications = self.root / "Applications"
            return {"root": self.root, "home": self.home, "support": support, "applications": applications}
        return {"root": self.root, "home": self.home, "config": self._folder("XDG_CONFIG_HOME", self.home / ".config")}

    @property
    def data(self) -> Path:
        """Where what we install lives."""
        if self.system == WINDOWS:
            return self.place("{programs}/Jingdu" if self.shared else "{local}/Jingdu")
        if self.system == MACOS:
            return self.place("{root}/Library/Application Support/Jingdu" if self.shared else "{support}/Jingdu")
        if self.shared:
            return self.place("{root}/usr/local/lib/jingdu")
        return self._folder("XDG_DATA_HOME", self.home / ".local" / "share") / "jingdu"

    @property
    def caches(self) -> Path:
        """Where the host keeps what it can make again, as `jingdu.text.words` has it."""
        if self.system == WINDOWS:
            return self.place("{local}/Jingdu/Cache")
        if self.system == MACOS:
            return self.home / "Library" / "Caches" / "Jingdu"
        return self._folder("XDG_CACHE_HOME", self.home / ".cache") / "jingdu"

    @property
    def logs(self) -> Path:
        """Where the host writes its log, as `jingdu.logs` has it."""
        if self.system == WINDOWS:
            return self.place("{local}/Jingdu/Logs")
        if self.system == MACOS:
            return self.home / "Library" / "Logs" / "Jingdu"
        return self._folder("XDG_STATE_HOME", self.home / ".local" / "state") / "jingdu"

    def program(self, name: str) -> Path | None:
        """The program of that name, or at that place; None when there is none."""
        if "/" in name:
            path = self.place(name)
            return path if path.exists() else None
        search = [self.env.get("PATH", ""), *(_MORE_PROGRAMS if self.system == LINUX else ())]
        found = shutil.which(name, path=os.pathsep.join(search))
        return Path(found) if found else None

    def _folder(self, variable: str, default: Path) -> Path:
        """A folder the environment may move; a relative one is to be ignored (XDG's own rule)."""
        moved = self.env.get(variable, "")
        return Path(moved) if os.path.isabs(moved) else default
