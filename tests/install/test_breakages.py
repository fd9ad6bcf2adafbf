"""Each breakage is reported and can be fixed by --fix or the doctor's advice; then the host lists and saves articles.

The default run has one breakage; --long has all of them.
"""

import json
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from install.computer import LINUX, Computer
from install.console import FILES
from install.doctor.examine import round_trip
from install.extension import extension
from install.installation import Installation
from install.register import Registry
from jingdu.checks import WARNING
from tests.install import broken_home
from tests.install.breakages import BREAKAGES, COMMAND, FIX, NOTHING, Breakage
from tests.install.broken_home import IS_ROOT, TIMEOUT, Home

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="Linux only"),
    pytest.mark.timeout(2 * TIMEOUT),
    pytest.mark.slow,
]


@pytest.fixture(scope="module")
def place() -> Iterator[Path]:
    """The path of the home, the same for each test, since environments contain it.

    Outside pytest's folders, which other users cannot enter: some breakages need files of another user.
    """
    with tempfile.TemporaryDirectory(prefix="净读 homes ", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)
        yield Path(folder) / "home"


@pytest.fixture(scope="module")
def template(place: Path) -> Path:
    """A healthy home, used as a template."""
    return broken_home.make(place).path.rename(place.with_name("template"))


@pytest.fixture
def home(template: Path, place: Path) -> Iterator[Home]:
    home = broken_home.copy(template, place)
    try:
        yield home
    finally:
        home.clean_up()


def failed(found: dict[str, Any]) -> list[dict[str, Any]]:
    return [check for check in found["checks"] if check["state"] == "fault"]


@pytest.mark.long
@pytest.mark.parametrize("name", BREAKAGES)
def test_each_breakage_is_reported_and_fixed(name: str, home: Home, request: pytest.FixtureRequest) -> None:
    breakage = BREAKAGES[name]
    if breakage.root and not IS_ROOT:
        pytest.skip("needs root")
    if breakage.builds:
        home.env |= {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(request.getfixturevalue("fetched"))}
    breakage.harm(home)
    assert failed(follow_advice(home, breakage)) == []
    home.list_and_save()


def follow_advice(home: Home, breakage: Breakage) -> dict[str, Any]:
    """Returns the doctor's checks after its advice was followed."""
    if breakage.fix == FIX:
        before = home.type(f"python3 '{home.checkout}/install/setup.py' --doctor --fix --json")
        found: dict[str, Any] = json.loads(before.stdout)
        assert breakage.check in [check.removesuffix(" ESR") for check in found["fixed"]], before.stderr
        first = next(line for line in before.stderr.splitlines() if line.startswith("  ✗"))
        assert breakage.check in first and breakage.message in first
        return found
    found = home.doctor()
    if breakage.fix == NOTHING:
        return found
    first_failed = failed(found)[0]
    assert first_failed["id"] == breakage.check
    assert breakage.message in first_failed["message"]
    if breakage.fix == COMMAND:
        home.follow(first_failed["command"])
    else:
        assert callable(breakage.fix) and first_failed["fix"]
        breakage.fix(home)
    return home.doctor()


def test_a_healthy_installation_passes_and_is_not_changed(home: Home) -> None:
    before = content(home)
    found = home.doctor()
    assert {check["state"] for check in found["checks"]} == {"good"}
    assert {"launcher", "packages", "library", "index", "extension", "round trip"} <= {
        check["id"] for check in found["checks"]
    }
    assert content(home) == before
    home.list_and_save()


def content(home: Home) -> dict[str, bytes]:
    """Path → content of every file except logs, caches and SQLite's temporary files."""
    files = (path for path in home.path.rglob("*") if path.is_file() and "environments" not in path.parts)
    ignored = (".local/state/", ".cache/", "-wal", "-shm", "index-1.sqlite", "__pycache__")
    return {str(path): path.read_bytes() for path in files if not any(part in str(path) for part in ignored)}


def test_the_fixing_command_is_printed_on_one_line(home: Home) -> None:
    home.chrome.unlink()
    before = home.type(f"python3 '{home.checkout}/install/setup.py' --doctor").stdout.splitlines()
    (at,) = [number for number, line in enumerate(before) if line.startswith("  ✗")]
    assert str(home.chrome) in before[at]
    command = before[at + 1].strip().removeprefix("Run: ")
    assert command == f"python3 '{home.checkout}/install/setup.py' --doctor --fix"
    after = home.type(command)
    assert after.returncode == 0 and "Everything is in order." in after.stdout
    assert home.chrome.exists()


