"""pip installs exactly what a lock names; other files are rejected with a one-sentence error."""

import hashlib
import os
import re
import shutil
import subprocess
import sysconfig
import venv
import zipfile
from pathlib import Path
from platform import python_version as version

import pytest

from install import commands
from install.console import FILES, INSTALL, SetupError
from install.pip import Pip

DISTRIBUTION = "tiny-1.0.dist-info"


def wheel(folder: Path, content: str) -> Path:
    """Builds a minimal package."""
    folder.mkdir(parents=True)
    files = {
        "tiny.py": content,
        f"{DISTRIBUTION}/METADATA": "Metadata-Version: 2.1\nName: tiny\nVersion: 1.0\n",
        f"{DISTRIBUTION}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = "".join(f"{name},,\n" for name in [*files, f"{DISTRIBUTION}/RECORD"])
    path = folder / "tiny-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in {**files, f"{DISTRIBUTION}/RECORD": record}.items():
            archive.writestr(name, text)
    return path


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("环境 environment")
    venv.create(folder)
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    where = [python, "-I", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    site = Path(subprocess.run(where, capture_output=True, text=True, check=True).stdout.strip())
    for path in Path(sysconfig.get_path("purelib")).glob("pip*"):  # copying is faster than installing pip
        if path.name == "pip" or path.name.startswith("pip-"):
            shutil.copytree(path, site / path.name)
    return python


@pytest.fixture
def pip(python: Path, tmp_path: Path) -> Pip:
    wheel(tmp_path / "wheels", "WORDS = 'as tested'")
    env = commands.clean_environment({**os.environ, "PIP_CONSTRAINT": "nowhere.txt", "PIP_NO_BINARY": ":all:"})
    pip = Pip(python, tmp_path / "pip.log", env, tmp_path / "wheels")
    pip.uninstall("tiny")
    return pip


def lock(tmp_path: Path, path: Path) -> Path:
    """Writes a lock for the file at ``path``."""
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    (tmp_path / "lock").write_text(f"tiny==1.0 \\\n    --hash=sha256:{digest}\n")
    return tmp_path / "lock"


def is_installed(python: Path) -> bool:
    return subprocess.run([python, "-I", "-c", "import tiny"], capture_output=True, check=False).returncode == 0


def test_locked_packages_are_installed(pip: Pip, tmp_path: Path) -> None:
    """Regardless of the user's environment variables for pip."""
    assert not is_installed(pip.python)
    pip.install(lock(tmp_path, tmp_path / "wheels/tiny-1.0-py3-none-any.whl"), tmp_path)
    assert is_installed(pip.python)


def test_files_with_another_checksum_are_rejected(pip: Pip, tmp_path: Path) -> None:
    tested = wheel(tmp_path / "elsewhere", "WORDS = 'as tested, on another day'")
    with pytest.raises(SetupError) as raised:
        pip.install(lock(tmp_path, tested), tmp_path)
    sentence, details = str(raised.value).splitlines()
    assert raised.value.code == INSTALL
    assert sentence == (
        f"tiny in {pip.wheels} is not the file that Jingdu was tested with (its checksum differs); "
        "fill the folder again with the same Python, on a computer with a network: "
        f"python3 install/setup.py --fetch {pip.wheels}"
    )
    assert details == f"The full log is {pip.log}."
    assert not is_installed(pip.python)


@pytest.mark.long
def test_index_files_with_another_checksum_are_rejected(pip: Pip, tmp_path: Path) -> None:
    page = wheel(tmp_path / "index/tiny", "WORDS = 'changed on the way'").parent / "index.html"
    page.write_text('<a href="tiny-1.0-py3-none-any.whl">tiny-1.0-py3-none-any.whl</a>')
    tested = lock(tmp_path, tmp_path / "wheels/tiny-1.0-py3-none-any.whl")
    env = {**pip.env, "PIP_INDEX_URL": (tmp_path / "index").as_uri(), "PIP_EXTRA_INDEX_URL": "", "PIP_FIND_LINKS": ""}
    with pytest.raises(SetupError) as raised:
        Pip(pip.python, pip.log, {**env, "PIP_CONFIG_FILE": os.devnull}).install(tested, tmp_path)
    sentence = str(raised.value).splitlines()[0]
    assert sentence.startswith("tiny from pip's index is not the file that Jingdu was tested with")
    assert sentence.endswith("use another index: PIP_INDEX_URL=https://pypi.org/simple")
    assert not is_installed(pip.python)


FULL = "Cannot write {} (no space left on device); fix that and run set-up again."
FAILED = (
    "pip could not install the companion app; run set-up again, and report it if that does not help\nERROR: no idea"
)
KILLED = "pip was stopped before it finished, perhaps for lack of memory; close programs and run set-up again"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_full_disks_failures_and_kills_are_reported_with_advice(pip: Pip, tmp_path: Path) -> None:
    with pytest.raises(SetupError, match=f"^{re.escape(FULL.format('/dev/full'))}$") as raised:
        commands.run(["echo", "a line for the log"], Path("/dev/full"), {})
    assert raised.value.code == FILES
    python, log = tmp_path / "venv/bin/python", f"\nThe full log is {pip.log}."
    python.parent.mkdir(parents=True)
    full = "echo 'ERROR: [Errno 28] No space left on device'; exit 1", FULL.format(tmp_path / "venv")
    for script, message in (full, ("echo 'ERROR: no idea'; exit 1", FAILED + log), ("kill -9 $$", KILLED + log)):
        python.write_text(f"#!/bin/sh\n{script}\n")
        python.chmod(0o755)
        with pytest.raises(SetupError, match=f"^{re.escape(message)}$"):
            Pip(python, pip.log, pip.env).install(tmp_path / "lock", tmp_path)


def test_wheels_for_another_python_are_reported(pip: Pip, tmp_path: Path) -> None:
    ours = tmp_path / "wheels/tiny-1.0-py3-none-any.whl"
    tested = lock(tmp_path, ours)
    ours.rename(ours.with_name("tiny-1.0-cp399-cp399-manylinux_2_28_x86_64.whl"))
    found = rf"another Python or system \(tiny for cp399-cp399-manylinux_2_28_x86_64\), and this is Python {version()}"
    with pytest.raises(SetupError, match=found):
        pip.install(tested, tmp_path)


@pytest.mark.long
def test_requirements_without_checksums_are_rejected(pip: Pip, tmp_path: Path) -> None:
    (tmp_path / "lock").write_text("tiny==1.0\n")
    with pytest.raises(SetupError):
        pip.install(tmp_path / "lock", tmp_path)
    assert not is_installed(pip.python)
