"""The handlers of actions. A handler takes a request, returns a result, and raises `Fault`.

The module that answers an action has the action's name and a function ``handle``, so that saying hello doesn't
import what extraction needs. Related small ones share a module, in which functions have the actions' names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from types import ModuleType
from typing import Any, Final, cast

from jingdu.protocol import Asked

_SHARED: Final = {
    **dict.fromkeys(("edit_items", "trash_items", "restore_items", "delete_items"), "items"),
    **dict.fromkeys(
        ("correct", "uncorrect", "corrections", "forget_corrections", "learn_from_corrections"), "corrections"
    ),
    **dict.fromkeys(("start_job", "job", "cancel_job"), "jobs"),
    **dict.fromkeys(("extract", "following"), "extract"),
    **dict.fromkeys(("asset", "picture", "upload"), "transfer"),
}
"""Action → the module that it shares with others."""


def handle(asked: Asked) -> object:
    """The result (a named tuple) of the action's handler."""
    return handler_of(asked.action)(asked.request)


def handler_of(action: str) -> Callable[[Any], object]:
    """The function that answers an action."""
    found = getattr(_module(action), action if action in _SHARED else "handle")
    return cast("Callable[[Any], object]", found)


def afterwards(asked: Asked) -> Iterator[None] | None:
    """Work that an answered request defers until the host is idle, in steps; mostly none."""
    work = getattr(_module(asked.action), "afterwards", None)
    return cast("Iterator[None] | None", work(asked.request)) if work else None


def _module(action: str) -> ModuleType:
    return import_module(f"jingdu.handlers.{_SHARED.get(action, action)}")
