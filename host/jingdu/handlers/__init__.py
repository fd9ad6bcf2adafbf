"""One file for each action. A handler takes a request, returns a result, and raises `Fault`.

The module that answers an action has the action's name, so that saying hello doesn't
import what extraction needs.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from types import ModuleType
from typing import cast

from jingdu.protocol import ACTIONS, Asked


def handle(asked: Asked) -> object:
    """The result (a named tuple) of the action's handler."""
    return cast(object, _handler(asked.action).handle(asked.request))


def afterwards(asked: Asked) -> Iterator[None] | None:
    """Work that an answered request defers until the host is idle, in steps; mostly none."""
    work = getattr(_handler(asked.action), "afterwards", None)
    return cast("Iterator[None] | None", work(asked.request)) if work else None


def actions() -> list[str]:
    """The names of all actions."""
    return sorted(ACTIONS)


def _handler(action: str) -> ModuleType:
    return import_module(f"jingdu.handlers.{action}")
