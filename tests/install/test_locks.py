"""The locks: complete, consistent with pyproject.toml, few packages, compatible licences."""

import re
import tomllib
from collections.abc import Iterator
from importlib.metadata import PackageMetadata, metadata, requires
from pathlib import Path
from typing import Final

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from install.extension import CHECKOUT
from install.pip import BUILD, HOST
from tests.runner.home import LOCK, PEERS

PROJECT: Final = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))
EXTRAS: Final = PROJECT["project"]["optional-dependencies"]

LICENCES: Final = {
    "charset-normalizer": "MIT",
    "jieba": "MIT",
    "lxml": "BSD-3-Clause",
    "markdown-it-py": "MIT",
    "mdit-py-plugins": "MIT",
    "mdurl": "MIT",
    "nativemessaging-ng": "MPL-2.0",
    "nh3": "MIT",
    "numpy": "BSD-3-Clause AND 0BSD AND MIT AND Zlib AND CC0-1.0",
    "psutil": "BSD-3-Clause",
    "py3langid": "BSD-3-Clause",
    "pyyaml": "MIT",
    "shtab": "MPL-2.0",
}
"""All packages that set-up installs apart from Jingdu and pip; a new one needs a reason."""
COMPATIBLE: Final = {"MIT", "BSD-3-Clause", "0BSD", "Zlib", "CC0-1.0", "PSF-2.0", "Apache-2.0", "MPL-2.0"}
"""Licences allowed in an Apache-2.0 project; changed files under MPL-2.0 stay open."""
SPDX: Final = {
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD-3-Clause",
}
"""Licence classifier → SPDX identifier."""
LOCKS: Final = [BUILD, HOST, LOCK, PEERS]


def locked(lock: Path) -> dict[str, tuple[Requirement, list[str]]]:
    """Name → requirement and checksums."""
    logical = lock.read_text("utf-8").replace("\\\n", " ").splitlines()
    rows = [line for line in logical if line.strip() and not line.lstrip().startswith("#")]
    found: dict[str, tuple[Requirement, list[str]]] = {}
    for row in rows:
        words, *hashes = re.split(r"\s+--hash=", row.split(" #")[0].strip())
        requirement = Requirement(words)
        assert canonicalize_name(requirement.name) not in found, row
        found[canonicalize_name(requirement.name)] = (requirement, hashes)
    return found


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: f"{lock.parent.name}/{lock.name}")
def test_locks_pin_versions_and_checksums(lock: Path) -> None:
    for requirement, hashes in locked(lock).values():
        assert re.fullmatch(r"==[\w.]+", str(requirement.specifier)), requirement
        assert requirement.url is None
        assert hashes and all(re.fullmatch(r"sha256:[0-9a-f]{64}", item) for item in hashes), requirement


@pytest.mark.parametrize(
    ("lock", "required"),
    [
        (BUILD, PROJECT["build-system"]["requires"]),
        (HOST, PROJECT["project"]["dependencies"]),
        (LOCK, [*PROJECT["project"]["dependencies"], *EXTRAS["test"], *EXTRAS["learn"]]),
        (PEERS, [*PROJECT["project"]["dependencies"], *EXTRAS["peers"]]),
    ],
    ids=["building", "host", "tests", "peers"],
)
def test_locks_match_pyproject(lock: Path, required: list[str]) -> None:
    """If it fails, run python3 tests/relock.py."""
    there = locked(lock)
    for requirement in map(Requirement, required):
        name = canonicalize_name(requirement.name)
        assert name in there, f"{lock.name} lacks {name}: python3 tests/relock.py"
        (version,) = (item.version for item in there[name][0].specifier)
        assert requirement.specifier.contains(version), f"{name} {version}: python3 tests/relock.py"


@pytest.mark.parametrize("lock", [LOCK, PEERS], ids=lambda lock: lock.name)
def test_tests_use_the_locked_versions_of_the_host(lock: Path) -> None:
    there = locked(lock)
    for name, (requirement, _) in locked(HOST).items():
        assert str(there[name][0]) == str(requirement)


def closure(names: list[str]) -> Iterator[str]:
    """The packages and their transitive dependencies, from installed metadata."""
    seen: set[str] = set()
    while names:
        name = canonicalize_name(names.pop())
        if name not in seen:
            seen.add(name)
            yield name
            names += [item.name for item in map(Requirement, requires(name) or []) if _applies(item)]


def _applies(requirement: Requirement) -> bool:
    return requirement.marker is None or requirement.marker.evaluate({"extra": ""})


def test_the_hosts_dependencies_are_known() -> None:
    """The same list in pyproject.toml, package metadata, the lock and this file."""
    direct = [Requirement(item).name for item in PROJECT["project"]["dependencies"]]
    assert set(closure(direct)) == set(locked(HOST)) == set(LICENCES)


def licence(package: PackageMetadata) -> str:
    """The SPDX identifier of a package's licence, from its metadata."""
    named = [
        item.rpartition(" :: ")[2] for item in package.get_all("Classifier") or [] if item.startswith("License ::")
    ]
    name = package.get("License-Expression") or (named[0] if named else package.get("License"))
    assert name, f"{package['Name']} has no licence"
    return SPDX.get(name, name)


@pytest.mark.parametrize("name", LICENCES)
def test_licences_of_dependencies_are_compatible(name: str) -> None:
    assert licence(metadata(name)) == LICENCES[name]
    assert set(re.split(r" AND ", LICENCES[name])) <= COMPATIBLE


def test_workflow_actions_are_pinned_to_commits() -> None:
    """Tags can be moved, commits cannot. The version is in a comment."""
    workflows = sorted((CHECKOUT / ".github/workflows").glob("*.yml"))
    used = [re.findall(r"uses: (.+)", path.read_text("utf-8")) for path in workflows]
    assert len(used) > 1 and all(used)
    for action in [action for actions in used for action in actions]:
        assert re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", action)
