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
    """Runs the checks; with ``fix``, after fixing automatically what can be fixed."""

    id: int
    fix: bool
    language: str | None
    """BCP 47 tag of the messages' language; they are English if it is not supported."""


class CheckFields(NamedTuple):
    name: str
    """The check's id."""
    state: str
    """``good``, ``fault``, ``warning`` or ``unknown``."""
    said: str
    """The message."""
    cure: str
    """Advice what to do; a command in it follows ``Run:``, in any language."""
    fixable: bool
    """Whether it can be fixed automatically."""


class DoctorResult(NamedTuple):
    links: list[CheckFields]
    """The results of the checks."""
    host: str
    """The host's version."""
    setup: str
    """The command that runs set-up again."""
