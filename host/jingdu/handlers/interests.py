"""interests: what the list can be ordered by: shown, reset, switched on or off; they stay on this computer."""

from __future__ import annotations

from typing import Final

from jingdu.faults import Fault
from jingdu.library import indexed, place
from jingdu.library.topics import learned
from jingdu.protocol.searching import Interests, InterestsResult

_MAX_SECONDS: Final = 0.3
"""Seconds that the answer waits for articles that were read since."""


def handle(request: Interests) -> InterestsResult:
    """The interests after what was asked for; raises the faults of the index and of the library."""
    index = indexed.opened()
    if request.do == "reset":
        indexed.compare(index)  # what the index does not know yet is forgotten too
        if index.is_unsure():
            raise Fault("library_broken")
        learned.reset(index)
    elif request.do in ("on", "off"):
        place.change(interests=request.do == "on")
    on = place.settings().interests
    if on:
        learned.learn_some(index, _MAX_SECONDS)
    terms = learned.vector(index) if on else []
    return InterestsResult(on, [(term.shown, round(term.weight, 3)) for term in terms])
