"""Requests to the service in this process, as the extension sends them."""

import json
from typing import Any

from jingdu import service


def ask(action: str, **fields: Any) -> Any:
    """The result of a request, or the code of its fault."""
    reply = json.loads(service.answer(json.dumps({"id": 1, "action": action, **fields}))[0])
    return reply["result"] if reply["ok"] else reply["fault"]["code"]


def asked(action: str, **fields: Any) -> Any:
    """The result of a request that succeeds; then the host does what it does when it is idle."""
    result = ask(action, **fields)
    while not service.is_idle():
        next(service.background_work(), None)
    assert isinstance(result, dict), result
    return result
