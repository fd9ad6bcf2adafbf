"""Built packages: wheel, sdist, extension archives, offline installation, releases."""

import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

import jingdu
from install.extension import CHECKOUT
from install.pip import HOST
from install.verify import PAGES
from jingdu.cli.package_extension import STORES, package

EXTENSION = CHECKOUT / "extension"
MANIFEST = json.loads((EXTENSION / "manifest.json").read_text("utf-8"))
BUILDING = 600.0
"""Seconds; packages are downloaded or come from pip's cache."""
OFFLINE = {"PIP_INDEX_URL": "http://127.0.0.1:9/", "PIP_RETRIES": "0"}
"""An index without a server, so that every request fails."""


@pytest.mark.parametrize("store", STORES)
def test_extension_archives_are_reproducible(store: str, tmp_path: Path) -> None:
    """Independent of the folder, file times and permissions."""
    copy = tmp_path / "copy"
    shutil.copytree(EXTENSION, copy)
    for number, path in enumerate(sorted(copy.rglob("*"), reverse=True)):
        os.utime(path, (number, number))
        path.chmod(0o700)
    (copy / ".DS_Store").write_bytes(b"junk")
    assert package(copy, store) == package(EXTENSION, store)


@pytest.mark.parametrize("store", STORES)
def test_extension_archives_have_a_manifest_for_their_store(store: str) -> None:
    with zipfile.ZipFile(io.BytesIO(package(EXTENSION, store))) as archive:
        names = archive.namelist()
        manifest = json.loads(archive.read("manifest.json"))
    there = {path.relative_to(EXTENSION).as_posix() for path in EXTENSION.rglob("*") if path.is_file()}
    assert names == sorted(there)
    assert "key" not in manifest
    assert list(manifest["background"]) == [("service_worker" if store == "chromium" else "scripts"), "type"]
    assert ("browser_specific_settings" in manifest) == (store == "firefox")
    assert manifest["permissions"] == MANIFEST["permissions"]


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Our wheel and the wheels of its dependencies, from ``pip wheel``."""
    folder = tmp_path_factory.mktemp("wheels")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "--quiet", str(CHECKOUT)]
    subprocess.run([*pip, "--wheel-dir", str(folder)], check=True, timeout=BUILDING, capture_output=True)
    return folder


def new_home(folder: Path) -> Path:
    home = folder / "净读 home"
    (home / ".config/google-chrome/Default").mkdir(parents=True)
    return home


def run(home: Path, *command: str | Path) -> subprocess.CompletedProcess[str]:
    env = {**OFFLINE, "HOME": str(home), "PATH": "/usr/bin:/bin"}
    return subprocess.run(command, env=env, capture_output=True, text=True, timeout=BUILDING, check=False, cwd=home)


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="Linux only")
@pytest.mark.timeout(2 * BUILDING)
def test_installed_packages_set_up_offline_and_uninstall_completely(wheels: Path, tmp_path: Path) -> None:
    home = new_home(tmp_path)
    tool = tmp_path / "tool"
    venv.create(tool, with_pip=True)
    pip = run(home, tool / "bin/pip", "install", "--quiet", "--no-index", "--find-links", wheels, "jingdu")
    assert pip.returncode == 0, pip.stderr
    done = run(home, tool / "bin/jingdu", "setup", "--json")
    reported = json.loads(done.stdout)
    assert done.returncode == 0, done.stderr
    assert reported["read"] == [page.title for page in PAGES]
    assert "Google Chrome" in reported["browsers"]
    carried = Path(reported["extension"])
    assert carried == home / ".local/share/jingdu/extension"
    assert (carried / "manifest.json").read_bytes() == (EXTENSION / "manifest.json").read_bytes()
    frozen = run(home, tool / "bin/pip", "freeze").stdout
    locked = dict(re.findall(r"^([\w.-]+)==([\w.]+)", HOST.read_text("utf-8"), re.MULTILINE))
    there = {name.lower().replace("_", "-"): version for name, version in re.findall(r"^(.+)==(.+)$", frozen, re.M)}
    differing = {name for name in locked if name in there and there[name] != locked[name]}
    assert set(reported["untested_versions"]) == differing
    (metadata,) = tool.glob("lib/*/site-packages/shtab-*.dist-info/METADATA")
    original = metadata.read_bytes()
    metadata.write_text(re.sub(r"^Version: .*", "Version: 99.9", original.decode(), flags=re.M), "utf-8")
    warned = run(home, tool / "bin/jingdu", "setup", "--json")
    assert json.loads(warned.stdout)["untested_versions"]["shtab"] == {"installed": "99.9", "tested": locked["shtab"]}
    assert f"shtab 99.9 (tested: {locked['shtab']})" in " ".join(warned.stderr.split())
    (command,) = re.findall(r"^ *To install the tested versions, run: (.+)", warned.stderr, re.MULTILINE)
    assert command.endswith("requirements.lock")  # on one line, so that it can be copied
    metadata.write_bytes(original)  # the doctor verifies the checksums of all files
    healthy = run(home, tool / "bin/jingdu", "doctor")
    assert healthy.returncode == 0, healthy.stdout
    assert "Everything is in order." in healthy.stdout
    (home / ".config/google-chrome/NativeMessagingHosts/org.jingdu.host.json").unlink()
    sick = run(home, tool / "bin/jingdu", "doctor", "--json")
    failed = [check for check in json.loads(sick.stdout)["checks"] if check["state"] == "fault"]
    assert sick.returncode == 8
    assert [(check["id"], check["fixable"]) for check in failed] == [("manifest of Google Chrome", True)]
    assert run(home, tool / "bin/jingdu", "doctor", "--fix").returncode == 0
    page = CHECKOUT / "install/sample/en.html"
    assert run(home, tool / "bin/jingdu", "save", page).returncode == 0
    refused = run(home, tool / "bin/jingdu", "setup", "--uninstall", "--library")
    assert refused.returncode == 5 and "Nothing was removed" in refused.stderr
    (saved,) = home.glob("Documents/Jingdu/*/article.md")
    gone = run(home, tool / "bin/jingdu", "setup", "--uninstall", "--json")
    assert "Your library stays: 1 article in" in gone.stderr
    assert saved.exists()
    assert gone.returncode == 0, gone.stderr
    assert str(carried) in json.loads(gone.stdout)["removed"]
    left = {path.relative_to(home).as_posix() for path in home.rglob("*") if path.is_file()}
    assert [name for name in left if "jingdu" in name.lower() and not name.startswith("Documents/")] == []
    assert run(home, tool / "bin/jingdu", "setup").returncode == 0
    all_of_it = run(home, tool / "bin/jingdu", "setup", "--uninstall", "--library", "--yes")
    assert all_of_it.returncode == 0, all_of_it.stderr
    assert not saved.exists() and not (home / "Documents/Jingdu").exists()


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="Linux only")
@pytest.mark.timeout(2 * BUILDING)
def test_set_up_works_offline_with_fetched_packages(fetched: Path, tmp_path: Path) -> None:
    home, fetched = new_home(tmp_path), Path(shutil.copytree(fetched, tmp_path / "fetched"))
    script = CHECKOUT / "install/setup.py"
    dry = run(home, sys.executable, script, "--dry-run", "--json")
    assert dry.returncode == 0
    assert [path for path in home.rglob("*") if "jingdu" in path.name] == []
    done = run(home, sys.executable, script, "--wheels", fetched, "--json")
    assert done.returncode == 0, done.stderr
    reported, planned = json.loads(done.stdout), json.loads(dry.stdout)
    assert {reported["launcher"], *reported["manifests"]} <= {file["path"] for file in planned["files"]}
    (changed,) = fetched.glob("shtab-*.whl")
    changed.write_bytes(changed.read_bytes() + b" ")
    refused = run(home, sys.executable, script, "--update", "--wheels", fetched, "--json")
    assert (refused.returncode, json.loads(refused.stdout)["ok"]) == (4, False)
    assert f"shtab in {fetched} is not the file that Jingdu was tested with" in refused.stderr
    changed.unlink()
    lacking = run(home, sys.executable, script, "--update", "--wheels", fetched)
    assert f"{fetched} lacks shtab; fill the folder again" in lacking.stderr
    assert run(home, reported["launcher"]).returncode == 0  # the previous host is still registered


BUILD = CHECKOUT / "install/release/build.py"
WORKFLOW = (CHECKOUT / ".github/workflows/release.yml").read_text("utf-8")
VERSION = jingdu.__version__


def build(out: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, BUILD, "--out", out, *options]
    return subprocess.run(command, capture_output=True, text=True, timeout=BUILDING, check=False)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("release") / "dist"
    done = build(out, "--tag", f"v{VERSION}")
    assert done.returncode == 0, done.stderr
    return out


@pytest.mark.long
@pytest.mark.timeout(2 * BUILDING)
def test_a_release_has_packages_checksums_and_notes(built: Path) -> None:
    name = f"jingdu-{VERSION}"
    files = {f"{name}-py3-none-any.whl", f"{name}.tar.gz", *(f"{name}-{store}.zip" for store in STORES)}
    assert {path.name for path in built.iterdir()} == files | {"SHA256SUMS", "NOTES.md"}
    lines = (line.split("  ") for line in (built / "SHA256SUMS").read_text().splitlines())
    sums = {file: checksum for checksum, file in lines}
    assert sums == {file: hashlib.sha256((built / file).read_bytes()).hexdigest() for file in files}
    for store in STORES:
        assert (built / f"{name}-{store}.zip").read_bytes() == package(CHECKOUT / "extension", store)
    notes = (built / "NOTES.md").read_text("utf-8")
    assert notes.strip() in (CHECKOUT / "CHANGELOG.md").read_text("utf-8")
    assert notes.startswith("### ") and "\n## " not in notes


@pytest.mark.long
@pytest.mark.timeout(2 * BUILDING)
def test_packages_have_the_catalogues_and_no_tests(built: Path) -> None:
    (wheel,), (sdist,) = built.glob("*.whl"), built.glob("*.tar.gz")
    packed = set(zipfile.ZipFile(wheel).namelist())
    with tarfile.open(sdist) as archive:
        sources = {name.partition("/")[2] for name in archive.getnames()}
    assert "jingdu/locale/messages.json" in packed and "host/jingdu/locale/messages.json" in sources
    assert {"jingdu/packaged/install/requirements.lock", "jingdu/packaged/install/browsers.toml"} <= packed
    assert not [name for name in packed | sources if re.search(r"(^|/)(tests?|\.github|\.venv)/", name)]


@pytest.mark.long
@pytest.mark.timeout(2 * BUILDING)
def test_releases_are_reproducible(built: Path, tmp_path: Path) -> None:
    assert build(tmp_path / "again").returncode == 0
    for path in built.iterdir():
        assert (tmp_path / "again" / path.name).read_bytes() == path.read_bytes(), path.name


def test_releases_need_a_matching_tag(tmp_path: Path) -> None:
    done = build(tmp_path, "--tag", "v9.9.9")
    assert done.returncode == 1
    assert f"the version is 9.9.9, but pyproject.toml has {VERSION}" in done.stderr
    assert not list(tmp_path.iterdir())


def test_the_release_workflow_uses_existing_scripts_and_options() -> None:
    for script in re.findall(r"install/release/\w+\.py", WORKFLOW):
        assert (CHECKOUT / script).is_file()
    used = set(re.findall(r"python install/release/build\.py.*", WORKFLOW))
    shown = subprocess.run([sys.executable, BUILD, "--help"], capture_output=True, text=True, check=True).stdout
    assert used and set(re.findall(r"--[a-z-]+", " ".join(used))) <= set(re.findall(r"--[a-z-]+", shown))
