"""pip with lock files: only packages that they name are installed or run, verified by checksum.

Source packages and Jingdu itself are built with what ``build.lock`` names, in a temporary folder and offline, because
pip's own build environments would install whatever an index offers. Every lock is complete, so pip resolves nothing
(``--no-deps``), and the pip that comes with Python is sufficient.
"""

from __future__ import annotations

import platform
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from importlib import metadata, util
from pathlib import Path
from typing import Final

from install import commands
from install.console import INSTALL, SetupError, map_os_errors
from jingdu.checks.paths import quoted
from jingdu.i18n import gettext as _

BUILD: Final = Path(__file__).resolve().with_name("build.lock")
HOST: Final = BUILD.with_name("requirements.lock")

SOURCES: Final = ("jieba", "nativemessaging-ng")
"""Pure Python packages without wheels, which are built here with setuptools."""

_LOCKED: Final = ("--no-deps", "--require-hashes", "--only-binary", ":all:", "--no-binary", ",".join(SOURCES))
_BUILDING: Final = ("--no-build-isolation", "--use-pep517")
_FULL: Final = "No space left on device"
_MISMATCH: Final = "DO NOT MATCH THE HASHES"
_CUT_OFF: Final = re.compile(r"Retrying \(|connection broken|NewConnectionError|ConnectTimeout|SSLError|not a trusted")
_MISSING: Final = re.compile(r"No matching distribution found for ([\w.-]+)")
_STEP: Final = re.compile(r"(Collecting|Building wheel for|Installing collected packages:) ?([\w.-]*)(?:==([\w.]+))?")
_CULPRIT: Final = re.compile(rf"{_MISMATCH}.*?\n\s+([\w.-]+)", re.DOTALL)


class Pip:
    """The pip of an environment; with ``wheels``, a folder, it uses no index. Methods raise `SetupError`."""

    def __init__(
        self, python: Path, log: Path, env: Mapping[str, str], wheels: Path | None = None,
        progress: Callable[[str], None] = lambda _: None,
    ) -> None:  # fmt: skip
        self.python, self.log, self.env, self.wheels, self._progress = python, log, env, wheels, progress

    def install_tools(self, folder: Path) -> None:
        """Installs the packages in ``build.lock`` into ``folder``."""
        self._from_index("install", [*_LOCKED, "--target", folder, "-r", BUILD])

    def install(self, lock: Path, tools: Path) -> None:
        """Installs the packages in a lock file; source packages are built with ``tools``."""
        self._from_index("install", [*_LOCKED, *_BUILDING, "-r", lock], tools)

    def install_checkout(self, checkout: Path, tools: Path, *, editable: bool = False) -> None:
        """Builds and installs Jingdu itself, after its dependencies."""
        how: list[str | Path] = ["--editable", checkout] if editable else [checkout]
        self._run("install", ["--no-deps", "--no-index", "--no-build-isolation", *how], tools)

    def download(self, folder: Path, lock: Path, tools: Path | None = None) -> None:
        """Downloads the packages in a lock file; source packages need ``tools``."""
        self._from_index("download", [*_LOCKED, *(_BUILDING if tools else ()), "--dest", folder, "-r", lock], tools)

    def uninstall(self, name: str) -> None:
        commands.run([self.python, "-I", "-m", "pip", "uninstall", "--yes", name], self.log, self.env)

    def _from_index(self, what: str, arguments: Sequence[str | Path], tools: Path | None = None) -> None:
        source: list[str | Path] = ["--no-index", "--find-links", self.wheels] if self.wheels else []
        self._run(what, [*source, *arguments], tools)

    def _run(self, what: str, arguments: Sequence[str | Path], tools: Path | None) -> None:
        """Runs pip, isolated by ``-I``: only the build backends that it starts can import ``tools``."""
        env = {**self.env, "PYTHONPATH": str(tools)} if tools else self.env
        if not commands.run([self.python, "-I", "-m", "pip", what, *arguments], self.log, env, self._watch):
            output = commands.last_output(self.log)
            if _FULL in output:
                with map_os_errors("write", self.python.parents[1]):
                    raise OSError(_FULL)
            sentence, is_plain = _reason(output, self.wheels)
            raise SetupError(INSTALL, commands.with_log(sentence, self.log, quoted=not is_plain))

    def _watch(self, line: str) -> None:
        if step := _STEP.match(line.strip()):
            doing, name, version = step.groups()
            shown = {"Collecting": f"{name} {version or ''}", "Building wheel for": _("building {name}", name=name)}
            self._progress(shown.get(doing, _("installing what was downloaded")).strip())


