"""One type for each request and each reply; what comes in is validated here and nowhere else.

Unknown fields are ignored, so that a newer extension can send more. ``hello`` keeps its fields for ever: by it two
versions find out that they differ. The types are named tuples, because the first answer is sent before ``dataclasses``
is imported, in a module for each part of the product, which is imported with the first of its actions.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib import import_module
from typing import Any, Final, NamedTuple

from jingdu.faults import Fault
from jingdu.protocol.fields import Fields, is_whole, read, wrong

PROTOCOL: Final = 1
"""Version of the protocol; raised when an older peer would misunderstand a message."""

ACTIONS: Final[Mapping[str, str]] = {
    "asset": "library.Asset",
    "cancel_job": "library.Job",
    "correct": "correcting.Correct",
    "corrections": "correcting.Corrections",
    "delete_items": "library.Items",
    "doctor": "host.Doctor",
    "duplicates": "searching.Duplicates",
    "edit_items": "library.EditItems",
    "explain": "reading.Explain",
    "extract": "reading.Extract",
    "following": "reading.Following",
    "forget_corrections": "correcting.ForgetCorrections",
    "hello": "host.Hello",
    "highlights": "library.Highlights",
    "interests": "searching.Interests",
    "job": "library.Job",
    "learn_from_corrections": "correcting.LearnFromCorrections",
    "library": "searching.Library",
    "library_settings": "library.LibrarySettings",
    "open_item": "library.OpenItem",
    "picture": "saving.Picture",
    "related": "searching.Related",
    "restore_items": "library.Items",
    "save": "saving.Save",
    "saved": "saving.Saved",
    "start_job": "library.StartJob",
    "trash_items": "library.Items",
    "uncorrect": "correcting.Uncorrect",
    "upload": "saving.Upload",
}
"""Action → the module of this package with its types, and the type of its request.

A request is read by the types of its fields, or by ``of`` where its type has that. The function of the action's name in
the module of `jingdu.handlers` that has the same name answers it.
"""
_LEAVES: Final = frozenset({str, int, float, bool, type(None)})


class Asked(NamedTuple):
    """A request and the action that it is for."""

    action: str
    request: Any
    """A named tuple with ``id``, which the reply carries."""


def identity(message: object) -> int | None:
    """The id of a message of any shape, so that a refusal reaches who asked."""
    value = message.get("id") if isinstance(message, dict) else None
    return value if is_whole(value) else None


def asked(message: object) -> Asked:
    """The request in a parsed message; raises ``bad_message`` or ``unknown_action``."""
    if not isinstance(message, dict):
        raise wrong("the message", "an object")
    fields = Fields(message)
    action = fields.text("action")
    if action not in ACTIONS:
        raise Fault("unknown_action")
    module, _, name = ACTIONS[action].partition(".")
    kind = getattr(import_module(f"jingdu.protocol.{module}"), name)
    return Asked(action, kind.of(fields) if hasattr(kind, "of") else read(kind, fields))


def success(identity: int, result: object) -> str:
    """The JSON text of a reply; ``result`` is a named tuple."""
    return _dump({"id": identity, "ok": True, "result": plain(result)})


def failure(identity: int | None, fault: Fault) -> str:
    fields = {"code": fault.code, "blame": fault.blame, "message": fault.message}
    return _dump({"id": identity, "ok": False, "fault": fields})


def plain(value: Any) -> Any:
    """``value`` with every named tuple, at any depth, as an object, as JSON has it."""
    if type(value) in _LEAVES:
        return value
    if hasattr(value, "_asdict"):
        value = value._asdict()
    if isinstance(value, dict):
        return {name: one if type(one) in _LEAVES else plain(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [one if type(one) in _LEAVES else plain(one) for one in value]
    return value


def _dump(reply: Mapping[str, object]) -> str:
    """Not escaped to ASCII: a Chinese character would take 6 bytes of the frame, not 3."""
    return json.dumps(reply, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
