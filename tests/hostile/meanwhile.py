"""Another process, as a test sees it: it acts once, at the moment that the test names, if the locks let it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from jingdu.library import place
from jingdu.storage import lock


class Other:
    """What it does; where we hold its lock just then, it waits until `ends`."""

    def __init__(self, act: Callable[[], object], locked: Path | None = None) -> None:
        self._act, self._locked = act, locked
        self._has_acted = False

    def comes(self) -> None:
        """It acts now if it can."""
        if not self._has_acted and not lock.is_held(self._locked or place.folder()):
            self.ends()

    def ends(self) -> None:
        """It has acted."""
        if not self._has_acted:
            self._has_acted = True
            self._act()

    def before(self, monkeypatch: pytest.MonkeyPatch, where: object, name: str) -> None:
        """It comes right before the first call of a function that no lock keeps it from."""
        real = getattr(where, name)

        def called(*given: Any, **named: Any) -> Any:
            self.comes()
            return real(*given, **named)

        monkeypatch.setattr(where, name, called)

    def after(self, monkeypatch: pytest.MonkeyPatch, where: object, name: str) -> None:
        """It comes right after the first call of a function that no lock keeps it from."""
        real = getattr(where, name)

        def called(*given: Any, **named: Any) -> Any:
            found = real(*given, **named)
            self.comes()
            return found

        monkeypatch.setattr(where, name, called)