def _reason(output: str, wheels: Path | None) -> tuple[str, bool]:
    """The reason in pip's output, and whether it is a complete explanation."""
    missing, culprit = _MISSING.search(output), _CULPRIT.search(output)
    name = culprit[1] if culprit else missing[1] if missing else _("A package")
    if wheels and (_MISMATCH in output or missing):
        message = "{name} in {folder} is not the file that Jingdu was tested with (its checksum differs)"
        wrong = _(message, name=name, folder=wheels) if _MISMATCH in output else _missing_file(wheels, name)
        message = (
            "fill the folder again with the same Python, on a computer with a network: "
            "python3 install/setup.py --fetch {folder}"
        )
        return _("{problem}; {advice}", problem=wrong, advice=_(message, folder=wheels)), True
    if _MISMATCH in output:
        message = (
            "{name} from pip's index is not the file that Jingdu was tested with (its checksum differs); "
            "try again, or use another index: PIP_INDEX_URL=https://pypi.org/simple"
        )
    elif _CUT_OFF.search(output):
        message = (
            "pip could not download the companion app's packages; check the network, or name another index with "
            "PIP_INDEX_URL, and run set-up again"
        )
    elif missing:
        message = (
            "pip found no {name} for this Python and system; check the network and pip's index, run set-up with "
            "Python 3.11 to 3.14, or install with: pipx install jingdu, then: jingdu setup"
        )
    elif commands.STOPPED in output:
        message = "pip was stopped before it finished, perhaps for lack of memory; close programs and run set-up again"
    else:
        message = "pip could not install the companion app; run set-up again, and report it if that does not help"
        return _(message), False
    return _(message, name=name), True


def _missing_file(wheels: Path, name: str) -> str:
    """Why a folder of wheels can't be used: it is for another Python or system, or a file is missing."""
    prefix = f"{name.replace('-', '_')}-"
    tags = [path.stem.split("-", 2)[2] for path in wheels.glob("*.whl") if path.name.lower().startswith(prefix)]
    if not tags:
        return _("{folder} lacks {name}", folder=wheels, name=name)
    message = (
        "The files in {folder} are for another Python or system ({name} for {tags}), and this is Python {version} "
        "on {system}"
    )
    version, system = platform.python_version(), f"{platform.system()} {platform.machine()}"
    return _(message, folder=wheels, name=name, tags=tags[0], version=version, system=system)


def untested_versions() -> dict[str, tuple[str, str]]:
    """Package → installed version and locked version, if they differ."""
    found = {}
    for name, locked in re.findall(r"^([\w.-]+)==([\w.]+)", HOST.read_text("utf-8"), re.MULTILINE):
        with suppress(metadata.PackageNotFoundError):  # excluded by its marker; the doctor checks for missing ones
            if (installed := metadata.version(name)) != locked:
                found[name] = (installed, locked)
    return found


def describe_untested(found: Mapping[str, tuple[str, str]]) -> tuple[str, str]:
    """Two sentences: the differences, and the command that installs the tested versions (empty without pip)."""
    listed = ", ".join(
        _("{name} {version} (tested: {tested})", name=name, version=version, tested=tested)
        for name, (version, tested) in found.items()
    )
    differs = _("Other versions are installed than Jingdu was tested with: {packages}.", packages=listed)
    if not util.find_spec("pip"):
        return f"{differs} {_('The tested versions are in {path}.', path=HOST)}", ""
    command = f"{quoted(Path(sys.executable))} -m pip install --no-deps -r {quoted(HOST)}"
    return differs, _("To install the tested versions, run: {command}", command=command)
