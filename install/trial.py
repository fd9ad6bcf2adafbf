"""--try: a browser with a fresh profile, the extension loaded and a sample page ready to click."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, Final

from install import files, loading, manifests, say
from install.browsers import Found
from install.computer import LINUX
from install.identity import Extension
from install.prove import PAGES, SAMPLES, Sample
from install.sandboxes import in_snap
from install.steps import Setup
from install.table import CHROMIUM
from install.trouble import TRIAL, Trouble
from jingdu.i18n import choose as language
from jingdu.i18n import gettext as _

_OBEDIENT: Final = ("Chromium", "Brave", "Vivaldi", "Microsoft Edge")
"""Browsers that load an extension named on their command line; Chrome stopped at 137."""
_TRIES: Final = 25
"""Attempts at removing the profile, a fifth of a second apart."""


def run(setup: Setup) -> None:
    """Opens the browser and waits until the user closes it."""
    found = choose(setup.found)
    _need_display(setup)
    with _profile() as profile, serve() as address:
        lend_manifest(setup, profile)
        say.line("\n" + _("Opening {browser} with a fresh profile; close it to end.", browser=found.browser.name))
        if found.browser.name in _OBEDIENT:
            say.line(_("When the article shows, click Jingdu's button among the extensions, or press Alt+R."))
        else:
            _show_steps(found, setup.extension)
        page = f"{address}/{sample(setup.computer.env).file}"
        _wait(command(found, profile, setup.extension, page), setup.computer.env)


def _wait(started: list[str], env: Mapping[str, str]) -> None:
    """Runs the browser until the user closes it, or stops us."""
    quiet = subprocess.DEVNULL
    with subprocess.Popen(started, stdin=quiet, stdout=quiet, stderr=quiet, env=dict(env)) as browser:
        try:
            browser.wait()
        except KeyboardInterrupt:
            browser.terminate()


@contextmanager
def _profile() -> Iterator[Path]:
    """A folder for a profile; a browser's last helpers may still write while it is removed."""
    profile = Path(tempfile.mkdtemp(prefix="jingdu-try-"))
    try:
        yield profile
    finally:
        for _ in range(_TRIES):
            shutil.rmtree(profile, ignore_errors=True)
            if not profile.exists():
                break
            time.sleep(0.2)


def choose(found: list[Found]) -> Found:
    """The browser to try in: one that loads the extension by itself, else any that we can start."""
    startable = [item for item in found if item.program and not in_snap(item.program)]
    if not startable:
        raise Trouble(TRIAL, _("There is no browser here that set-up can start; install Chromium and try again."))
    return min(startable, key=lambda item: item.browser.name not in _OBEDIENT)


def sample(env: Mapping[str, str]) -> Sample:
    """The sample page in the user's language, as far as the environment tells."""
    chinese, english = PAGES
    return chinese if language(env).startswith("zh") else english


def command(found: Found, profile: Path, extension: Extension, address: str) -> list[str]:
    """The command line that opens ``address`` in the browser, with the extension where it lets us."""
    if found.browser.family != CHROMIUM:
        return [str(found.program), "--no-remote", "--profile", str(profile), found.browser.address, address]
    root = ["--no-sandbox"] if os.name != "nt" and os.geteuid() == 0 else []
    return [
        str(found.program),
        f"--user-data-dir={profile}",
        f"--disable-extensions-except={extension.folder}",
        f"--load-extension={extension.folder}",
        "--no-first-run",
        "--no-default-browser-check",
        *root,
        address,
    ]


def lend_manifest(setup: Setup, profile: Path) -> None:
    """Puts our manifest where a Chromium with this profile looks for it."""
    own = setup.computer.data / "manifests" / CHROMIUM / manifests.FILE_NAME
    files.write(profile / "NativeMessagingHosts" / manifests.FILE_NAME, own.read_bytes())


@contextmanager
def serve() -> Iterator[str]:
    """Serves the samples from this computer, to this computer; their address."""
    handler = partial(_Quiet, directory=str(SAMPLES))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


class _Quiet(SimpleHTTPRequestHandler):
    """Serves files without a word."""

    def log_message(self, *_: Any) -> None:
        """Says nothing."""


def _need_display(setup: Setup) -> None:
    env = setup.computer.env
    if setup.computer.system == LINUX and not (env.get("DISPLAY") or env.get("WAYLAND_DISPLAY")):
        raise Trouble(TRIAL, _("There is no display to open a browser on; run this in a graphical session."))


def _show_steps(found: Found, extension: Extension) -> None:
    sentence = _(
        "{browser} does not load an unpacked extension from its command line, so first:", browser=found.browser.name
    )
    say.line(sentence)
    for number, step in enumerate(loading.steps(found.browser, extension.folder), start=1):
        say.line(f"  {number}. {step}")
    say.line(_("Then go to the article's tab and click Jingdu's button."))
