"""Writes the lock files from pyproject.toml: python3 tests/relock.py [--upgrade] [--check].

A lock names one version of each package and the checksums of all its files, for every Python and system
of `PYTHONS` and `PLATFORMS`. Without ``--upgrade`` the versions stay that the locks have, as far as
pyproject.toml still allows them; ``--check`` writes nothing and only proves that each Python and system
finds its packages. Needs a network, and uv, which tests/run.py puts into .venv-tests.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tomllib
from typing import Final

_TOP: Final = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path[:1] = [_TOP, os.path.join(_TOP, "host")]

from install.pip import SOURCES  # noqa: E402
from tests.runner import home  # noqa: E402

ROOT: Final = home.ROOT
PYTHONS: Final = ("3.11", "3.12", "3.13", "3.14")
PLATFORMS: Final = (
    "x86_64-unknown-linux-gnu",
    "aarch64-unknown-linux-gnu",
    "x86_64-apple-darwin",
    "aarch64-apple-darwin",
    "x86_64-pc-windows-msvc",
)
_PYTHON: Final = ("--python-version", PYTHONS[0], "--fork-strategy", "fewest")
"""One version of a package for all Pythons, where there is one: what a folder was filled with serves the next patch."""
EXTRAS: Final[dict[str, tuple[str, ...]]] = {
    "install/requirements.lock": (),
    "tests/requirements.lock": ("test", "learn", "crawl"),
    "tests/peers.lock": ("peers",),
}
"""Lock → the extras it has beside the host's own dependencies."""
BUILD: Final = "install/build.lock"


def main(arguments: list[str]) -> int:
    """Writes or checks all locks; each keeps the versions of the one before it."""
    options = _options(arguments)
    uv = _uv()
    if not options.check:
        _compile(uv, BUILD, ["-"], _build_requirements(), upgrade=options.upgrade)
        before: list[str] = []
        for lock, extras in EXTRAS.items():
            named = [word for extra in extras for word in ("--extra", extra)]
            _compile(uv, lock, ["pyproject.toml", *named, *before], upgrade=options.upgrade)
            before += ["--constraint", lock]
    lacking = [line for lock in (BUILD, *EXTRAS) for line in _lacking(uv, lock)]
    print(*lacking or ["Every Python and system finds its packages."], sep="\n")
    return 1 if lacking else 0


def _build_requirements() -> str:
    """What builds jingdu, and setuptools, which builds the packages that name nothing else."""
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["build-system"]["requires"]
    return "\n".join([*wanted, "setuptools>=77"])


def _compile(uv: str, lock: str, sources: list[str], given: str = "", *, upgrade: bool) -> None:
    command = [uv, "pip", "compile", "--quiet", "--universal", *_PYTHON, "--generate-hashes"]
    command += [*_wheels_only(), "--custom-compile-command", "python3 tests/relock.py"]
    command += ["--upgrade"] if upgrade else []
    subprocess.run([*command, *sources, "--output-file", lock], check=True, cwd=ROOT, input=given, text=True)


def _lacking(uv: str, lock: str) -> list[str]:
    """A line for each Python and system for which a package of ``lock`` has no file.

    The Pythons need not be there: uv would download each of them for every system.
    """
    command = [uv, "pip", "compile", "--quiet", "--no-deps", *_wheels_only(), lock]
    command += ["--python", sys.executable, "--no-python-downloads"]
    lines = []
    for version in PYTHONS:
        print(f"{lock}, Python {version}", file=sys.stderr)
        for platform in PLATFORMS:
            here = ["--python-version", version, "--python-platform", platform]
            done = subprocess.run([*command, *here], check=False, cwd=ROOT, capture_output=True, text=True)
            lines += [f"{lock}, {version}, {platform}: {done.stderr}"] if done.returncode else []
    return lines


def _wheels_only() -> list[str]:
    return ["--only-binary", ":all:", *(word for name in SOURCES for word in ("--no-binary", name))]


def _uv() -> str:
    found = shutil.which("uv", path=str(home.tool("uv").parent)) or shutil.which("uv")
    return found or sys.exit("uv is missing; run python3 tests/run.py --version once, which installs it.")


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--upgrade", action="store_true", help="take the newest versions")
    parser.add_argument("--check", action="store_true", help="write nothing")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
