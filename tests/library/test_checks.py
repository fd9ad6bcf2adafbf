"""The doctor's checks of the library, where the disk is not one that this computer can be given."""

from __future__ import annotations

from pathlib import Path

import pytest

from jingdu.checks import FAILED, PASSED
from jingdu.checks import library as checks
from jingdu.faults import FAULTS
from jingdu.library import index, item_folders, place
from jingdu.library.index import errors
from jingdu.storage import lock


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the checks change for their own process is as before for the next test."""
    monkeypatch.setattr(lock, "PATIENCE", lock.PATIENCE)
    monkeypatch.setattr(errors, "WAIT", errors.WAIT)


def test_an_index_has_no_place_where_all_disks_are_on_other_computers(
    library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library.mkdir(parents=True)
    index.close_all()
    monkeypatch.setattr("jingdu.library.index.place._mounts", lambda: [("/", "nfs4")])
    found = checks.index()
    assert (found.state, found.message) == (FAILED, FAULTS["index_on_network"][1])


def test_checks_leave_nothing_behind(library: Path) -> None:
    library.mkdir(parents=True)
    before = sorted(library.rglob("*"))
    assert [check.state for check in checks.checks()] == [PASSED] * 4
    assert sorted(library.rglob("*")) == before
    assert item_folders.every() == []
    assert place.was_made(library)


def test_a_library_that_was_never_made_is_not_made(library: Path) -> None:
    assert not library.exists()
    assert {check.id: check.state for check in checks.checks()}["library"] == PASSED
    assert not library.exists() and not place.was_made(library)
