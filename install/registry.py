"""Windows' registry, as far as host manifests need it: default values of keys of a user, or of all users."""

from __future__ import annotations

import sys
from contextlib import suppress


class Registry:
    """The keys of this user, or of all (``shared``); on other systems there are none."""

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
