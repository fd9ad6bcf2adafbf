"""Sends requests to the service in this process, as the extension does."""

import json
from typing import Any

from jingdu import service


def ask(action: str, **fields: Any) -> Any:
    """Returns the result of a request, or its fault code."""
    reply = json.loads(service.answer(json.dumps({"id": 1, "action": action, **fields}))[0])
    return reply["result"] if reply["ok"] else reply["fault"]["code"]


def call(action: str, **fields: Any) -> Any:
    """Returns the result of a request that succeeds, after the host's background work is done."""
    result = ask(action, **fields)
    while not service.is_idle():
        next(service.background_work(), None)
    assert isinstance(result, dict), result
    return result
