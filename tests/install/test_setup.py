"""A real set-up in an empty home directory: killed, resumed, repeated, uninstalled.

Most tests need ``--long``, since they download and build packages; test_breakages.py copies an environment instead.
"""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import Mock

import pytest

from install import cli
from install.console import DONE, FAULTY, INTERRUPTED, PYTHON, USAGE
from install.extension import CHECKOUT
from install.pip import HOST
from install.verify import PAGES
from tests.support.waiting import until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Linux only")

SCRIPT = CHECKOUT / "install" / "setup.py"
BUILDING = 600.0
"""Seconds for a set-up on a slow connection."""


@dataclass(frozen=True)
class Home:
    """A home directory with a browser profile; its path has a space and Chinese characters."""

    path: Path

    @property
    def data(self) -> Path:
        return self.path / ".local/share/jingdu"

    @property
    def manifest(self) -> Path:
        return self.path / ".config/google-chrome/NativeMessagingHosts/org.jingdu.host.json"

    @property
    def env(self) -> dict[str, str]:
        """Only pip's settings and certificates from the environment."""
        kept = {name: value for name, value in os.environ.items() if name.startswith(("PIP_", "SSL_"))}
        kept.pop("PIP_CACHE_DIR", None)
        return {**kept, "HOME": str(self.path), "PATH": "/usr/bin:/bin"}

    def start(self, *options: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, str(SCRIPT), *options],
            cwd=self.path,
            env=self.env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def run(self, *options: str) -> tuple[int, str, str]:
        """Runs set-up; returns exit code, stdout and stderr."""
        process = self.start(*options)
        out, err = process.communicate(timeout=BUILDING)
        return process.returncode, out, err

    def files(self) -> set[str]:
        return {str(path.relative_to(self.path)) for path in self.path.rglob("*") if not path.is_dir()}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    home = Home(tmp_path_factory.mktemp("净读 home"))
    (home.path / ".config/google-chrome/Default").mkdir(parents=True)
    (home.path / ".config/google-chrome/Local State").write_text("{}")
    return home


@pytest.fixture(scope="module")
def planned(home: Home) -> tuple[set[Path], dict[str, list[dict[str, str]]]]:
    """The paths in the home before set-up, and those that a dry run lists."""
    before = set(home.path.rglob("*"))
    code, out, err = home.run("--dry-run", "--json")
    assert code == DONE, err
    assert set(home.path.rglob("*")) == before
    return before, json.loads(out)


@pytest.fixture(scope="module")
def killed(home: Home, planned: object) -> Home:
    """A home in which set-up was killed while it built the environment."""
    process = home.start()
    until(lambda: list(home.data.glob("environments/*/pyvenv.cfg")), BUILDING)
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()
    return home


@pytest.fixture(scope="module")
def installed(killed: Home) -> Iterator[tuple[Home, str]]:
    """The home after a complete set-up, and its output."""
    code, out, err = killed.run()
    assert (code, err) == (DONE, ""), f"{out}\n{err}"
    yield killed, out


@pytest.mark.long
@pytest.mark.timeout(2 * BUILDING)
def test_a_killed_set_up_leaves_a_record_and_no_launcher(killed: Home) -> None:
    assert json.loads((killed.data / "installed.json").read_text())["trees"]
    assert not list(killed.data.glob("environments/*/whole"))
    assert not (killed.data / "jingdu-host").exists()


@pytest.mark.long
@pytest.mark.timeout(2 * BUILDING)
def test_set_up_after_a_kill_completes(installed: tuple[Home, str]) -> None:
    home, out = installed
    for page in PAGES:
        assert page.title in out
    assert "Google Chrome" in out
    assert f"registered by {home.manifest}" in out
    assert re.search(r"lxml \d", out) and "building jieba" in out  # long steps report progress


@pytest.mark.long
def test_the_environment_has_the_command_line(installed: tuple[Home, str]) -> None:
    home, out = installed
    command = home.path / ".local/bin/jingdu"
    assert str(command) in out
    page = CHECKOUT / "install/sample/en.html"
    done = subprocess.run([command, "read", page], env=home.env, capture_output=True, text=True, check=True)
    assert "the current does the work" in done.stdout


@pytest.mark.long
def test_the_environment_has_only_locked_packages(installed: tuple[Home, str]) -> None:
    home, _ = installed
    there = {path.name.partition("-")[0].lower() for path in home.data.glob("environments/*/lib/*/*/*.dist-info")}
    named = re.findall(r"^([\w.-]+)==", HOST.read_text("utf-8"), re.MULTILINE)
    assert there == {"jingdu", "pip"} | {name.replace("-", "_") for name in named}
    assert not list(home.data.glob("environments/*/building"))


@pytest.mark.long
def test_set_up_is_idempotent(installed: tuple[Home, str]) -> None:
    home, _ = installed
    logs = {name for name in home.files() if name.startswith(".local/state/")}
    before = {name: (home.path / name).stat().st_mtime_ns for name in home.files() - logs}
    code, out, err = home.run()
    after = {name: (home.path / name).stat().st_mtime_ns for name in home.files() - logs}
    assert (code, err) == (DONE, "")
    assert "unchanged" in out
    assert after == before


