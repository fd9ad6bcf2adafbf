"""Types of requests and replies; requests are validated only here.

Unknown fields are ignored, so that a newer extension may send more. ``hello`` must never change, because it reveals
version mismatches. The types are named tuples, because importing ``dataclasses`` would delay the first reply; their
modules are imported on first use.
"""

import json
from collections.abc import Mapping
from importlib import import_module
from typing import Any, Final, NamedTuple

from jingdu.faults import Fault
from jingdu.protocol.fields import Fields, is_whole, read, wrong

PROTOCOL: Final = 1
"""Version of the protocol; increased when an older peer would misunderstand a message."""

_ACTIONS: Final = {
    "correcting": "correct corrections forget_corrections learn_from_corrections uncorrect",
    "host": "doctor hello",
    "library": "asset cancel_job delete_items edit_items highlights job library_settings open_item restore_items "
    "start_job trash_items",
    "reading": "explain extract following",
    "saving": "picture save saved upload",
    "searching": "duplicates interests library related",
}
ACTIONS: Final = {action: module for module, actions in _ACTIONS.items() for action in actions.split()}
"""Action → name of the module with the type of its request and, in `jingdu.handlers`, with its handler.

The type is named after the action (``DoThis`` for ``do_this``), and a request is parsed by the types of its fields
(`jingdu.protocol.fields.read`). The handler is the function with the name of the action.
"""
_LEAVES: Final = frozenset({str, int, float, bool, type(None)})


class Call(NamedTuple):
    """A validated request and its action."""

    action: str
    request: Any
    """A named tuple with an ``id``, which the reply repeats."""


def identity(message: object) -> int | None:
    """The id of a parsed message, None if it has none; the message itself may be invalid."""
    value = message.get("id") if isinstance(message, dict) else None
    return value if is_whole(value) else None


def call_of(message: object) -> Call:
    """Validates a parsed message; raises `Fault` ``bad_message`` or ``unknown_action``."""
    if not isinstance(message, dict):
        raise wrong("the message", "an object")
    fields = Fields(message)
    action = fields.text("action")
    if action not in ACTIONS:
        raise Fault("unknown_action")
    module = import_module(f"jingdu.protocol.{ACTIONS[action]}")
    return Call(action, read(getattr(module, action.title().replace("_", "")), fields))


def success(identity: int, result: object) -> str:
    """The JSON text of a reply with a result, which is a named tuple."""
    return _dump({"id": identity, "ok": True, "result": jsonable(result)})


def failure(identity: int | None, fault: Fault) -> str:
    """The JSON text of a reply with a fault."""
    fields = {"code": fault.code, "blame": fault.blame, "message": fault.message}
    return _dump({"id": identity, "ok": False, "fault": fields})


def jsonable(value: Any) -> Any:
    """``value`` with named tuples, at any depth, as dicts for JSON."""
    if hasattr(value, "_asdict"):
        value = value._asdict()
    if isinstance(value, dict):
        return {name: inner if type(inner) in _LEAVES else jsonable(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [inner if type(inner) in _LEAVES else jsonable(inner) for inner in value]
    return value


def _dump(reply: Mapping[str, object]) -> str:
    """A reply as JSON, not escaped to ASCII, since that takes 6 bytes per Chinese character instead of 3."""
    return json.dumps(reply, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
