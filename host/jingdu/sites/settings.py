"""Whether the reader learns from sites and corrections: one small JSON beside the profiles, and a variable above it."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Final

from jingdu.storage import private
from jingdu.storage.lock import locked

SITES: Final = "learn_sites"
CORRECTIONS: Final = "learn_corrections"
VARIABLE: Final = "JINGDU_LEARN_SITES"
"""``0``, ``no``, ``off`` or ``false`` switches learning of sites off, anything else on, whatever the file says."""
_NO: Final = frozenset({"0", "no", "off", "false"})


def place() -> str:
    """The file."""
    return os.path.join(private.data(), "settings.json")


def learns(what: str = SITES) -> bool:
    """Whether pages read in the reader, or `CORRECTIONS`, are learned from; yes unless it was switched off."""
    value = os.environ.get(VARIABLE, "").strip().lower()
    if value and what == SITES:
        return value not in _NO
    try:
        with open(place(), encoding="utf-8") as file:
            known = json.load(file)
            return (known[what] if what == SITES else known.get(what)) is not False
    except FileNotFoundError:
        return True
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return False  # a file that someone wrote and we cannot read: rather learn nothing


def switch(on: bool, what: str = SITES) -> None:
    """Writes the choice; raises ``OSError`` where the folder cannot be written."""
    with locked(Path(place())):
        known = private.read_json(Path(place()))
        private.write_json(Path(place()), {SITES: True, **(known if isinstance(known, dict) else {}), what: on})
