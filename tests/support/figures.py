"""The hostile suite's figures: what its tests count and measure, printed when the run ends.

A test adds to a figure through the fixture ``figures``; figures of one name are summed, or the
worst is kept, whichever test and process they come from.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Figures:
    """Sums and worst values by name, in the order in which they first came."""

    sums: dict[str, int] = field(default_factory=dict)
    worsts: dict[str, tuple[float, str]] = field(default_factory=dict)

    def add(self, name: str, count: int = 1) -> None:
        """Adds to a count: pages tried, executions, kills, articles lost."""
        self.sums[name] = self.sums.get(name, 0) + count

    def worst(self, name: str, value: float, unit: str) -> None:
        """Keeps the greatest of a measured value: seconds or bytes of a bound."""
        before, _ = self.worsts.get(name, (value, unit))
        self.worsts[name] = (max(before, value), unit)

    def take(self, sums: dict[str, int], worsts: dict[str, tuple[float, str]]) -> None:
        """Adds the figures of another process."""
        for name, count in sums.items():
            self.add(name, count)
        for name, (value, unit) in worsts.items():
            self.worst(name, value, unit)

    def lines(self) -> list[str]:
        """One line a figure."""
        sums = [f"{name}: {count:,}" for name, count in self.sums.items()]
        return sums + [f"{name}: {value:,.1f} {unit} at worst" for name, (value, unit) in self.worsts.items()]
