"""A check of the doctor: what was seen, and the one thing to do about it.

`jingdu.checks.__main__` makes those that can be seen only from within the host's environment.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from jingdu.i18n import gettext as _

PASSED: Final = "good"
FAILED: Final = "fault"
WARNING: Final = "warning"
SKIPPED: Final = "unknown"
"""Not checked, because of a failed check before it."""


class Check(NamedTuple):
    """The result of a check. ``id`` never changes; the sentences are for people."""

    id: str
    state: str
    message: str
    """What was seen."""
    fix: str = ""
    """What to do, in words."""
    command: str = ""
    """What to type to do it, in the user's shell; it may also do a part of ``fix`` only."""
    repair: Callable[[], object] | None = None
    """Does it, where that is safe: writes only what set-up and the host write themselves."""

    @property
    def advice(self) -> str:
        """``fix`` and ``command`` in one text; the extension knows a command by ``Run:``."""
        return " ".join(filter(None, (self.fix, f"Run: {self.command}" if self.command else "")))

    def as_json(self) -> dict[str, object]:
        """For ``--json``."""
        fields = {name: getattr(self, name) for name in ("id", "state", "message", "fix", "command")}
        return {**fields, "fixable": self.repair is not None}


def passed(identity: str, message: str) -> Check:
    return Check(identity, PASSED, message)


def failed(
    identity: str, message: str, fix: str = "", *, command: str = "", repair: Callable[[], object] | None = None
) -> Check:
    return Check(identity, FAILED, message, fix, command, repair)


def warning(identity: str, message: str, fix: str = "", *, command: str = "") -> Check:
    return Check(identity, WARNING, message, fix, command)


def skipped(identity: str, cause: str) -> Check:
    return Check(identity, SKIPPED, _("not checked until “{cause}” is fixed", cause=cause))