@pytest.mark.long
def test_extension_ids_are_allowed_and_kept_by_later_set_ups(installed: tuple[Home, str]) -> None:
    home, _ = installed
    store, own = "abcdefghijklmnopabcdefghijklmnop", "nlpkhflejcidnajofpflffjakficoogi"
    assert home.run("--extension-id", "Jingdu")[0] == USAGE
    assert home.run("--extension-id", store, "--extension-id", "store@example.org")[0] == DONE
    for _again in range(2):
        allowed = json.loads(home.manifest.read_text("utf-8"))["allowed_origins"]
        assert allowed == [f"chrome-extension://{name}/" for name in (own, store)]
        firefox = json.loads((home.data / "manifests/firefox/org.jingdu.host.json").read_text("utf-8"))
        assert firefox["allowed_extensions"] == ["jingdu@jingdu.org", "store@example.org"]
        assert home.run()[0] == DONE
    assert home.run("--doctor")[0] == DONE


@pytest.mark.long
def test_a_dry_run_lists_every_path(
    planned: tuple[set[Path], dict[str, list[dict[str, str]]]], installed: tuple[Home, str]
) -> None:
    before, plan = planned
    home, _ = installed
    command = home.path / ".local/bin/jingdu"
    page = CHECKOUT / "install/sample/zh.html"
    for words in (["save", str(page)], ["search", "椅子"], ["learn-site", "--site", "example.org", str(page)]):
        subprocess.run([command, *words], env=home.env, check=True, capture_output=True)
    files, folders = ({Path(item["path"]) for item in plan[kind]} for kind in ("files", "folders"))
    above = {parent for path in files | folders for parent in path.parents}
    library = home.path / "Documents"
    new = {path for path in set(home.path.rglob("*")) - before if not path.is_relative_to(library)}
    assert not {path for path in new - files - above if not any(path.is_relative_to(folder) for folder in folders)}
    assert files <= new
    assert len([path for path in folders if path.exists()]) > 5


@pytest.mark.long
@pytest.mark.timeout(2 * BUILDING)
def test_uninstall_keeps_other_files_and_lists_removed_ones(installed: tuple[Home, str]) -> None:
    home, _ = installed
    code, out, err = home.run("--uninstall")
    assert (code, err) == (DONE, "")
    assert str(home.manifest) in out
    everything = {str(path.relative_to(home.path)) for path in home.path.rglob("*")}
    chrome = ".config/google-chrome"
    library = {name for name in everything if name.startswith("Documents")}
    assert everything - library == {".config", chrome, f"{chrome}/Default", f"{chrome}/Local State"}
    assert any(name.endswith("/article.md") for name in library)
    assert f"Your library stays: 1 article in {home.path / 'Documents/Jingdu'}" in out
    code, out, err = home.run("--uninstall")
    assert (code, err) == (DONE, "")
    assert out.startswith("Nothing to remove")


@pytest.mark.parametrize("options", [["--help"], ["--dry-run", "--json"], ["--doctor"]], ids=" ".join)
def test_set_up_ignores_a_closed_pipe(home: Home, options: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as nobody:
        command = [sys.executable, SCRIPT, *options]
        done = subprocess.run(command, env=home.env, stdout=nobody, stderr=subprocess.PIPE, text=True, check=False)
    assert "Traceback" not in done.stderr and "BrokenPipe" not in done.stderr
    assert done.returncode == (FAULTY if "--doctor" in options else DONE)


def test_missing_options_and_folders_are_named(home: Home) -> None:
    assert home.run("--fix") == (USAGE, "", "--fix needs --doctor; add it.\n")
    assert home.run("--library") == (USAGE, "", "--library needs --uninstall; add it.\n")
    assert home.run("--wheels", "none") == (USAGE, "", "There is no folder none; name one that --fetch filled.\n")


def test_an_interrupted_uninstall_can_be_repeated(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cli, "_run", Mock(side_effect=KeyboardInterrupt))
    assert cli.main(["--uninstall"]) == INTERRUPTED
    assert capsys.readouterr().err == "Interrupted; the same command continues where it was.\n"


def test_an_old_python_prints_the_required_version() -> None:
    """The interpreter pretends to be old, since an old one may not be installed."""
    code = "import sys, runpy; sys.version_info = (3, 8, 2, 'final', 0); runpy.run_path(sys.argv[1])"
    command = [sys.executable, "-c", code, str(SCRIPT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == PYTHON
    assert done.stderr.startswith("Jingdu needs Python 3.11 or newer and this is Python 3.8; ")
    env = {"LANG": "zh_CN.UTF-8", "PYTHONUTF8": "1"}
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert done.stderr.startswith("净读需要 Python 3.11 或更高版本，而这里是 Python 3.8；")
