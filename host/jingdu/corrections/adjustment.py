"""The adjustment of the weights that was learned from all corrections: one JSON file that a person can read.

It is in paper W's form: to the sum of a block are added supports of a few of its terms, by their bins. ``first`` is the
digest of the packaged weights that it was learned for; with others it is not used.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

from jingdu.sites import ADJUSTMENT, files
from jingdu.storage import atomic, private

FORMAT: Final = 1
STATES: Final = ("active", "rejected", "removed")
MAX_TERMS: Final = 6
MAX_SUPPORT: Final = 5.0


class Adjustment(NamedTuple):
    """``terms`` has of each column what is added in each bin, by its label; ``state`` is active, rejected or
    removed by the user."""

    state: str
    first: str
    terms: Mapping[str, Mapping[str, float]]
    provenance: Mapping[str, Any]

    def as_json(self) -> str:
        lines = ",\n".join(
            f"{json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}" for name, value in self._asdict().items()
        )
        return f'{{\n"format": {FORMAT},\n{lines}\n}}\n'


_cache: Final[files.Cache[Adjustment]] = {}


def place() -> str:
    return files.beside(ADJUSTMENT)


def load() -> Adjustment | None:
    """What was learned last; None where there is nothing. A damaged file is set aside."""
    with suppress(OSError):
        return files.cached(_cache, place(), lambda name: of_json(Path(name).read_text("utf-8")))
    return None


def of_json(text: str) -> Adjustment:
    """The adjustment in a file's text; raises `private.DAMAGE`."""
    data = json.loads(text)
    found = Adjustment(data["state"], data["first"], data["terms"], data["provenance"])
    supports = [float(value) for bins in found.terms.values() for value in bins.values()]
    fits = data["format"] == FORMAT and found.state in STATES and len(found.terms) <= MAX_TERMS
    if not fits or not all(abs(value) <= MAX_SUPPORT for value in supports):
        raise ValueError("out of range")
    int(found.provenance["pages"]), str(found.provenance["when"])
    return found


def write(adjustment: Adjustment) -> None:
    """Replaces the file. Raises ``OSError``."""
    private.folder(private.data())
    atomic.replace(Path(place()), adjustment.as_json().encode())


def undo() -> bool:
    """Removes what it says, until it is learned again from more pages; whether it said anything."""
    found = load()
    if found is None or found.state != "active":
        return False
    write(found._replace(state="removed", terms={}))
    return True


def forget() -> None:
    """Removes it."""
    Path(place()).unlink(missing_ok=True)
