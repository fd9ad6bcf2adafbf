"""One file for each action. A handler takes a request, returns a result, and raises `Fault`.

Which module answers which request is a table of names, so that saying hello doesn't
import what extraction needs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
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


def afterwards(request: Request) -> Iterator[None] | None:
    """What a request that was answered leaves to be done when the host is idle, bit by bit; mostly nothing."""
    work = getattr(import_module(HANDLERS[type(request)]), "afterwards", None)
    return cast("Iterator[None] | None", work(request)) if work else None


def actions() -> list[str]:
    """The names of all actions, as ``hello`` tells them."""
    return sorted(name.rpartition(".")[2] for name in HANDLERS.values())
