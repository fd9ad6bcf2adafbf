"""Checks after a fault that each file is in its old or new state, and that acknowledged changes are durable."""

from functools import cache
from typing import Final

from tests.hostile.faults.bench import Bench, Result

WITH_PICTURES: Final = ("save", "save a page with highlights", "replace")
_NAMED: Final = " could not be read: "
"""Part of a message that names the file and the system's error."""
BEST_EFFORT: Final = ("sites ", "learned ")
UNACKNOWLEDGED: Final = ("empty the trash",)
"""Files and actions that are not acknowledged: the old state is allowed after success."""
EXPECTED_CODES: Final = frozenset(
    "ok library_full library_read_only library_missing library_broken library_busy index_busy index_unwritable "
    "index_on_network item_missing item_damaged".split()
)
"""Fault codes that are specific enough for a disk error; ``internal`` is not."""


class Judge:
    """Compares the home after a fault with the home before and after the same action without one."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self.without_pictures = cache(self._without_pictures)
        self.before_and_after = cache(self._before_and_after)

    def _without_pictures(self, action: str) -> dict[str, str]:
        """The snapshot after the action if the uploaded pictures cannot be read: the article links to them instead."""
        if action not in WITH_PICTURES:
            return {}
        self.bench.do(action, bare=True)
        return self.bench.follow_up()[0]

    def _before_and_after(self, action: str) -> tuple[dict[str, str], dict[str, str]]:
        self.bench.reset(action)
        old, problems = self.bench.follow_up()
        result = self.bench.do(action)
        assert result.acknowledged and not problems, (action, result, problems)
        new, problems = self.bench.follow_up()
        assert not problems, (action, problems)
        return old, new

    def problems(self, action: str, result: Result) -> list[str]:
        """All problems after a fault and the user's next actions."""
        unclear = [
            f"reported {code}"
            for code in result.codes
            if code not in EXPECTED_CODES and "exit" not in code and _NAMED not in code
        ]
        found, problems = self.bench.follow_up()
        return [*unclear, *problems, *self.mismatches(action, found, result)]

    def mismatches(self, action: str, found: dict[str, str], result: Result) -> list[str]:
        """Every file that is neither old nor new, or is old although the change was acknowledged."""
        old, new = self.before_and_after(action)
        bare = self.without_pictures(action)
        problems = []
        for name in sorted({*old, *new, *found}):
            allowed = {new.get(name), bare.get(name, new.get(name))}
            if not result.acknowledged or name.startswith(BEST_EFFORT) or action in UNACKNOWLEDGED:
                allowed.add(old.get(name))
            partly = name.startswith("export ") and result.codes in (["ok"], ["exit 1"]) and not result.acknowledged
            if found.get(name) not in allowed and not partly:
                problems.append(f"{name} is {found.get(name)}, expected {' or '.join(map(str, allowed))}")
        return problems
