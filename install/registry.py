"""Windows' registry, as far as host manifests need it: default values of keys of a user, or of all users."""

from __future__ import annotations

import sys


class Registry:
    """The keys of this user, or of all (``shared``); on other systems there are none."""

    def __init__(self, *, shared: bool = False) -> None:
        self.shared = shared

    if sys.platform == "win32":
        import winreg

        def get(self, key: str) -> str | None:
            """The key's default value; None when there is no such key."""
            try:
                return self.winreg.QueryValue(self._hive(), key)
            except FileNotFoundError:
                return None

        def set(self, key: str, value: str) -> None:
            """Creates the key, and those above it, and sets its default value."""
            with self.winreg.CreateKey(self._hive(), key) as handle:
                self.winreg.SetValueEx(handle, "", 0, self.winreg.REG_SZ, value)

        def delete(self, key: str) -> None:
            """Removes the key; it need not exist."""
            try:
                self.winreg.DeleteKey(self._hive(), key)
            except FileNotFoundError:
                return

        def _hive(self) -> int:
            return self.winreg.HKEY_LOCAL_MACHINE if self.shared else self.winreg.HKEY_CURRENT_USER

    else:

        def get(self, key: str) -> str | None:
            """Nothing is registered."""
            return None

        def set(self, key: str, value: str) -> None:
            """Not used."""

        def delete(self, key: str) -> None:
            """Nothing to remove."""
