"""Names that items have, as numbers: to filter and to count 100,000 of them takes less than a millisecond so."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

import numpy as np
from numpy.typing import NDArray

MAX_FACETS: Final = 200
"""Values of each kind that are reported; more are of no use in a list to choose from."""
Numbers = NDArray[np.int32]
Mask = NDArray[np.bool_]


class Values:
    """The distinct names of one kind; each has the number of its place in ``names``."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self._numbers: dict[str, int] = {}

    def numbers(self, names: Iterable[str]) -> Numbers:
        """The number of each name; a name that is new gets the next one."""
        known = self._numbers
        found = [known.setdefault(name, len(known)) for name in names]
        self.names.extend(list(known)[len(self.names) :])
        return np.array(found, np.int32)

    def where(self, test: Callable[[str], bool]) -> Mask:
        """By number, whether the name passes."""
        return np.fromiter(map(test, self.names), np.bool_, len(self.names))

    def counted(self, numbers: Numbers) -> list[tuple[str, int]]:
        """How often each name occurs among ``numbers``: the most frequent first, the empty name left out."""
        counts = np.bincount(numbers, minlength=len(self.names))
        if (empty := self._numbers.get("")) is not None:
            counts[empty] = 0
        present = np.flatnonzero(counts)
        if len(present) > MAX_FACETS:
            least = np.partition(counts[present], -MAX_FACETS)[-MAX_FACETS]
            present = present[counts[present] >= least]
        pairs = ((self.names[number], int(counts[number])) for number in present.tolist())
        return sorted(pairs, key=lambda pair: (-pair[1], pair[0]))[:MAX_FACETS]
