"""The doctor: a whole set-up is found whole; each broken one is named with its cure; --fix mends what is safe."""

from __future__ import annotations

import json
import os
import shutil
import sys
import sysconfig
import tomllib
import venv
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import jingdu
from install import register
from install.browsers import find
from install.computer import LINUX, WINDOWS, Computer
from install.doctor import cli
from install.doctor.chain import examine
from install.doctor.link import FAULT, GOOD, WARNING, Link
from install.doctor.patient import Patient
from install.identity import CHECKOUT, Extension, extension
from install.record import Record
from install.registry import Nothing
from jingdu.checks import parted
from tests.install.made_up import Dictionary

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="breaks an installation in Linux' folders"),
    pytest.mark.slow,
]

SETUP = "python3 install/setup.py"
IN_HOST = "'jingdu.host' in ' '.join(__import__('sys').orig_argv)"
PACKAGES = (str(Path(jingdu.__file__).parents[1]), sysconfig.get_path("purelib"))


@dataclass
class Ward:
    """A home with a whole set-up in it, to be broken."""

    home: Path
    ours: Extension
    library: str = ""

    @property
    def computer(self) -> Computer:
        library = self.library or str(self.home / "Library")
        env = {"PATH": str(self.home / "bin"), "HOME": str(self.home), "JINGDU_LIBRARY": library}
        return Computer(LINUX, self.home, env, root=self.home / "root")

    @property
    def data(self) -> Path:
        return self.computer.data

    @property
    def launcher(self) -> Path:
        return self.data / "jingdu-host"

    @property
    def environment(self) -> Path:
        return self.data / "environments" / "0123456789ab"

    @property
    def site(self) -> Path:
        """The environment's own packages; what lies in ``early`` there is found before all others."""
        return next(self.environment.glob("lib/python*/site-packages"))

    @property
    def chrome(self) -> Path:
        return self.home / ".config/google-chrome/NativeMessagingHosts/org.jingdu.host.json"

    @property
    def firefox(self) -> Path:
        return self.home / ".mozilla/native-messaging-hosts/org.jingdu.host.json"

    def patient(self) -> Patient:
        return Patient(self.computer, Nothing(), self.ours, SETUP)

    def links(self) -> list[Link]:
        return list(examine(self.patient()))

    def early(self, name: str, text: str) -> None:
        """Puts a module or other file where it hides the one that is installed."""
        place = self.site / "early" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)

    def edit(self, manifest: Path, **fields: object) -> None:
        content = json.loads(manifest.read_text("utf-8"))
        manifest.write_text(json.dumps(content | fields), "utf-8")


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment made once: an interpreter of its own, with this one's packages."""
    folder = tmp_path_factory.mktemp("made") / "environment"
    venv.create(folder, with_pip=False, symlinks=True)
    site = next(folder.glob("lib/python*/site-packages"))
    (site / "packages.pth").write_text("\n".join((str(site / "early"), *PACKAGES)) + "\n")
    (folder / "whole").touch()
    return folder


@pytest.fixture
def ward(tmp_path: Path, environment: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Ward]:
    monkeypatch.setattr("install.computer._MORE_PROGRAMS", ())
    monkeypatch.setattr("install.sandboxes._ROOTS", ())
    ward = Ward(tmp_path / "净读 home", extension(CHECKOUT))
    for folder in (".config/google-chrome/Default", ".mozilla/firefox"):
        (ward.home / folder).mkdir(parents=True)
    (ward.home / ".mozilla/firefox/profiles.ini").touch()
    ward.environment.parent.mkdir(parents=True)
    shutil.copytree(environment, ward.environment, symlinks=True)
    early = (ward.site / "packages.pth").read_text().splitlines()[1:]
    (ward.site / "packages.pth").write_text("\n".join((str(ward.site / "early"), *early)) + "\n")
    record = Record.load(ward.data)
    record.tree(ward.environment)
    register.launch(ward.computer, ward.environment / "bin/python", record)
    register.register(ward.computer, find(ward.computer), ward.launcher, ward.ours, record, Nothing())
    yield ward


