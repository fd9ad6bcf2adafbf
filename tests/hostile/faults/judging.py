"""Whether each file is old or new after a fault, and what was acknowledged is there."""

from typing import Final

from tests.hostile.faults.bench import Bench, Done

PICTURED: Final = ("save", "save what has highlights", "replace")
_NAMED: Final = " could not be read: "
"""In a sentence that names the file and the system's reason."""
UNPROMISED: Final = ("sites ", "learned ")
UNTOLD: Final = ("empty the trash",)
"""Not acknowledged, and so possibly old after an action that succeeded; and such actions."""
CLEAR: Final = frozenset(
    "ok library_full library_read_only library_missing library_broken library_busy index_busy index_unwritable "
    "index_on_network item_missing item_damaged".split()
)
"""Faults that a user may see; anything else, above all ``internal``, is no clear answer to a failing disk."""


class Judge:
    """Knows the result of each action when nothing fails."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self._bare: dict[str, dict[str, str]] = {}
        self._known: dict[str, tuple[dict[str, str], dict[str, str]]] = {}

    def without_pictures(self, work: str) -> dict[str, str]:
        """What the work makes where the pictures that the browser sent can't be read: links stand for them."""
        if work not in PICTURED:
            return {}
        if work not in self._bare:
            self.before_and_after(work)
            self.bench.do(work, bare=True)
            self._bare[work], _ = self.bench.go_on()
        return self._bare[work]

    def before_and_after(self, work: str) -> tuple[dict[str, str], dict[str, str]]:
        if work not in self._known:
            self.bench.reset(work)
            old, wrong = self.bench.go_on()
            done = self.bench.do(work)
            assert done.acknowledged and not wrong, (work, done, wrong)
            new, wrong = self.bench.go_on()
            assert not wrong, (work, wrong)
            self._known[work] = old, new
        return self._known[work]

    def wrong(self, work: str, done: Done) -> list[str]:
        """All broken promises after a fault and the user's next actions."""
        unclear = [
            f"reported {code}" for code in done.codes if code not in CLEAR and "exit" not in code and _NAMED not in code
        ]
        found, wrong = self.bench.go_on()
        return [*unclear, *wrong, *self.lost(work, found, done)]

    def lost(self, work: str, found: dict[str, str], done: Done) -> list[str]:
        """Everything that is neither old nor new; what was acknowledged has to be new."""
        old, new = self.before_and_after(work)
        bare = self.without_pictures(work)
        wrong = []
        for name in sorted({*old, *new, *found}):
            allowed = {new.get(name), bare.get(name, new.get(name))}
            if not done.acknowledged or name.startswith(UNPROMISED) or work in UNTOLD:
                allowed.add(old.get(name))
            partly = name.startswith("export ") and done.codes in (["ok"], ["exit 1"]) and not done.acknowledged
            if found.get(name) not in allowed and not partly:
                wrong.append(f"{name} is {found.get(name)}, not {' or '.join(map(str, allowed))}")
        return wrong
