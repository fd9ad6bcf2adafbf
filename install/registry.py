"""Windows' registry, as far as host manifests need it: default values of keys of a user, or of all users."""

from __future__ import annotations

import sys
from typing import Protocol

from install.trouble import FILES, Trouble
from jingdu.i18n import gettext as _


class Registry(Protocol):
    """What set-up asks of a registry; the tests' one is a dictionary."""

    def get(self, key: str) -> str | None:
        """The key's default value; None when there is no such key."""

    def set(self, key: str, value: str) -> None:
        """Makes the key, and those above it, and sets its default value."""

    def delete(self, key: str) -> None:
        """Removes the key; it need not exist."""


class Nothing:
    """Systems without a registry."""

    def get(self, key: str) -> str | None:
        """Nothing is registered."""
        return None

    def set(self, key: str, value: str) -> None:
        """Never asked for by the table."""
        raise Trouble(FILES, _("This system has no registry for {key}; please report this.", key=key))

    def delete(self, key: str) -> None:
        """Nothing to remove."""


if sys.platform == "win32":
    import winreg

    class Windows:
        """The real one: the keys of this user, or of all of them."""

        def __init__(self, *, shared: bool = False) -> None:
            self._hive = winreg.HKEY_LOCAL_MACHINE if shared else winreg.HKEY_CURRENT_USER

        def get(self, key: str) -> str | None:
            """The key's default value."""
            try:
                return winreg.QueryValue(self._hive, key)
            except FileNotFoundError:
                return None

        def set(self, key: str, value: str) -> None:
            """Makes the key and sets its default value."""
            with winreg.CreateKey(self._hive, key) as handle:
                winreg.SetValueEx(handle, "", 0, winreg.REG_SZ, value)

        def delete(self, key: str) -> None:
            """Removes the key."""
            try:
                winreg.DeleteKey(self._hive, key)
            except FileNotFoundError:
                return


def this(*, shared: bool = False) -> Registry:
    """The registry of this computer; ``shared`` for the part that all users have."""
    if sys.platform == "win32":
        return Windows(shared=shared)
    return Nothing()