def faults(links: list[Link]) -> list[Link]:
    return [link for link in links if link.state == FAULT]


def test_a_whole_set_up_is_in_order_and_the_first_answer_is_timed(ward: Ward) -> None:
    links = ward.links()
    assert [link for link in links if link.state != GOOD] == []
    names = {link.name for link in links}
    assert {"record", "launcher", "interpreter", "packages", "version", "reading", "log", "library", "index"} <= names
    assert {"manifest of Google Chrome", "manifest of Firefox"} <= names
    assert "the first answer took" in links[-1].said


def gone(path: Path) -> None:
    shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()


def blocked(path: Path) -> None:
    """A file where a folder has to be."""
    if path.exists():
        gone(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()


def away(ward: Ward) -> None:
    """The settings name a folder on a disk that is not connected."""
    ward.library = "/proc/nowhere/Library"


def not_python(ward: Ward) -> None:
    python = ward.environment / "bin/python"
    python.unlink()
    python.write_text("#!/bin/sh\necho no >&2\nexit 9\n")
    python.chmod(0o755)


def old_python(ward: Ward) -> None:
    python = ward.environment / "bin/python"
    python.unlink()
    python.write_text("#!/bin/sh\necho 3.8.2\n")
    python.chmod(0o755)


def noisy(ward: Ward) -> None:
    (ward.site / "noise.pth").write_text(f"import os; {IN_HOST} and os.write(1, b'welcome')\n")


def dies(ward: Ward) -> None:
    (ward.site / "dies.pth").write_text(f"import os; {IN_HOST} and os._exit(3)\n")


def dependency(ward: Ward, name: str, version: str) -> None:
    ward.early(f"{name}-{version}.dist-info/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")


def other_version(ward: Ward, version: str) -> None:
    ward.ours = Extension(ward.ours.folder, version, ward.ours.chromium_id, ward.ours.gecko_id)


OTHER = "chrome-extension://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/"
Break = Callable[[Ward], object]
BROKEN: dict[str, tuple[Break, str, str, str]] = {
    "never set up": (lambda w: gone(w.data), "record", "not set up", SETUP),
    "no record": (lambda w: gone(w.data / "installed.json"), "record", "is missing", SETUP),
    "record damaged": (lambda w: (w.data / "installed.json").write_text("{"), "record", "cannot be read", "Remove"),
    "launcher gone": (lambda w: gone(w.launcher), "launcher", "is missing", SETUP),
    "launcher empty": (lambda w: w.launcher.write_text(""), "launcher", "not what set-up wrote", SETUP),
    "launcher not executable": (lambda w: w.launcher.chmod(0o644), "launcher", "may not be executed", "chmod 755"),
    "interpreter gone": (lambda w: gone(w.environment), "interpreter", "is gone", SETUP),
    "interpreter a dangling link": (
        lambda w: (gone(w.environment / "bin/python"), (w.environment / "bin/python").symlink_to("/nowhere")),
        "interpreter", "is gone", SETUP,
    ),
    "interpreter no program": (not_python, "interpreter", "does not start", SETUP),
    "interpreter too old": (old_python, "interpreter", "is Python 3.8.2", "newer Python"),
    "host missing": (lambda w: gone(w.site / "packages.pth"), "packages", "jingdu", f"{SETUP} --update"),
    "lxml broken": (
        lambda w: w.early("lxml/__init__.py", "raise ImportError('libxml2.so.2: no such file')"),
        "packages", "lxml does not load (ImportError: libxml2.so.2", "--update",
    ),
    "numpy too old": (
        lambda w: dependency(w, "numpy", "1.2"), "packages", "numpy is 1.2, and 1.26 or newer is needed", "--update"
    ),
    "nh3 the slow one": (
        lambda w: dependency(w, "nh3", "0.3.8"), "packages", "nh3 is 0.3.8, a version that Jingdu cannot", "--update"
    ),
    "host older": (lambda w: other_version(w, "99.0.0"), "version", "extension 99.0.0", SETUP),
    "extension older": (lambda w: other_version(w, "0.0.1"), "version", "extension 0.0.1", "Load the extension again"),
    "jieba's cache open to others": (
        lambda w: ((w.home / ".cache/jingdu/jieba").mkdir(parents=True), (w.home / ".cache/jingdu/jieba").chmod(0o777)),
        "jieba", "others may write", "Remove",
    ),
    "log's folder a file": (lambda w: blocked(w.home / ".local/state/jingdu"), "log", "cannot be written", "folder"),
    "library's folder a file": (lambda w: blocked(w.home / "Library"), "library", "cannot be written", "options"),
    "library's disk away": (away, "library", "is not there", "options"),
    "Chrome's manifest gone": (lambda w: gone(w.chrome), "manifest of Google Chrome", "is missing", SETUP),
    "Chrome's manifest no JSON": (lambda w: w.chrome.write_text("{'"), "manifest of Google Chrome", "damaged", SETUP),
    "Chrome's manifest a list": (
        lambda w: w.chrome.write_text("[]"), "manifest of Google Chrome", "not the host's", SETUP
    ),
    "a manifest of another host": (
        lambda w: w.edit(w.chrome, name="org.other"), "manifest of Google Chrome", "not the host's", SETUP
    ),
    "a manifest of an old place": (
        lambda w: w.edit(w.chrome, path="/old/jingdu-host"), "manifest of Google Chrome", "/old/jingdu-host", SETUP
    ),
    "a manifest with a relative path": (
        lambda w: w.edit(w.chrome, path="jingdu-host"), "manifest of Google Chrome", "names another program", SETUP
    ),
    "another extension allowed": (
        lambda w: w.edit(w.chrome, allowed_origins=[OTHER]), "manifest of Google Chrome", "does not allow", SETUP
    ),
    "origin without its slash": (
        lambda w: w.edit(w.chrome, allowed_origins=[w.ours.origin.rstrip("/")]),
        "manifest of Google Chrome", "does not allow", SETUP,
    ),
    "nobody allowed": (
        lambda w: w.edit(w.firefox, allowed_extensions=None), "manifest of Firefox", "does not allow", SETUP
    ),
    "Chromium's key in Firefox's manifest": (
        lambda w: w.edit(w.firefox, allowed_origins=[]), "manifest of Firefox", "refuses, allowed_origins", SETUP
    ),
    "another type": (lambda w: w.edit(w.firefox, type="pkcs11"), "manifest of Firefox", "another type", SETUP),
    "a manifest that leads nowhere": (
        lambda w: (gone(w.firefox), w.firefox.symlink_to("/nowhere")), "manifest of Firefox", "is missing", SETUP
    ),
    "a folder in the manifest's place": (
        lambda w: (gone(w.firefox), w.firefox.mkdir()), "manifest of Firefox", "cannot be read", SETUP
    ),
    "host that prints on stdout": (noisy, "round trip", "more than browsers accept", SETUP),
    "host that dies": (dies, "round trip", "ended without a reply", SETUP),
}  # fmt: skip
"""What is done to a whole set-up → the first faulty link, what is said of it, what its cure says."""


@pytest.mark.parametrize(("harm", "name", "said", "cure"), BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_set_up_is_named_with_its_cure(ward: Ward, harm: Break, name: str, said: str, cure: str) -> None:
    harm(ward)
    first = next(link for link in examine(ward.patient()) if link.state == FAULT)
    assert first.name == name
    assert said in first.said
    assert cure in first.cure


def test_all_that_is_said_of_what_the_host_needs_is_understood() -> None:
    said = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    for requirement in said:
        name, bounds = parted(requirement)
        assert requirement == name + ",".join(map("".join, bounds))
        assert {sign for sign, _ in bounds} <= {">=", "!="}


MENDED = [
    "launcher gone", "launcher empty", "launcher not executable", "Chrome's manifest gone", "Chrome's manifest no JSON",
    "a manifest of an old place", "another extension allowed", "Chromium's key in Firefox's manifest",
    "a manifest that leads nowhere", "jieba's cache open to others",
]  # fmt: skip


@pytest.mark.parametrize("harm", MENDED)
def test_what_is_safe_is_mended(ward: Ward, harm: str) -> None:
    BROKEN[harm][0](ward)
    cli.mend(ward.links())
    assert faults(ward.links()) == []


def test_what_cannot_be_mended_is_left_alone_and_told(ward: Ward, capsys: pytest.CaptureFixture[str]) -> None:
    old_python(ward)
    cli.mend(faults(ward.links()))
    assert "nothing to mend here without you" in capsys.readouterr().out


def test_links_behind_a_fault_are_not_judged(ward: Ward) -> None:
    gone(ward.launcher)
    states = {link.name: link.state for link in ward.links()}
    assert (states["interpreter"], states["packages"], states["round trip"]) == ("unknown", "unknown", "unknown")


def test_without_a_browser_one_is_asked_for(ward: Ward) -> None:
    for folder in (".config/google-chrome", ".mozilla"):
        gone(ward.home / folder)
    (link,) = [link for link in ward.links() if link.state == WARNING]
    assert link.cure.startswith("Install Chromium, Chrome or Firefox")


@pytest.mark.parametrize(("folder", "kind"), [("snap/firefox", "a Snap"), (".var/app/com.brave.Browser", "a Flatpak")])
def test_a_browser_in_a_sandbox_is_pointed_out(ward: Ward, folder: str, kind: str) -> None:
    (ward.home / folder).mkdir(parents=True)
    (link,) = [link for link in ward.links() if link.state == WARNING]
    assert kind in link.said and link.cure


def test_a_slow_first_answer_is_told(ward: Ward, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("install.doctor.chain._SLOW", 0.0)
    assert ward.links()[-1].state == WARNING


@pytest.mark.parametrize(
    ("value", "said"), [(None, "has no key"), ("C:/gone/org.jingdu.host.json", "names C:/gone")], ids=["none", "other"]
)
def test_windows_registry_is_looked_at(ward: Ward, tmp_path: Path, value: str | None, said: str) -> None:
    windows, registry = Computer(WINDOWS, tmp_path / "user", {}), Dictionary()
    (tmp_path / "user/AppData/Roaming/Mozilla/Firefox").mkdir(parents=True)
    record, found = Record.load(windows.data), find(windows)
    register.register(windows, found, windows.data / "jingdu-host.bat", ward.ours, record, registry)
    patient = Patient(windows, registry, ward.ours, SETUP)
    from install.doctor import browsers

    assert [link.state for link in browsers.told(patient)] == [GOOD]
    (key,) = registry.values
    registry.values = {} if value is None else {key: value}
    (link,) = browsers.told(patient)
    assert (link.state, link.name) == (FAULT, "manifest of Firefox") and said in link.said
    assert link.fix is not None
    link.fix()
    assert [link.state for link in browsers.told(patient)] == [GOOD]


def test_the_doctor_writes_nothing_where_all_is_well(ward: Ward) -> None:
    def state() -> set[tuple[str, int]]:
        files = (path for path in ward.home.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
        return {(str(path), path.stat().st_mtime_ns) for path in files if ".local/state" not in str(path)}

    before = state()
    ward.links()
    assert {name for name, _ in state() ^ before} <= {str(path) for path in (ward.home / ".cache").rglob("*")}
    assert os.path.isdir(ward.data)


def test_a_damaged_index_heals_while_it_is_looked_at(ward: Ward) -> None:
    """It is made of the files, so it is no fault that its user has to hear of."""
    (ward.home / "Library").mkdir()
    assert [link.said for link in ward.links() if link.name == "index"] == ["0 articles"]
    (database,) = [path for path in ward.data.rglob("index/*/*") if path.stat().st_size > 4096]
    database.write_bytes(b"\xff" * 8192)
    (link,) = [link for link in ward.links() if link.name == "index"]
    assert (link.state, link.said) == (GOOD, "0 articles")
