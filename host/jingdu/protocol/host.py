"""``hello`` and ``doctor``."""

from typing import NamedTuple


class Hello(NamedTuple):
    """Compares versions; ``extension`` is the version of the extension."""

    id: int
    protocol: int
    extension: str


class HelloResult(NamedTuple):
    protocol: int
    host: str
    actions: list[str]


class Doctor(NamedTuple):
    """Runs the checks; ``fix`` makes automatic fixes first."""

    id: int
    fix: bool
    language: str | None
    """BCP 47; messages are English if there are none in it."""


class CheckFields(NamedTuple):
    name: str
    """The check's id."""
    state: str
    """``good``, ``fault``, ``warning`` or ``unknown``."""
    said: str
    """The message."""
    cure: str
    """What to do; a command follows ``Run:``, in any language."""
    fixable: bool
    """Whether it can be fixed automatically."""


class DoctorResult(NamedTuple):
    links: list[CheckFields]
    host: str
    """Its version."""
    setup: str
    """The command that runs set-up again."""
