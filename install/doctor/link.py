"""One link of the chain and what was found of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

GOOD: Final = "good"
FAULT: Final = "fault"
WARNING: Final = "warning"
UNKNOWN: Final = "unknown"
"""It could not be looked at, because of a fault before it."""


@dataclass(frozen=True)
class Link:
    """``name`` stays the same for ever; the sentences are for people."""

    name: str
    state: str
    said: str
    """What was seen."""
    cure: str = ""
    """The one thing to do, for a fault or a warning."""
    fix: Callable[[], None] | None = None
    """Does it, where that is safe: it writes only what set-up writes."""

    def as_data(self) -> dict[str, object]:
        """For JSON; the extension shows the same."""
        told: dict[str, object] = {"name": self.name, "state": self.state, "said": self.said, "cure": self.cure}
        return {**told, "fixable": self.fix is not None}


def good(name: str, said: str) -> Link:
    return Link(name, GOOD, said)


def fault(name: str, said: str, cure: str, fix: Callable[[], None] | None = None) -> Link:
    return Link(name, FAULT, said, cure, fix)


def warning(name: str, said: str, cure: str) -> Link:
    return Link(name, WARNING, said, cure)


def unknown(name: str, because: str) -> Link:
    return Link(name, UNKNOWN, f"not looked at, because of {because}")
