"""pip, held to the lock files: nothing is installed or run that is not named there with its checksum.

Packages that are published as source only, and Jingdu itself, are built by what ``build.lock`` names, in a
folder of its own that is thrown away, and without a network: pip's own build environments would take
whatever an index offers. Every lock is complete, so pip resolves nothing (``--no-deps``) and the pip that
came with Python will do.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from install import commands
from install.trouble import INSTALL, Trouble

_HERE: Final = Path(__file__).resolve().parent
BUILD: Final = _HERE / "build.lock"
HOST: Final = _HERE / "requirements.lock"

SOURCES: Final = ("jieba", "nativemessaging-ng")
"""Published as source only, pure Python: built here, by setuptools. All else is wheels."""

_LOCKED: Final = ("--no-deps", "--require-hashes", "--only-binary", ":all:", "--no-binary", ",".join(SOURCES))
_BUILDING: Final = ("--no-build-isolation", "--use-pep517")
_MISMATCH: Final = "DO NOT MATCH THE HASHES"
_CUT_OFF: Final = re.compile(r"Retrying \(Retry\(|connection broken|NewConnectionError|ConnectTimeout|SSLError")
_MISSING: Final = re.compile(r"No matching distribution found for ([\w.-]+)")
_CULPRIT: Final = re.compile(rf"{_MISMATCH}.*?\n\s+([\w.-]+)", re.DOTALL)


class Pip:
    """The pip of one environment; with ``wheels``, a folder, it asks no index. Its methods raise Trouble."""

    def __init__(self, python: Path, log: Path, env: Mapping[str, str], wheels: Path | None = None) -> None:
        self.python = python
        self.log = log
        self.env = env
        self.wheels = wheels

    def bring_tools(self, folder: Path) -> None:
        """Puts the building tools into ``folder``."""
        self._from_index("install", [*_LOCKED, "--target", folder, "-r", BUILD])

    def install(self, lock: Path, tools: Path) -> None:
        """Installs all that a lock names for this Python and system."""
        self._from_index("install", [*_LOCKED, *_BUILDING, "-r", lock], tools)

    def install_checkout(self, checkout: Path, tools: Path, *, editable: bool = False) -> None:
        """Builds and installs Jingdu itself; what it needs is there already."""
        how: list[str | Path] = ["--editable", checkout] if editable else [checkout]
        self._run("install", ["--no-deps", "--no-index", "--no-build-isolation", *how], tools)

    def download(self, folder: Path, lock: Path, tools: Path | None = None) -> None:
        """Fetches the files that a lock names for this Python and system."""
        self._from_index("download", [*_LOCKED, *(_BUILDING if tools else ()), "--dest", folder, "-r", lock], tools)

    def uninstall(self, *names: str) -> None:
        """Removes packages; what is not there stays away."""
        commands.run([*self._command("uninstall"), "--yes", *names], self.log, self.env)

    def _from_index(self, what: str, arguments: Sequence[str | Path], tools: Path | None = None) -> None:
        source: list[str | Path] = ["--no-index", "--find-links", self.wheels] if self.wheels else []
        self._run(what, [*source, *arguments], tools)

    def _run(self, what: str, arguments: Sequence[str | Path], tools: Path | None) -> None:
        """pip itself is isolated (-I) and does not see the tools, the builders that it starts do."""
        env = {**self.env, "PYTHONPATH": str(tools)} if tools else self.env
        if not commands.run([*self._command(what), *arguments], self.log, env):
            raise self._failed()

    def _command(self, what: str) -> list[str | Path]:
        return [self.python, "-I", "-m", "pip", what, "--quiet"]

    def _failed(self) -> Trouble:
        said = commands.last_output(self.log)
        sentence, plain = _reason(said, self.wheels)
        words = "" if plain else f"\n{commands.last_words(self.log)}"
        return Trouble(INSTALL, f"{sentence}{words}\nThe whole story is in {self.log}.")


def _reason(said: str, wheels: Path | None) -> tuple[str, bool]:
    """What went wrong by pip's words, and whether that says it all."""
    if _MISMATCH in said:
        culprit = _CULPRIT.search(said)
        return _wrong_file(culprit[1] if culprit else "A package", wheels), True
    missing = _MISSING.search(said)
    if wheels and missing:
        return f"{wheels} lacks {missing[1]}; {fill(wheels)}", True
    if _CUT_OFF.search(said):
        return "pip could not install the host; is there a connection to its index?", False
    if missing:
        sentence = (
            f"{missing[1]} is not to be had for this Python and system; start set-up with Python 3.11 to 3.14, "
            "or install by pipx install jingdu, then jingdu setup."
        )
        return sentence, True
    return "pip could not install the host", False


def _wrong_file(package: str, wheels: Path | None) -> str:
    source = f"in {wheels}" if wheels else "from pip's index"
    cure = fill(wheels) if wheels else "try again, or use another index: PIP_INDEX_URL=https://pypi.org/simple"
    return f"{package} {source} is not the file that Jingdu was tested with (its checksum differs); {cure}"


def fill(wheels: Path) -> str:
    """What to do about a folder of wheels that won't do."""
    return f"fill the folder anew, where there is a network: python3 install/setup.py --fetch {wheels}"