def test_the_command_printed_by_set_up_works(home: Home) -> None:
    """Also if the path of the home contains a space."""
    shown = home.type(f"python3 '{home.checkout}/install/setup.py'").stdout.splitlines()[-1]
    command = shown.removeprefix("The command line: ").removesuffix(" read FILE|URL")
    done = home.type(f"{command} list")
    assert done.returncode == 0 and "The Ferry 1" in done.stdout


def test_jingdu_setup_keeps_the_environment(home: Home) -> None:
    """It refers to the checkout's set-up; without the checkout it sets up the existing environment."""
    command = f"'{home.environment}/bin/jingdu'"
    done = home.type(f"{command} setup")
    assert done.returncode == 2 and done.stderr.endswith(f"run: python3 '{home.checkout}/install/setup.py'\n")
    shutil.rmtree(home.checkout)
    done = home.type(f"{command} setup")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "The Ferry 1" in home.type(f"{command} list").stdout


@pytest.mark.long
def test_the_package_knows_its_checkout(home: Home) -> None:
    """`jingdu doctor` after a set-up from a checkout whose record is lost; `jingdu setup` would be another set-up."""
    (home.data / "installed.json").unlink()
    done = home.type(f"'{home.environment}/bin/jingdu' doctor --fix --json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["fixed"] == ["record"]
    record = json.loads((home.data / "installed.json").read_bytes())
    assert record["command"] == f"python3 '{home.checkout}/install/setup.py'"
    assert {str(home.launcher), str(home.chrome)} <= set(record["files"])
    assert str(home.environment.parent) in record["trees"]


@pytest.mark.long
def test_the_extension_gets_the_same_checks(home: Home) -> None:
    home.firefox.unlink()
    doctor = {"action": "doctor", "fix": False}
    before, chinese, after = home.ask(doctor, {**doctor, "language": "zh-CN"}, {**doctor, "fix": True})
    assert "enough files, processes and memory are allowed" in [link["said"] for link in before["result"]["links"]]
    assert {"允许的文件数、进程数和内存足够", "配套程序需要的软件包都已齐全"} <= {
        link["said"] for link in chinese["result"]["links"]
    }
    faults = [link for link in before["result"]["links"] if link["state"] == "fault"]
    assert faults and {link["name"].split(" ESR")[0] for link in faults} == {"manifest of Firefox"}
    assert all(link["fixable"] for link in faults)
    assert {link["state"] for link in after["result"]["links"]} == {"good"}


def test_set_up_registers_with_the_other_browsers(home: Home) -> None:
    """If it may not write into the folder of the first one, which it names last."""
    for manifest in (home.chrome, home.firefox):
        manifest.unlink()
    home.chrome.parent.chmod(0o500)
    done = home.type(f"python3 '{home.checkout}/install/setup.py'")
    message = f"Cannot write {home.chrome} (permission denied); fix that and run set-up again."
    assert (done.returncode, done.stderr) == (FILES, f"Google Chrome: {message}\n")
    assert home.firefox.exists() and "Load the extension in Firefox" in done.stdout and "Chrome" not in done.stdout


@pytest.mark.parametrize("replaced", [False, True], ids=["all ours", "the user's own command"])
def test_uninstall_keeps_only_the_library(home: Home, replaced: bool) -> None:
    command = home.path / ".local/bin/jingdu"
    if replaced:
        command.write_text("the user's own")
    done = home.type(f"python3 '{home.checkout}/install/setup.py' --uninstall")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Your library stays: 1 article in" in done.stdout
    assert not home.chrome.exists() and not home.firefox.exists() and not home.launcher.exists()
    assert command.exists() == replaced
    assert list(home.library.glob("*/article.md"))


def test_a_slow_first_reply_is_a_warning(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("install.doctor.examine._SLOW", 0.0)
    computer = Computer(LINUX, home.path, home.variables)
    (check,) = round_trip(Installation(computer, Registry(), extension(home.checkout), ""))
    assert check.state == WARNING and "the first answer took" in check.message
