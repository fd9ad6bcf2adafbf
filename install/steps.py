"""The steps of an installation, each reported when it is finished, and ``--try``."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import textwrap
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cached_property, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, Final

from install import commands, console, environment, extension as extensions, files
from install.browsers import CHROMIUM, Found, in_snap, sandboxed
from install.computer import LINUX, WINDOWS, Computer
from install.console import FILES, TRIAL, SetupError
from install.extension import Extension
from install.installation import HOST_FOLDERS, Installation, setup_command
from install.pip import describe_untested, untested_versions
from install.register import FILE_NAME, Registration, Registry, own_manifest, registry_key
from install.verify import PAGES, SAMPLES, Sample, verify
from jingdu.checks.paths import quoted
from jingdu.cli.parser import wrap
from jingdu.i18n import choose, gettext as _

_LOADING: Final = ("Chromium", "Brave", "Vivaldi", "Microsoft Edge")
"""Browsers that load an extension from their command line; Chrome does not, since version 137."""


class Setup(Installation):
    """An installation from this checkout, or from the package that contains set-up.

    With ``here``, the host is installed in the Python that runs set-up (pipx, uv), so no environment is made.
    """

    def __init__(self, computer: Computer, options: argparse.Namespace, *, here: bool) -> None:
        registry = Registry(shared=computer.shared)
        super().__init__(computer, registry, extensions.extension(), setup_command(here=here), options.browser)
        self.options = options
        self.here = here
        self.warnings: list[str] = []
        self.registrations: list[Registration] = []

    @cached_property
    def _ready(self) -> Path | None:
        return None if self.here or self.options.update else environment.ready(self.computer)

    def places(self) -> tuple[list[Path], list[Path]]:
        """All files, and folders with their content, that set-up and later the host write."""
        files = [self.record.place, self.launcher, *(one.manifest for one in self.own_registrations())]
        if self.owns_command:
            files.append(self.command)
        if self.computer.system != WINDOWS:
            files += [folder / FILE_NAME for item in self.found for folder in item.manifests(self.computer)]
        own = (self.computer.data / name for name in HOST_FOLDERS)
        trees = [*map(self.computer.of_host, ("caches", "logs")), *own]
        if not self.here and not self._ready:
            files.append(self.computer.data / "setup.log")
        made = self.computer.data / "extension" if self.here else self.computer.data / "environments"
        return list(dict.fromkeys(files)), [made, *trees]

    def plan(self) -> dict[str, Any]:
        """--dry-run: prints browsers, files, folders and registry keys, and writes nothing."""
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
        """Installs, registers and verifies; raises `SetupError`, last for browsers that it cannot register with."""
        console.line(_("Setting up Jingdu 净读 {version}", version=self.extension.version) + "\n")
        files, trees = self.places()
        self.record.note("files", *files[1:])
        self.record.note("trees", *trees)
        self.record.set_command(self.setup_command, self.options.extension_id)
        if self.here:
            self._use_this_python()
        else:
            self._use_environment()
        failures = self._register_browsers()
        self._verify()
        self._show_next_steps()
        if failures:
            raise SetupError(FILES, "\n".join(f"{browser}: {message}" for browser, message in failures.items()))

    def _use_this_python(self) -> None:
        """Uses this Python for the host, and copies the extension, as the package may move with its next version."""
        self.extension = extensions.copy(self.extension, self.computer, self.record)
        self.write_launcher(Path(sys.executable))
        console.step(_("App"), _("in this Python, {path}", path=self.python))
        if found := untested_versions():
            differs, fix = describe_untested(found)
            console.note(differs)
            if fix:
                console.step("", fix)
        environment.tidy(self.computer)

    def _use_environment(self) -> None:
        """Builds an environment, if needed, and writes a launcher that starts it."""
        begun, log = time.monotonic(), self.computer.data / "setup.log"
        if made := self._ready:
            console.step(_("App"), _("unchanged, in {path}", path=made))
        else:
            if package := commands.ensure_venv(log, self.computer.env):
                console.step("Python", _("installed {package}, which environments need", package=package))
            with console.progress(_("App")) as show:
                wheels, beside = self.options.wheels, self.options.update
                made = environment.make(self.computer, wheels, show, beside=beside)
            seconds = round(time.monotonic() - begun)
            console.step(_("App"), _("ready after {n} s, in {path}", n=seconds, path=made))
        text = self.launcher.read_bytes() if self.launcher.is_file() else b""  # its environment may be in use
        before = [path for path in environment.environments(self.computer) if os.fsencode(path.name) in text]
        self.write_launcher(environment.interpreter(made, self.computer.system))
        environment.tidy(self.computer, made, *before)

    def _register_browsers(self) -> dict[str, str]:
        """Registers with the browsers; forgets those that it cannot register with, and returns their messages."""
        self.registrations, failures = self.register()
        self.found = [item for item in self.found if item.browser.name not in failures]
        if names := ", ".join(item.browser.name for item in self.found):
            console.step(_("Browsers"), names)
        elif not failures:
            console.step(_("Browsers"), _("none found; install Chromium, Chrome or Firefox, then run this again"))
        for registration in self.registrations if self.computer.system != WINDOWS and self.found else ():
            console.step("", _("registered by {path}", path=registration.manifest))
        self.warnings = [
            _("{problem}. {advice}", problem=wrong, advice=advice)
            for wrong, advice in sandboxed(self.computer, self.found)
        ]
        for warning in self.warnings:
            console.note(warning)
        return failures

    def _verify(self) -> None:
        families = {registration.family: registration for registration in self.registrations}
        begun = time.monotonic()
        for registration in families.values():
            verify(registration, self.extension, self.computer.env)
        seconds = f"{(time.monotonic() - begun) / len(families):.1f}"
        message = "started as a browser starts it, the companion app read two pages in {n} s:"
        console.step(_("Check"), _(message, n=seconds))
        for page in PAGES:
            lines = [line for line in page.text.splitlines() if line != page.title]
            console.line()
            for paragraph in (page.title, *lines[:3]):
                console.line(textwrap.indent("\n".join(wrap(paragraph, 90)), "    "))

    def _show_next_steps(self) -> None:
        console.line()
        for item in self.found:
            console.line(_("Load the extension in {browser}:", browser=item.browser.name))
            show_steps(item, self.extension.folder)
        if self.found:
            console.line(_("Then open an article and click Jingdu's button, or press Alt+R."))
        assert self.python
        command = self.command if self.owns_command and self.command.exists() else self.python.parent / "jingdu"
        shown = command if self.computer.system == WINDOWS else quoted(command)
        named = shutil.which("jingdu", path=self.computer.env.get("PATH"))
        if named and (not command.exists() or Path(named).resolve() == command.resolve()):
            shown = "jingdu"
        console.line(_("The command line: {command} read FILE|URL", command=shown))


def show_steps(found: Found, folder: Path) -> None:
    for number, step in enumerate(found.browser.loading_steps(folder), start=1):
        console.line(f"  {number}. {step}")


def trial(setup: Setup) -> None:
    """--try: opens a browser with a new profile, the extension and a sample page; waits until it is closed."""
    found, env = trial_browser(setup.found), setup.computer.env
    if setup.computer.system == LINUX and not (env.get("DISPLAY") or env.get("WAYLAND_DISPLAY")):
        raise SetupError(TRIAL, _("There is no display to open a browser on; run this in a graphical session."))
    with _profile() as profile, serve() as address:
        manifest = own_manifest(setup.computer, CHROMIUM)  # Chromium also searches its profile
        files.write(profile / "NativeMessagingHosts" / FILE_NAME, manifest.read_bytes())
        console.line("\n" + _("Opening {browser} with a new profile; close it to end.", browser=found.browser.name))
        if found.browser.name not in _LOADING:
            message = "{browser} does not load an unpacked extension from its command line, so first:"
            console.line(_(message, browser=found.browser.name))
            show_steps(found, setup.extension.folder)
        # Jingdu's own first page opens in front of the article
        console.line(_("Then go to the article's tab and click Jingdu's button among the extensions, or press Alt+R."))
        started = trial_command(found, profile, setup.extension, f"{address}/{sample(env).file}")
        quiet = subprocess.DEVNULL
        with suppress(KeyboardInterrupt):  # Ctrl-C ends the browser too
            subprocess.run(started, stdin=quiet, stdout=quiet, stderr=quiet, env=dict(env), check=False)


@contextmanager
def _profile() -> Iterator[Path]:
    """A folder for a profile; its removal is repeated, as the browser may still write into it."""
    profile = Path(tempfile.mkdtemp(prefix="jingdu-try-"))
    try:
        yield profile
    finally:
        deadline = time.monotonic() + 5
        while profile.exists() and time.monotonic() < deadline:
            shutil.rmtree(profile, ignore_errors=True)
            time.sleep(0.2)


def trial_browser(found: list[Found]) -> Found:
    """The browser for --try, preferably one that loads the extension by itself."""
    startable = [item for item in found if item.program and not in_snap(item.program)]
    if not startable:
        raise SetupError(TRIAL, _("There is no browser here that set-up can start; install Chromium and try again."))
    return min(startable, key=lambda item: item.browser.name not in _LOADING)


def sample(env: Mapping[str, str]) -> Sample:
    """The sample page in the user's language."""
    return PAGES[0] if choose(env).startswith("zh") else PAGES[1]


def trial_command(found: Found, profile: Path, extension: Extension, address: str) -> list[str]:
    """The command that opens ``address`` in the browser, with the extension if possible."""
    if found.browser.family != CHROMIUM:
        return [str(found.program), "--no-remote", "--profile", str(profile), found.browser.address, address]
    loading = [f"--user-data-dir={profile}", f"--disable-extensions-except={extension.folder}",
               f"--load-extension={extension.folder}"]  # fmt: skip
    root = ["--no-sandbox"] if os.name != "nt" and os.geteuid() == 0 else []
    return [str(found.program), *loading, "--no-first-run", "--no-default-browser-check", *root, address]


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_arguments: Any) -> None:
        """Logs nothing."""


@contextmanager
def serve() -> Iterator[str]:
    """Serves the samples on this computer; yields their address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(SAMPLES))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
