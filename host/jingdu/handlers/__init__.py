"""The handlers of actions. A handler takes a request, returns a result, and raises `Fault`.

A function with the name of its action answers it, in the module that is named as the one of `jingdu.protocol` with the
action's types, so that saying hello doesn't import what extraction needs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from types import ModuleType
from typing import Any, cast

from jingdu.protocol import ACTIONS, Asked


def handle(asked: Asked) -> object:
    """The result (a named tuple) of the action's handler."""
    return handler_of(asked.action)(asked.request)


def handler_of(action: str) -> Callable[[Any], object]:
    """The function that answers an action."""
    return cast("Callable[[Any], object]", getattr(_module(action), action))


def afterwards(asked: Asked) -> Iterator[None] | None:
    """Work that an answered request defers until the host is idle, in steps: ``after_`` and the action; mostly none."""
    work = getattr(_module(asked.action), f"after_{asked.action}", None)
    return cast("Iterator[None] | None", work(asked.request)) if work else None


def _module(action: str) -> ModuleType:
    return import_module(f"jingdu.handlers.{ACTIONS[action].partition('.')[0]}")
