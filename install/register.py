"""Host manifests, by which browsers know where the host is, and the registry keys that name them on Windows."""

from __future__ import annotations

import json
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from install.browsers import Found
from install.computer import Computer
from install.errors import FILES, SetupError
from install.extension import Extension
from jingdu.i18n import gettext as _

HOST_NAME: Final = "org.jingdu.host"
FILE_NAME: Final = f"{HOST_NAME}.json"


class Registry:
    """Windows' registry: default values of keys of this user, or of all (``shared``). Other systems have none."""

    def __init__(self, *, shared: bool = False) -> None:
        self.shared = shared

    def get(self, key: str) -> str | None:
        """The key's default value; None when there is no such key."""
        if sys.platform == "win32":
            import winreg

            with suppress(FileNotFoundError):
                return winreg.QueryValue(self._hive(), key)
        return None

    def set(self, key: str, value: str) -> None:
        """Creates the key, and those above it, and sets its default value."""
        if sys.platform == "win32":
            import winreg

            with winreg.CreateKey(self._hive(), key) as handle:
                winreg.SetValueEx(handle, "", 0, winreg.REG_SZ, value)

    def delete(self, key: str) -> None:
        """Removes the key; it need not exist."""
        if sys.platform == "win32":
            import winreg

            with suppress(FileNotFoundError):
                winreg.DeleteKey(self._hive(), key)

    def _hive(self) -> int:
        if sys.platform == "win32":
            import winreg

            return winreg.HKEY_LOCAL_MACHINE if self.shared else winreg.HKEY_CURRENT_USER
        raise NotImplementedError


@dataclass(frozen=True)
class Registration:
    """A manifest, and the family of browsers that will read it."""

    family: str
    manifest: Path


def manifest(family: str, launcher: Path, extension: Extension) -> dict[str, Any]:
    """What the browsers of a family read; Firefox refuses a manifest with a key it does not know."""
    return {
        "name": HOST_NAME,
        "description": "Jingdu 净读 finds the article in a page",
        "path": str(launcher),
        "type": "stdio",
        **extension.allowed(family),
    }


def manifest_text(family: str, launcher: Path, extension: Extension) -> bytes:
    """The manifest's file; raises `SetupError` where it could not name the launcher."""
    content = json.dumps(manifest(family, launcher, extension), ensure_ascii=False, indent=2)
    try:
        return content.encode("utf-8") + b"\n"
    except UnicodeEncodeError as error:
        message = "The name of the folder {folder!r} is not UTF-8, so browsers cannot find it; rename it."
        raise SetupError(FILES, _(message, folder=str(launcher.parent))) from error


def own_manifest(computer: Computer, family: str) -> Path:
    """Where our own copy of a family's manifest is."""
    return computer.data / "manifests" / family / FILE_NAME


def registry_key(found: Found) -> str:
    """The key in which a browser on Windows looks for the host."""
    return rf"{found.place.registry}\{HOST_NAME}"
