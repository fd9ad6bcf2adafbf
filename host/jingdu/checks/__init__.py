"""The result type of the doctor's checks.

`jingdu.checks.__main__` runs the checks that need the host's environment.
"""

from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple

from jingdu.i18n import gettext as _

PASSED: Final = "good"
FAILED: Final = "fault"
WARNING: Final = "warning"
SKIPPED: Final = "unknown"
"""Skipped because a previous check failed."""


class Check(NamedTuple):
    id: str
    message: str
    fix: str = ""
    """What the user can do."""
    command: str = ""
    """Shell command for the fix, or for a part of it."""
    repair: Callable[[], object] | None = None
    """Automatic fix, if it is safe: it changes only files that set-up and the host write."""
    state: str = PASSED

    @property
    def advice(self) -> str:
        """``fix`` and ``command``; the extension recognizes a command by ``Run:``, in any language."""
        return " ".join(filter(None, (self.fix, self.command and f"Run: {self.command}")))

    def as_json(self) -> dict[str, object]:
        """The fields printed by ``--json``."""
        fields = {name: getattr(self, name) for name in ("id", "state", "message", "fix", "command")}
        return {**fields, "fixable": self.repair is not None}


passed: Final = partial(Check, state=PASSED)
failed: Final = partial(Check, state=FAILED)
warning: Final = partial(Check, state=WARNING)


def skipped(identity: str, cause: str) -> Check:
    return Check(identity, _("not checked until “{cause}” is fixed", cause=cause), state=SKIPPED)
