"""Handlers of actions: functions that take a request, return a result, and raise `Fault`.

A handler has the name of its action. Its module has the same name as the module of `jingdu.protocol` with its types;
modules are imported on first use.
"""

from collections.abc import Callable, Iterator
from importlib import import_module
from types import ModuleType
from typing import Any, cast

from jingdu.protocol import ACTIONS, Call


def handle(call: Call) -> object:
    """Calls the action's handler and returns its result, a named tuple."""
    return cast(object, getattr(module_of(call.action), call.action)(call.request))


def deferred(call: Call) -> Iterator[None] | None:
    """Work to do in steps once the host is idle after the reply; from the optional function ``after_<action>``."""
    work: Callable[[Any], Iterator[None] | None] | None = getattr(module_of(call.action), f"after_{call.action}", None)
    return work(call.request) if work else None


def module_of(action: str) -> ModuleType:
    return import_module(f"jingdu.handlers.{ACTIONS[action]}")
