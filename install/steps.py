"""The steps of an installation, each told as it is finished."""

from __future__ import annotations

import time
from pathlib import Path

from install import debian, loading, say
from install.browsers import Found, find
from install.computer import WINDOWS, Computer
from install.environment import Environments
from install.identity import CHECKOUT, Extension
from install.prove import Reading, prove
from install.record import Record
from install.register import Registration, launch, launcher_place, register
from install.registry import Registry
from install.sandboxes import warnings

_SHOWN = 3
"""Lines of each sample that are shown."""


class Setup:
    """One installation, from the sources of this checkout."""

    def __init__(self, computer: Computer, record: Record, registry: Registry, extension: Extension) -> None:
        self.computer = computer
        self.record = record
        self.registry = registry
        self.extension = extension
        self.environments = Environments(computer, record)
        self.found: list[Found] = []
        self.registrations: list[Registration] = []
        self.start = launcher_place(computer)

    def run(self) -> None:
        """Installs, registers, proves; raises Trouble."""
        say.line(f"Setting up Jingdu 净读 {self.extension.version}\n")
        python = self.environments.python(self._environment())
        self._register()
        self._prove()
        self._tell(python)

    def _environment(self) -> Path:
        """The environment of these sources, now started by the launcher."""
        environment = self.environments.ready(CHECKOUT)
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
        environment = self.environments.make(CHECKOUT)
        for log in self.environments.host_logs(environment):
            self.record.file(log)
        say.step("", f"ready after {time.monotonic() - begun:.0f} s, in {environment}")
        return environment

    def _register(self) -> None:
        self.found = find(self.computer)
        self.registrations = register(self.computer, self.found, self.start, self.extension, self.record, self.registry)
        names = ", ".join(item.browser.name for item in self.found)
        say.step("Browsers", names or "none found; install Chromium, Chrome or Firefox, then run this again")
        if self.computer.system != WINDOWS and self.found:
            for registration in self.registrations:
                say.step("", f"told by {registration.manifest}")
        for warning in warnings(self.computer, self.found):
            say.note(warning)

    def _prove(self) -> None:
        families = {registration.family: registration for registration in self.registrations}
        begun = time.monotonic()
        readings = [prove(item, self.extension, self.computer.env) for item in families.values()]
        took = (time.monotonic() - begun) / len(readings)
        say.step("Proof", f"started as a browser starts it, the host read two pages in {took:.1f} s:")
        for reading in readings[0]:
            self._show(reading)

    def _show(self, reading: Reading) -> None:
        say.line()
        say.quote(reading.title)
        lines = [line for line in reading.text.splitlines() if line != reading.title]
        say.quote("\n".join(say.fill(line) for line in lines[:_SHOWN]))

    def _tell(self, python: Path) -> None:
        say.line()
        for item in self.found:
            say.line(f"Load the extension in {item.browser.name}:")
            for number, step in enumerate(loading.steps(item.browser, self.extension.folder), start=1):
                say.line(f"  {number}. {step}")
        say.line("Then open an article and click Jingdu's button, or press Alt+R.")
        say.line(f"The command line: {python.parent / 'jingdu'} read FILE|URL")
