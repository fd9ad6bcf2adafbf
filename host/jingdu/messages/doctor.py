"""``doctor``: each link from the browser to the article."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from jingdu.messages.fields import Fields


class Doctor(NamedTuple):
    """Asks what is wrong; with ``fix`` what can be mended safely is mended first."""

    id: int
    fix: bool


class LinkFields(NamedTuple):
    """One link; ``state`` is good, fault, warning or unknown."""

    name: str
    state: str
    said: str
    cure: str
    fixable: bool


class DoctorResult(NamedTuple):
    links: list[LinkFields]
    host: str
    """Its version."""
    setup: str
    """The command that sets up again."""


def _doctor(fields: Fields) -> Doctor:
    return Doctor(fields.whole("id"), fields.flag("fix"))


READERS: Final[Mapping[str, Callable[[Fields], Doctor]]] = {"doctor": _doctor}
"""Action → what reads its request."""
