"""Kills, crowds and failing disks: an article is whole, old or new, and what was acknowledged is there."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from jingdu.faults import Fault
from jingdu.library import indexed, item_folders, repository, transaction
from tests.library.crowd import crowd
from tests.library.kills import kill_savers, leftovers
from tests.support.library_items import PICTURE, PNG, content, item, keep


@pytest.fixture
def no_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waits for no disk: hundreds of saves, in tests that no power cut ends."""
    monkeypatch.setattr(os, "fsync", lambda _: None)


posix = pytest.mark.skipif(os.name == "nt", reason="kills as POSIX does")


@posix
def test_kills_at_random_moments_lose_nothing_and_leave_nothing(tmp_path: Path) -> None:
    """25 here; ``python tests/library/kills.py 1000`` is the long run."""
    figures = kill_savers(25, tmp_path)
    assert figures.acknowledged > 5
    assert (figures.lost, figures.half, leftovers(tmp_path)) == ([], [], [])


def test_a_crowd_loses_no_save_and_no_change(tmp_path: Path) -> None:
    """3 × 40 here; ``python tests/library/crowd.py 4 750`` is the long run."""
    told = crowd(3, 40, tmp_path)
    assert told.failed == []
    assert told.titles == told.wanted_titles
    assert told.tags == told.wanted_tags


CALLS = ("open", "write", "fsync", "rename", "replace", "mkdir", "scandir")
ERRORS = {"full": (errno.ENOSPC, "library_full"), "error": (errno.EIO, "library_broken")}
ERRORS["forbidden"] = (errno.EACCES, "library_read_only")


class Failing:
    """The n-th call of the system fails."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, at: int, code: int) -> None:
        self.count, self.at, self.code = 0, at, code
        for name in CALLS:
            monkeypatch.setattr(os, name, self._counted(getattr(os, name)))

    def _counted(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*arguments: Any, **named: Any) -> Any:
            self.count += 1
            if self.count == self.at:
                raise OSError(self.code, os.strerror(self.code))
            return call(*arguments, **named)

        return counted


def works(kept: str, other: str) -> dict[str, Callable[[], object]]:
    return {
        "save": lambda: keep({PICTURE: PNG}, title="new"),
        "replace": lambda: repository.save(item(title="new"), content(), {PICTURE: PNG}, replaces=kept),
        "edit": lambda: repository.edit([kept], {"title": "new", "add_tags": ["t"]}),
        "pictures": lambda: repository.add_pictures(kept, {PICTURE: PNG}),
        "trash": lambda: repository.trash([kept]),
        "restore": lambda: repository.restore([other]),
        "delete": lambda: repository.delete([kept]),
    }


@pytest.mark.sample("save-full", "replace-error", "edit-forbidden")
@pytest.mark.parametrize("fault", ERRORS)
@pytest.mark.parametrize("work", works("", ""))
def test_a_disk_that_fails_at_any_call_loses_nothing(
    library: Path, no_disk: None, monkeypatch: pytest.MonkeyPatch, work: str, fault: str
) -> None:
    """The call fails once, at each place in turn, until the work goes through; then all is as it was, or done."""
    code, told = ERRORS[fault]
    for at in range(1, 200):
        kept, other = keep(title="kept", byline="old"), keep(title="other")
        repository.trash([other.id])
        titles = sorted(found.title for found in repository.items())
        with monkeypatch.context() as context:
            failing = Failing(context, at, code)
            failed = None
            try:
                works(kept.id, other.id)[work]()
            except Fault as raised:
                failed = raised
        item_folders.seen.clear()
        here = {found.id: found for found in repository.items()}
        gone = {found.id for found in repository.items(trashed=True)}
        assert other.id in here or other.id in gone
        if failed is not None:
            assert failed.code in (told, "library_missing"), f"at call {at}"
            assert kept.id in here or kept.id in gone or work == "delete"
        if kept.id in here:
            assert repository.body(kept.id) and repository.markdown(kept.id).strip()
            assert here[kept.id].title in ("kept", "new")
        if failed is None:
            changed = sorted(found.title for found in repository.items()) != titles
            assert changed or work in ("edit", "pictures", "replace")
        for found in [*here.values(), *repository.items(trashed=True)]:
            repository.delete([found.id])
        assert not [path for path in library.iterdir() if path.name.startswith(".jingdu")]
        if failing.count < at:
            return
    pytest.fail("the work never went through")


def killed_at(at: int, work: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> bool:
    """Does the work in a process that ends without a word before its ``at``-th call; False where it went through."""
    child = os.fork()
    if child == 0:
        count = 0

        def counted(call: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
            nonlocal count
            count += 1
            return call(*arguments, **named) if count < at else os._exit(9)

        for name in (*CALLS, "unlink", "rmdir"):
            monkeypatch.setattr(os, name, partial(counted, getattr(os, name)))
        monkeypatch.setattr(indexed, "update", lambda *_: None)  # the parent has its files open
        try:
            work()
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9


@pytest.mark.sample("save", "edit")
@posix
@pytest.mark.parametrize("work", works("", ""))
def test_a_kill_between_any_two_calls_leaves_the_old_or_the_new(
    library: Path, no_disk: None, monkeypatch: pytest.MonkeyPatch, work: str
) -> None:
    for at in range(1, 300):
        kept, other = keep(title="kept", byline="old"), keep(title="other")
        repository.trash([other.id])
        was_killed = killed_at(at, works(kept.id, other.id)[work], monkeypatch)
        with transaction.write_lock():
            left = [path.name for path in library.rglob(".jingdu-*")]
        assert left == [], f"at call {at}"
        item_folders.seen.clear()
        there = {found.id: found for trashed in (False, True) for found in repository.items(trashed=trashed)}
        assert other.id in there and (kept.id in there or work == "delete"), f"at call {at}"
        for found in there.values():
            assert repository.body(found.id) and repository.markdown(found.id).strip()
            assert found.title in ("kept", "new", "other")
        repository.delete(there)
        if not was_killed:
            return
    pytest.fail("the work never went through")
