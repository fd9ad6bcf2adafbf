"""The steps of an installation, each told as it is finished."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from install import carried, debian, loading, say
from install.browsers import Found, find
from install.computer import WINDOWS, Computer
from install.environment import Environments
from install.identity import CHECKOUT, Extension
from install.prove import Reading, prove
from install.record import Record
from install.register import Registration, launch, launcher_place, register
from install.registry import Registry
from install.sandboxes import warnings

_HOSTS = ("chosen", "index", "libraries", "locks", "received", "sites")
"""What the host will make in the data folder for itself: nothing that can't be made again, or is the user's work."""
_SHOWN = 3
"""Lines of each sample that are shown."""


@dataclass(frozen=True)
class Wishes:
    """What the user asked of set-up."""

    browsers: Sequence[str] = ()
    """Only these, here or not; empty: all that are found."""
    wheels: Path | None = None
    """A folder that --fetch filled, to install from without a network."""
    update: bool = False
    """Make the environment anew, with the versions that the lock names."""
    here: bool = False
    """The host is installed in the Python that runs set-up (pipx, uv): no environment is made."""


def setup_command(*, here: bool = False, checkout: Path = CHECKOUT) -> str:
    """What to type to set up again: from the package, or from a checkout, this one unless another is named."""
    if here:
        return "jingdu setup"
    python = "py" if sys.platform == "win32" else "python3"
    return f"{python} {shlex.quote(str(checkout / 'install' / 'setup.py'))}"


class Setup:
    """One installation, from the sources of this checkout, or from the package that set-up came in."""

    def __init__(
        self,
        computer: Computer,
        record: Record,
        registry: Registry,
        extension: Extension,
        wishes: Wishes = Wishes(),
    ) -> None:
        self.computer = computer
        self.record = record
        self.registry = registry
        self.extension = extension
        self.wishes = wishes
        self.environments = Environments(computer, record, wishes.wheels)
        self.found: list[Found] = []
        self.warnings: list[str] = []
        self.registrations: list[Registration] = []
        self.readings: list[Reading] = []
        self.start = launcher_place(computer)
        self.python = Path(sys.executable)

    def run(self) -> None:
        """Installs, registers, proves; raises Trouble."""
        say.line(f"Setting up Jingdu 净读 {self.extension.version}\n")
        for name in _HOSTS:
            self.record.tree(self.computer.data / name)
        self.record.again(setup_command(here=self.wishes.here))
        self.found = find(self.computer, self.wishes.browsers)
        if self.wishes.here:
            self._use_this_python()
        else:
            self.python = self.environments.python(self._environment())
        self._register()
        self._prove()
        self._tell()

    def _use_this_python(self) -> None:
        """The extension gets a place of its own: the package's may move with its next version."""
        self.extension = carried.copy(self.extension, self.computer, self.record)
        launch(self.computer, self.python, self.record)
        say.step("Host", f"this Python's, {self.python}")
        self.environments.tidy()

    def _environment(self) -> Path:
        """The environment of these sources, now started by the launcher."""
        environment = None if self.wishes.update else self.environments.ready(CHECKOUT)
        if environment:
            say.step("Host", f"unchanged, in {environment}")
        else:
            environment = self._make()
        before = self.environments.in_use(self.start)
        launch(self.computer, self.environments.python(environment), self.record)
        self.environments.tidy(environment, *before)
        return environment

    def _make(self) -> Path:
        begun = time.monotonic()
        self.record.file(self.environments.log)
        if package := debian.ensure_venv(self.environments.log, self.computer.env):
            say.step("Python", f"installed {package}, which environments need")
        say.step("Host", "making its environment (some seconds, a minute on a slow line) …")
        environment = self.environments.make(CHECKOUT, anew=self.wishes.update)
        for log in self.environments.host_logs(environment):
            self.record.file(log)
        say.step("", f"ready after {time.monotonic() - begun:.0f} s, in {environment}")
        return environment

    def _register(self) -> None:
        self.registrations = register(self.computer, self.found, self.start, self.extension, self.record, self.registry)
        names = ", ".join(item.browser.name for item in self.found)
        say.step("Browsers", names or "none found; install Chromium, Chrome or Firefox, then run this again")
        if self.computer.system != WINDOWS and self.found:
            for registration in self.registrations:
                say.step("", f"told by {registration.manifest}")
        self.warnings = warnings(self.computer, self.found)
        for warning in self.warnings:
            say.note(warning)

    def _prove(self) -> None:
        families = {registration.family: registration for registration in self.registrations}
        begun = time.monotonic()
        readings = [prove(item, self.extension, self.computer.env) for item in families.values()]
        took = (time.monotonic() - begun) / len(readings)
        self.readings = readings[0]
        say.step("Proof", f"started as a browser starts it, the host read two pages in {took:.1f} s:")
        for reading in self.readings:
            self._show(reading)

    def _show(self, reading: Reading) -> None:
        say.line()
        say.quote(reading.title)
        lines = [line for line in reading.text.splitlines() if line != reading.title]
        say.quote("\n".join(say.fill(line) for line in lines[:_SHOWN]))

    def _tell(self) -> None:
        say.line()
        for item in self.found:
            say.line(f"Load the extension in {item.browser.name}:")
            for number, step in enumerate(loading.steps(item.browser, self.extension.folder), start=1):
                say.line(f"  {number}. {step}")
        say.line("Then open an article and click Jingdu's button, or press Alt+R.")
        say.line(f"The command line: {self.python.parent / 'jingdu'} read FILE|URL")
