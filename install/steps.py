"""The steps of an installation, each reported when it is finished."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from install import carried, debian, loading, say, versions
from install.browsers import Found, find
from install.computer import WINDOWS, Computer
from install.environment import Environments
from install.identity import CHECKOUT, Extension
from install.manifests import FILE_NAME
from install.prove import Reading, prove
from install.record import Record
from install.register import Registration, launch, launcher_place, own_manifest, register
from install.registry import Registry
from install.sandboxes import warnings
from install.table import CHROMIUM, FIREFOX
from jingdu.i18n import gettext as _

_HOSTS = ("chosen", "index", "libraries", "locks", "received", "sites")
"""What the host will make in the data folder for itself: nothing that can't be made again, or is the user's work."""
_SHOWN = 3
"""Lines of each sample that are shown."""


@dataclass(frozen=True)
class Options:
    """What the user asked of set-up."""

    browsers: Sequence[str] = ()
    """Only these, here or not; empty: all that are found."""
    wheels: Path | None = None
    """A folder that --fetch filled, to install from without a network."""
    update: bool = False
    """Make the environment anew, with the versions that the lock names."""
    here: bool = False
    """The host is installed in the Python that runs set-up (pipx, uv): no environment is made."""
    extension_ids: Sequence[str] = ()
    """Further ids of the extension that may start the host; empty: those of the set-up before."""


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
        options: Options = Options(),
    ) -> None:
        self.computer = computer
        self.record = record
        self.registry = registry
        self.extension = extension
        self.options = options
        self.environments = Environments(computer, record, options.wheels)
        self.found: list[Found] = []
        self.warnings: list[str] = []
        self.registrations: list[Registration] = []
        self.readings: list[Reading] = []
        self.start = launcher_place(computer)
        self.python = Path(sys.executable)
        self._ready: Path | None = None

    def find_browsers(self) -> None:
        """Finds the browsers and the environment that can be used again; raises Trouble for an unknown browser."""
        self.found = find(self.computer, self.options.browsers)
        if not self.options.here and not self.options.update:
            self._ready = self.environments.ready(CHECKOUT)

    def places(self) -> tuple[list[Path], list[Path]]:
        """All that set-up, and later the host, writes: files, and folders with all that is in them."""
        data = self.computer.data
        files = [self.record.place, self.start, *(own_manifest(self.computer, name) for name in (CHROMIUM, FIREFOX))]
        if self.computer.system != WINDOWS:
            files += [folder / FILE_NAME for item in self.found for folder in item.manifests(self.computer)]
        trees = [self.computer.caches, self.computer.logs, *(data / name for name in _HOSTS)]
        if self.options.here:
            return list(dict.fromkeys(files)), [data / "extension", *trees]
        if not self._ready:
            files.append(self.environments.log)
        return list(dict.fromkeys(files)), [self._ready or self._new_environment(), *trees]

    def run(self) -> None:
        """Installs, registers, proves; raises Trouble."""
        say.line(_("Setting up Jingdu 净读 {version}", version=self.extension.version) + "\n")
        self.find_browsers()
        self._record()
        if self.options.here:
            self._use_this_python()
        else:
            self.python = self.environments.python(self._environment())
        self._register()
        self._prove()
        self._show_next_steps()

    def _record(self) -> None:
        """Records all that is written, before it is."""
        files, trees = self.places()
        for path in files[1:]:
            self.record.file(path)
        for path in trees:
            self.record.tree(path)
        self.record.again(setup_command(here=self.options.here), self.options.extension_ids)

    def _new_environment(self) -> Path:
        return self.environments.new(CHECKOUT, anew=self.options.update)

    def _use_this_python(self) -> None:
        """The extension gets a place of its own: the package's may move with its next version."""
        self.extension = carried.copy(self.extension, self.computer, self.record)
        launch(self.computer, self.python, self.record)
        say.step(_("Host"), _("in this Python, {path}", path=self.python))
        if differing := versions.differing():
            say.note(versions.sentence(differing))
        self.environments.tidy()

    def _environment(self) -> Path:
        """The environment of these sources, now started by the launcher."""
        if self._ready:
            say.step(_("Host"), _("unchanged, in {path}", path=self._ready))
        environment = self._ready or self._make()
        before = self.environments.in_use(self.start)
        launch(self.computer, self.environments.python(environment), self.record)
        self.environments.tidy(environment, *before)
        return environment

    def _make(self) -> Path:
        begun = time.monotonic()
        if package := debian.ensure_venv(self.environments.log, self.computer.env):
            say.step("Python", _("installed {package}, which environments need", package=package))
        environment = self._new_environment()
        with say.Progress(_("Host")) as progress:
            self.environments.make(environment, CHECKOUT, progress.show)
        seconds = round(time.monotonic() - begun)
        say.step(_("Host"), _("ready after {n} s, in {path}", n=seconds, path=environment))
        return environment

    def _register(self) -> None:
        self.registrations = register(self.computer, self.found, self.start, self.extension, self.record, self.registry)
        names = ", ".join(item.browser.name for item in self.found)
        say.step(_("Browsers"), names or _("none found; install Chromium, Chrome or Firefox, then run this again"))
        if self.computer.system != WINDOWS and self.found:
            for registration in self.registrations:
                say.step("", _("registered by {path}", path=registration.manifest))
        self.warnings = warnings(self.computer, self.found)
        for warning in self.warnings:
            say.note(warning)

    def _prove(self) -> None:
        families = {registration.family: registration for registration in self.registrations}
        begun = time.monotonic()
        readings = [prove(item, self.extension, self.computer.env) for item in families.values()]
        took = (time.monotonic() - begun) / len(readings)
        self.readings = readings[0]
        seconds = f"{took:.1f}"
        say.step(_("Proof"), _("started as a browser starts it, the host read two pages in {n} s:", n=seconds))
        for reading in self.readings:
            say.line()
            lines = [line for line in reading.text.splitlines() if line != reading.title]
            say.quote("\n".join([reading.title, *lines[:_SHOWN]]))

    def _show_next_steps(self) -> None:
        say.line()
        for item in self.found:
            say.line(_("Load the extension in {browser}:", browser=item.browser.name))
            for number, step in enumerate(loading.steps(item.browser, self.extension.folder), start=1):
                say.line(f"  {number}. {step}")
        say.line(_("Then open an article and click Jingdu's button, or press Alt+R."))
        say.line(_("The command line: {command} read FILE|URL", command=self.python.parent / "jingdu"))
