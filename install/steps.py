"""The steps of an installation, each reported when it is finished."""

from __future__ import annotations

import argparse
import sys
import time
from functools import cached_property
from pathlib import Path
from typing import Any

from install import console, debian, environment
from install import extension as extensions
from install.browsers import CHROMIUM, FIREFOX, Found, find, sandboxed
from install.computer import WINDOWS, Computer
from install.installation import HOST_FOLDERS, Installation, setup_command
from install.pip import describe_untested, untested_versions
from install.prove import PAGES, prove
from install.register import FILE_NAME, Registration, Registry, own_manifest, registry_key
from jingdu.i18n import gettext as _

_SHOWN = 3
"""Lines of each sample that are shown."""


class Setup(Installation):
    """An installation that is made from the sources of this checkout, or from the package that set-up came in.

    ``here``: the host is installed in the Python that runs set-up (pipx, uv), so no environment is made.
    """

    def __init__(self, computer: Computer, options: argparse.Namespace, *, here: bool) -> None:
        registry = Registry(shared=computer.shared)
        super().__init__(computer, registry, extensions.extension(), setup_command(here=here))
        self.options = options
        self.here = here
        self.warnings: list[str] = []
        self.registrations: list[Registration] = []

    @cached_property
    def found(self) -> list[Found]:
        """The browsers that are here, or those that the user named; raises `SetupError` for an unknown one."""
        return find(self.computer, self.options.browser)

    @cached_property
    def _ready(self) -> Path | None:
        """The environment that can be used again."""
        return None if self.here or self.options.update else environment.ready(self.computer)

    def places(self) -> tuple[list[Path], list[Path]]:
        """All that set-up, and later the host, writes: files, and folders with all that is in them."""
        own = (own_manifest(self.computer, family) for family in (CHROMIUM, FIREFOX))
        files = [self.record.place, self.start, *own]
        if self.computer.system != WINDOWS:
            files += [folder / FILE_NAME for item in self.found for folder in item.manifests(self.computer)]
        trees = [self.computer.caches, self.computer.logs, *(self.computer.data / name for name in HOST_FOLDERS)]
        if not self.here and not self._ready:
            files.append(environment.log(self.computer))
        made = self.computer.data / "extension" if self.here else environment.folder(self.computer)
        return list(dict.fromkeys(files)), [made, *trees]

    def plan(self) -> dict[str, Any]:
        """--dry-run: browsers, files, folders with all in them and registry keys; nothing is written."""
        files, trees = ([{"path": str(path), "there": path.exists()} for path in paths] for paths in self.places())
        keys = [registry_key(item) for item in self.found if self.computer.system == WINDOWS]
        names = [item.browser.name for item in self.found]
        listed = ", ".join(names) or _("no browser")
        message = "Set-up of Jingdu 净读 {version} would, for {browsers}:"
        console.line(_(message, version=self.extension.version, browsers=listed) + "\n")
        for item, end in [*((item, "") for item in files), *((item, "/…") for item in trees)]:
            console.step(_("renew") if item["there"] else _("write"), f"{item['path']}{end}")
        for key in keys:
            console.step(_("register"), key)
        console.line("\n" + _("Nothing was written."))
        report = {"version": self.extension.version, "browsers": names, "files": files, "folders": trees}
        return {**report, "keys": list(dict.fromkeys(keys))}

    def install(self) -> None:
        """Installs, registers, proves; raises `SetupError`."""
        console.line(_("Setting up Jingdu 净读 {version}", version=self.extension.version) + "\n")
        self._record()
        if self.here:
            self._use_this_python()
        else:
            self._use_environment()
        self._register_browsers()
        self._prove()
        self._show_next_steps()

    def _record(self) -> None:
        """Records all that is written, before it is."""
        files, trees = self.places()
        for path in files[1:]:
            self.record.file(path)
        for path in trees:
            self.record.tree(path)
        self.record.again(self.setup, self.options.extension_id)

    def _use_this_python(self) -> None:
        """The extension gets a place of its own: the package's may move with its next version."""
        self.extension = extensions.copy(self.extension, self.computer, self.record)
        self.launch(Path(sys.executable))
        console.step(_("App"), _("in this Python, {path}", path=self.python))
        if found := untested_versions():
            console.note(describe_untested(found))
        environment.tidy(self.computer)

    def _use_environment(self) -> None:
        """The launcher starts the environment of these sources from now on."""
        if self._ready:
            console.step(_("App"), _("unchanged, in {path}", path=self._ready))
        chosen = self._ready or self._make()
        before = environment.in_use(self.computer, self.start)
        self.launch(environment.interpreter(chosen, self.computer.system))
        environment.tidy(self.computer, chosen, *before)

    def _make(self) -> Path:
        begun = time.monotonic()
        if package := debian.ensure_venv(environment.log(self.computer), self.computer.env):
            console.step("Python", _("installed {package}, which environments need", package=package))
        made = environment.new(self.computer, beside=self.options.update)
        with console.Progress(_("App")) as progress:
            environment.make(self.computer, made, self.options.wheels, progress.show)
        seconds = round(time.monotonic() - begun)
        console.step(_("App"), _("ready after {n} s, in {path}", n=seconds, path=made))
        return made

    def _register_browsers(self) -> None:
        self.registrations = self.register()
        names = ", ".join(item.browser.name for item in self.found)
        console.step(_("Browsers"), names or _("none found; install Chromium, Chrome or Firefox, then run this again"))
        if self.computer.system != WINDOWS and self.found:
            for registration in self.registrations:
                console.step("", _("registered by {path}", path=registration.manifest))
        self.warnings = [f"{message}. {advice}" for message, advice in sandboxed(self.computer, self.found)]
        for warning in self.warnings:
            console.note(warning)

    def _prove(self) -> None:
        families = {registration.family: registration for registration in self.registrations}
        begun = time.monotonic()
        for registration in families.values():
            prove(registration, self.extension, self.computer.env)
        seconds = f"{(time.monotonic() - begun) / len(families):.1f}"
        message = "started as a browser starts it, the companion app read two pages in {n} s:"
        console.step(_("Proof"), _(message, n=seconds))
        for page in PAGES:
            lines = [line for line in page.text.splitlines() if line != page.title]
            console.line()
            console.quote("\n".join([page.title, *lines[:_SHOWN]]))

    def _show_next_steps(self) -> None:
        console.line()
        for item in self.found:
            console.line(_("Load the extension in {browser}:", browser=item.browser.name))
            show_steps(item, self.extension.folder)
        console.line(_("Then open an article and click Jingdu's button, or press Alt+R."))
        assert self.python
        console.line(_("The command line: {command} read FILE|URL", command=self.python.parent / "jingdu"))


def show_steps(found: Found, folder: Path) -> None:
    for number, step in enumerate(found.browser.loading_steps(folder), start=1):
        console.line(f"  {number}. {step}")
