"""Whether the reader learns the sites it is used on: one small JSON beside the profiles, and a variable above it."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Final

from jingdu.storage import private

VARIABLE: Final = "JINGDU_LEARN_SITES"
"""``0``, ``no``, ``off`` or ``false`` switches learning off, anything else on, whatever the file says."""
_NO: Final = frozenset({"0", "no", "off", "false"})


def place() -> str:
    """The file."""
    return os.path.join(private.data(), "settings.json")


def learns() -> bool:
    """Whether pages read in the reader are learned from; yes unless it was switched off."""
    told = os.environ.get(VARIABLE, "").strip().lower()
    if told:
        return told not in _NO
    try:
        with open(place(), encoding="utf-8") as file:
            return json.load(file)["learn_sites"] is not False
    except FileNotFoundError:
        return True
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return False  # a file that someone wrote and we cannot read: rather learn nothing


def switch(on: bool) -> None:
    """Writes the choice; raises ``OSError`` where the folder cannot be written."""
    private.write_json(Path(place()), {"learn_sites": on})
