"""The doctor's checks that need no installation: browsers, the registry, requirements. See also test_breakages.py."""

from __future__ import annotations

from pathlib import Path

import pytest

from install import register
from install.browsers import find
from install.computer import LINUX, WINDOWS, Computer
from install.doctor import extension as loaded
from install.doctor.examine import Step, examine
from install.doctor.installation import Installation
from install.extension import CHECKOUT, extension
from install.record import Record
from install.register import Registry
from jingdu.checks import FAILED, PASSED, SKIPPED, WARNING, Check, failed, passed
from tests.install.made_up import Dictionary

SETUP = "python3 install/setup.py"


@pytest.fixture
def installation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Installation:
    """One in a home in which nothing is."""
    monkeypatch.setattr("install.computer.MORE_PROGRAMS", ())
    monkeypatch.setattr("install.browsers.FLATPAKS", ())
    computer = Computer(LINUX, tmp_path, {"PATH": ""}, root=tmp_path / "root")
    return Installation(computer, Registry(), extension(CHECKOUT), SETUP)


def test_without_a_browser_one_is_asked_for(installation: Installation) -> None:
    (check,) = loaded.registered(installation)
    assert (check.state, check.fix, check.command) == (WARNING, "Install Chromium, Chrome or Firefox.", SETUP)


@pytest.mark.parametrize(
    ("value", "message"),
    [(None, "has no key"), ("C:/gone/org.jingdu.host.json", "names C:/gone")],
    ids=["none", "other"],
)
def test_windows_registry_is_checked(tmp_path: Path, value: str | None, message: str) -> None:
    windows, registry, ours = Computer(WINDOWS, tmp_path / "user", {}), Dictionary(), extension(CHECKOUT)
    (tmp_path / "user/AppData/Roaming/Mozilla/Firefox").mkdir(parents=True)
    record, found = Record.load(windows.data), find(windows)
    register.register(windows, found, ours, record, registry)
    installation = Installation(windows, registry, ours, SETUP)
    assert [check.state for check in loaded.registered(installation)] == [PASSED]
    (key,) = registry.values
    registry.values = {} if value is None else {key: value}
    (check,) = loaded.registered(installation)
    assert (check.state, check.id) == (FAILED, "manifest of Firefox") and message in check.message
    assert check.repair is not None
    check.repair()
    assert [check.state for check in loaded.registered(installation)] == [PASSED]


def test_what_follows_from_a_failed_check_is_not_checked(installation: Installation) -> None:
    def never(_: Installation) -> list[Check]:
        raise AssertionError

    steps = (
        Step(lambda _: [failed("a", "is broken")], {"a": ()}),
        Step(never, {"b": ("a",)}),
        Step(never, {"c": ("b",), "d": ("c",)}),
        Step(lambda _: [passed("e", "is whole")], {"e": ()}),
    )
    found = {check.id: check for check in examine(installation, steps)}
    states = [FAILED, SKIPPED, SKIPPED, SKIPPED, PASSED]
    assert [check.state for check in found.values()] == states
    assert {found[name].message for name in "bcd"} == {"not checked until “a” is fixed"}
