"""The files of a release, built as the workflow builds them."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

import jingdu
from install.extension import CHECKOUT
from jingdu.cli.package_extension import STORES, package

BUILD = CHECKOUT / "install/release/build.py"
WORKFLOW = (CHECKOUT / ".github/workflows/release.yml").read_text("utf-8")
VERSION = jingdu.__version__
BUILDING = 600.0


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
def test_a_release_is_wheel_sdist_both_zips_checksums_and_notes(built: Path) -> None:
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
def test_wheel_and_sdist_carry_the_catalogues_and_no_test(built: Path) -> None:
    (wheel,), (sdist,) = built.glob("*.whl"), built.glob("*.tar.gz")
    packed = set(zipfile.ZipFile(wheel).namelist())
    with tarfile.open(sdist) as archive:
        sources = {name.partition("/")[2] for name in archive.getnames()}
    assert "jingdu/locale/messages.json" in packed and "host/jingdu/locale/messages.json" in sources
    assert {"jingdu/packaged/install/requirements.lock", "jingdu/packaged/install/browsers.toml"} <= packed
    assert not [name for name in packed | sources if re.search(r"(^|/)(tests?|\.github|\.venv)/", name)]


@pytest.mark.long
@pytest.mark.timeout(2 * BUILDING)
def test_the_same_commit_gives_the_same_bytes(built: Path, tmp_path: Path) -> None:
    assert build(tmp_path / "again").returncode == 0
    for path in built.iterdir():
        assert (tmp_path / "again" / path.name).read_bytes() == path.read_bytes(), path.name


def test_another_version_than_the_tags_is_not_released(tmp_path: Path) -> None:
    done = build(tmp_path, "--tag", "v9.9.9")
    assert done.returncode == 1
    assert f"the version is 9.9.9, but pyproject.toml has {VERSION}" in done.stderr
    assert not list(tmp_path.iterdir())


def test_the_workflow_runs_these_scripts_with_options_they_have() -> None:
    for script in re.findall(r"install/release/\w+\.py", WORKFLOW):
        assert (CHECKOUT / script).is_file()
    used = set(re.findall(r"python install/release/build\.py.*", WORKFLOW))
    shown = subprocess.run([sys.executable, BUILD, "--help"], capture_output=True, text=True, check=True).stdout
    assert used and set(re.findall(r"--[a-z-]+", " ".join(used))) <= set(re.findall(r"--[a-z-]+", shown))
