"""The adjustment of the weights learned from all corrections, stored as a readable JSON file.

In paper W's form, it adds supports for the bins of a few terms to a block's score. ``first`` is the digest of the
packaged weights for which it was learned; with other weights it is ignored.
"""

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
    state: str
    """``active``, ``rejected``, or ``removed`` by the user."""
    first: str
    """Digest of the first stage's profile."""
    terms: Mapping[str, Mapping[str, float]]
    """Column → label of a bin → support."""
    provenance: Mapping[str, Any]

    def as_json(self) -> str:
        fields = {"format": FORMAT, **self._asdict()}.items()
        lines = (f"{json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}" for name, value in fields)
        return "{\n" + ",\n".join(lines) + "\n}\n"


_cache: Final[files.Cache[Adjustment]] = {}


def load() -> Adjustment | None:
    """The stored adjustment; None if there is none. A damaged file is renamed."""
    with suppress(OSError):
        return files.cached(_cache, files.data_file(ADJUSTMENT), lambda name: from_json(Path(name).read_text("utf-8")))
    return None


def from_json(text: str) -> Adjustment:
    """Parses an adjustment; raises `private.DAMAGE`."""
    data = json.loads(text)
    adjustment = Adjustment(data["state"], data["first"], data["terms"], data["provenance"])
    supports = [float(value) for bins in adjustment.terms.values() for value in bins.values()]
    is_valid = data["format"] == FORMAT and adjustment.state in STATES and len(adjustment.terms) <= MAX_TERMS
    if not is_valid or not all(abs(value) <= MAX_SUPPORT for value in supports):
        raise ValueError("out of range")
    int(adjustment.provenance["pages"]), str(adjustment.provenance["when"])
    return adjustment


def write(adjustment: Adjustment) -> None:
    """Stores the adjustment; raises ``OSError``."""
    private.make_folder(private.data())
    atomic.replace(Path(files.data_file(ADJUSTMENT)), adjustment.as_json().encode())


def undo() -> bool:
    """Disables the adjustment until it is learned from more pages; returns whether it was active."""
    adjustment = load()
    if adjustment is None or adjustment.state != "active":
        return False
    write(adjustment._replace(state="removed", terms={}))
    return True


def forget() -> None:
    Path(files.data_file(ADJUSTMENT)).unlink(missing_ok=True)
