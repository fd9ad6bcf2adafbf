"""One file for each action. A handler takes a request, returns a result, and raises `Fault`.

Which module answers which request is a table of names, so that saying hello doesn't
import what extraction needs.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Final, cast

from jingdu.messages import Extract, Hello, Request, Result

HANDLERS: Final[Mapping[type[Request], str]] = {
    Extract: "jingdu.handlers.extract",
    Hello: "jingdu.handlers.hello",
}


def handle(request: Request) -> Result:
    """The result of the request's handler."""
    return cast(Result, import_module(HANDLERS[type(request)]).handle(request))


def actions() -> list[str]:
    """The names of all actions, as ``hello`` tells them."""
    return sorted(name.rpartition(".")[2] for name in HANDLERS.values())
