"""``hello`` and ``doctor``: who is there, and the checks from the browser to the library."""

from __future__ import annotations

from typing import NamedTuple


class Hello(NamedTuple):
    """Asks who is there; ``extension`` is the version of the extension."""

    id: int
    protocol: int
    extension: str


class HelloResult(NamedTuple):
    protocol: int
    host: str
    actions: list[str]


class Doctor(NamedTuple):
    """Asks what is wrong; with ``fix`` what can be fixed automatically is fixed first."""

    id: int
    fix: bool


class CheckFields(NamedTuple):
    """One check: its id, its state (good, fault, warning or unknown), the message, the fix, and whether it can be fixed
    automatically."""

    name: str
    state: str
    said: str
    cure: str
    fixable: bool


class DoctorResult(NamedTuple):
    links: list[CheckFields]
    host: str
    """Its version."""
    setup: str
    """The command that sets up again."""
