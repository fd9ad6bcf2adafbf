"""The doctor's checks that need no installation: browsers, the registry, requirements. See also test_breakages.py."""

import json
import os
import sys
from pathlib import Path

import pytest

from install.computer import LINUX, WINDOWS, Computer
from install.doctor import extension as loaded
from install.doctor.examine import Step, examine, show
from install.extension import CHECKOUT, extension
from install.installation import Installation
from install.register import Registry
from jingdu.checks import FAILED, PASSED, SKIPPED, WARNING, Check, failed, passed
from jingdu.checks.paths import inaccessible
from tests.install.conftest import MemoryRegistry

SETUP = "python3 install/setup.py"


@pytest.fixture
def installation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Installation:
    """An installation in an empty home directory."""
    monkeypatch.setattr("install.computer.MORE_PROGRAMS", ())
    monkeypatch.setattr("install.browsers.FLATPAKS", ())
    computer = Computer(LINUX, tmp_path, {"PATH": ""}, root=tmp_path / "root")
    return Installation(computer, Registry(), extension(CHECKOUT), SETUP)


def test_a_missing_browser_is_a_warning(installation: Installation) -> None:
    (check,) = loaded.registered(installation)
    assert (check.state, check.fix, check.command) == (WARNING, "Install Chromium, Chrome or Firefox.", SETUP)


@pytest.mark.parametrize(
    ("value", "message"),
    [(None, "has no key"), ("C:/gone/org.jingdu.host.json", "names C:/gone")],
    ids=["none", "other"],
)
def test_windows_registry_is_checked(tmp_path: Path, value: str | None, message: str) -> None:
    windows, registry, ours = Computer(WINDOWS, tmp_path / "user", {}), MemoryRegistry(), extension(CHECKOUT)
    (tmp_path / "user/AppData/Roaming/Mozilla/Firefox").mkdir(parents=True)
    installation = Installation(windows, registry, ours, SETUP)
    installation.register()
    assert [check.state for check in loaded.registered(installation)] == [PASSED]
    (key,) = registry.values
    registry.values = {} if value is None else {key: value}
    (check,) = loaded.registered(installation)
    assert (check.state, check.id) == (FAILED, "manifest of Firefox") and message in check.message
    assert check.repair is not None
    check.repair()
    assert [check.state for check in loaded.registered(installation)] == [PASSED]


def test_repaired_manifests_allow_the_ids_given_by_the_user(installation: Installation) -> None:
    (installation.computer.home / ".config/google-chrome/Default").mkdir(parents=True)
    store = "abcdefghijklmnopabcdefghijklmnop"
    installation.record.set_command(SETUP, [store])
    (check,) = loaded.registered(installation)
    assert check.state == FAILED and check.repair
    check.repair()
    (check,) = loaded.registered(installation)
    assert check.state == PASSED
    allowed = json.loads(Path(check.message).read_text("utf-8"))["allowed_origins"]
    assert allowed == [installation.extension.origin, f"chrome-extension://{store}/"]


def test_steps_after_a_failed_one_are_skipped(installation: Installation, capsys: pytest.CaptureFixture[str]) -> None:
    def never(_: Installation) -> list[Check]:
        raise AssertionError

    steps = (
        Step(lambda _: [failed("a", "is broken")], {"a": ()}),
        Step(never, {"b": ("a",)}),
        Step(never, {"c": ("b",), "d": ("c",)}),
        Step(lambda _: [passed("e", "is whole")], {"e": ()}),
    )
    found = {check.id: check for check in show(examine(installation, steps))}
    assert [check.state for check in found.values()] == [FAILED, SKIPPED, SKIPPED, SKIPPED, PASSED]
    assert f"  ? not checked until “a” is fixed\n{'b, c, d':>22}\n" in capsys.readouterr().out


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no owners of this kind")
@pytest.mark.parametrize(
    ("home", "other", "command"),
    [
        (".", 0, "chmod u+rwX {}"),
        (".", 1, 'sudo chown "$(id -u):$(id -g)" {}'),
        ("elsewhere", 0, "chmod u+rwX {}"),
        ("elsewhere", 1, ""),
    ],
    ids=["own", "of another user", "own, elsewhere", "of another user, elsewhere"],
)
def test_a_closed_folder_above_ours_is_opened_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, home: str, other: int, command: str
) -> None:
    """Such as ~/.config: set-up can't use another one, and the rest of its content is not ours."""
    folder, user = tmp_path / "config", os.geteuid() + other
    folder.mkdir()
    monkeypatch.setenv("HOME", str(tmp_path / home))
    monkeypatch.setattr(os, "geteuid", lambda: user)
    check = inaccessible("manifest", folder, folder / "chromium")
    assert (check.command, check.repair) == (command.format(folder), None)
    assert check.fix == ("" if command else "Choose a folder that you may write to.")
