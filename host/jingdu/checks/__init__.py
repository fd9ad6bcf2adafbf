"""What the doctor can see only from within the host's environment; see `jingdu.checks.__main__`.

Sentences and commands have ``{name}`` where one of the ``values`` belongs; ``{setup}`` and ``{jingdu}`` in a command
stand for those of this installation.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from jingdu.i18n import gettext as _

GOOD: Final = "good"
FAULT: Final = "fault"
WARNING: Final = "warning"


class Check(NamedTuple):
    """The result of a check. ``fix`` is a sentence, ``command`` what to type."""

    id: str
    state: str
    message: str
    fix: str = ""
    command: str = ""
    values: Mapping[str, object] = MappingProxyType({})
    refused: str = ""
    """A path that could not be used; the doctor finds out why."""
    ours: str = ""
    """The folder at or above it that is the user's to change."""
    repair: Callable[[], object] | None = None

    def as_json(self) -> dict[str, object]:
        """For the doctor."""
        values = {name: str(value) for name, value in self.values.items()}
        return {**self._asdict(), "values": values, "repair": None, "fixable": self.repair is not None}


def refused(identity: str, error: OSError, path: str | os.PathLike[str], ours: str | os.PathLike[str]) -> Check:
    """The failed check of a path that the system refuses; ``ours`` is the folder that is the user's to change."""
    values = {"path": path, "reason": (error.strerror or str(error)).lower()}
    message = _("{path} cannot be used ({reason})")
    return Check(identity, FAULT, message, values=values, refused=str(path), ours=str(ours))
