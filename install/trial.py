"""--try: a browser with a new profile, the extension loaded and a sample page ready to click."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, Final

from install import console, files
from install.browsers import CHROMIUM, Found, in_snap
from install.computer import LINUX
from install.errors import TRIAL, SetupError
from install.extension import Extension
from install.prove import PAGES, SAMPLES, Sample
from install.register import FILE_NAME, own_manifest
from install.steps import Setup, show_steps
from jingdu.i18n import choose as language
from jingdu.i18n import gettext as _

_LOADING: Final = ("Chromium", "Brave", "Vivaldi", "Microsoft Edge")
"""Browsers that load an extension named on their command line; Chrome stopped at 137."""
_TRIES: Final = 25
"""Attempts at removing the profile, a fifth of a second apart."""


def run(setup: Setup) -> None:
    """Opens the browser and waits until the user closes it."""
    found, env = choose(setup.found), setup.computer.env
    if setup.computer.system == LINUX and not (env.get("DISPLAY") or env.get("WAYLAND_DISPLAY")):
        raise SetupError(TRIAL, _("There is no display to open a browser on; run this in a graphical session."))
    with _profile() as profile, serve() as address:
        manifest = own_manifest(setup.computer, CHROMIUM)  # a Chromium looks in its profile, too
        files.write(profile / "NativeMessagingHosts" / FILE_NAME, manifest.read_bytes())
        console.line("\n" + _("Opening {browser} with a new profile; close it to end.", browser=found.browser.name))
        if found.browser.name in _LOADING:
            console.line(_("When the article shows, click Jingdu's button among the extensions, or press Alt+R."))
        else:
            message = "{browser} does not load an unpacked extension from its command line, so first:"
            console.line(_(message, browser=found.browser.name))
            show_steps(found, setup.extension.folder)
            console.line(_("Then go to the article's tab and click Jingdu's button."))
        started, quiet = command(found, profile, setup.extension, f"{address}/{sample(env).file}"), subprocess.DEVNULL
        with suppress(KeyboardInterrupt):  # Ctrl-C ends the browser too
            subprocess.run(started, stdin=quiet, stdout=quiet, stderr=quiet, env=dict(env), check=False)


@contextmanager
def _profile() -> Iterator[Path]:
    """A folder for a profile; a browser's last processes may still write while it is removed."""
    profile = Path(tempfile.mkdtemp(prefix="jingdu-try-"))
    try:
        yield profile
    finally:
        for _try in range(_TRIES):
            with suppress(OSError):
                shutil.rmtree(profile)
                break
            time.sleep(0.2)


def choose(found: list[Found]) -> Found:
    """The browser to try in: one that loads the extension by itself, else any that can be started."""
    startable = [item for item in found if item.program and not in_snap(item.program)]
    if not startable:
        raise SetupError(TRIAL, _("There is no browser here that set-up can start; install Chromium and try again."))
    return min(startable, key=lambda item: item.browser.name not in _LOADING)


def sample(env: Mapping[str, str]) -> Sample:
    """The sample page in the user's language, as far as the environment says."""
    chinese, english = PAGES
    return chinese if language(env).startswith("zh") else english


def command(found: Found, profile: Path, extension: Extension, address: str) -> list[str]:
    """The command line that opens ``address`` in the browser, with the extension where that is possible."""
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


@contextmanager
def serve() -> Iterator[str]:
    """Serves the samples from this computer, to this computer; their address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(SAMPLES))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


class _Quiet(SimpleHTTPRequestHandler):
    """Serves files and logs nothing."""

    def log_message(self, *_arguments: Any) -> None:
        """Nothing."""
