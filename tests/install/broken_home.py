"""A home directory with Jingdu installed, for tests that break it: real folders, environment and shell.

Root has all permissions, so if the tests run as root, everything except ``sudo`` runs without root's capabilities.
"""

import base64
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path
from typing import Any, Final

import jingdu
from install import verify
from install.extension import CHECKOUT
from install.pip import HOST

IS_ROOT: Final = os.name == "posix" and os.geteuid() == 0
OTHER_UID: Final = 54_321
"""An unused user id."""
TIMEOUT: Final = 900.0
"""Seconds, for steps that take seconds on an idle machine, or a minute for set-up."""
_DROP: Final = ("setpriv", "--bounding-set=-all", "--inh-caps=-all") if IS_ROOT else ()
_DAC: Final = "dac_override"
_AS_OTHER_USER: Final = (
    "setpriv", f"--reuid={OTHER_UID}", "--clear-groups", f"--bounding-set=-all,+{_DAC}", f"--inh-caps=-all,+{_DAC}",
    f"--ambient-caps=+{_DAC}",
)  # fmt: skip
PAGE: Final = "<title>The Ferry</title><article><h1>The Ferry</h1>" + 4 * (
    "<p>There is no engine on the ferry, and there never has been one; the current does the work.</p>"
)


@dataclass
class Home:
    """A home directory, and the commands its user types in a shell."""

    path: Path
    session: list[str] = field(default_factory=list)
    """Commands that run first: limits, variables."""
    env: dict[str, str] = field(default_factory=dict)
    as_other_user: bool = False
    """Whether the user has no entry in the system's user list."""
    mounts: list[Path] = field(default_factory=list)
    processes: list[subprocess.Popen[bytes]] = field(default_factory=list)
    saved: int = 0

    @property
    def checkout(self) -> Path:
        return self.path / "Jingdu checkout"

    @property
    def data(self) -> Path:
        return self.path / ".local/share/jingdu"

    @property
    def launcher(self) -> Path:
        return self.data / "jingdu-host"

    @property
    def environment(self) -> Path:
        return next(path for path in (self.data / "environments").iterdir() if (path / "whole").exists())

    @property
    def python(self) -> Path:
        return self.environment / "bin/python"

    @property
    def site(self) -> Path:
        return next(self.environment.glob("lib/python*/site-packages"))

    @property
    def library(self) -> Path:
        return self.path / "Documents/Jingdu"

    @property
    def chrome(self) -> Path:
        return self.path / ".config/google-chrome/NativeMessagingHosts/org.jingdu.host.json"

    @property
    def firefox(self) -> Path:
        return self.path / ".mozilla/native-messaging-hosts/org.jingdu.host.json"

    @property
    def index(self) -> Path:
        """The folder of the library's index."""
        return next((self.data / "index").iterdir())

    def type(self, command: str, *, plain: bool = False) -> subprocess.CompletedProcess[str]:
        """Runs a command in the session's shell. ``plain``: with the test's own permissions, as sudo would."""
        lines = "\n".join(("set -e", *self.session, command))
        prefix = () if plain else self.prefix
        return subprocess.run(
            [*prefix, "bash", "-c", lines], env=self.variables, cwd=self.path, capture_output=True, text=True,
            timeout=TIMEOUT, check=False, stdin=subprocess.DEVNULL,
        )  # fmt: skip

    @property
    def prefix(self) -> tuple[str, ...]:
        return _AS_OTHER_USER if self.as_other_user else _DROP

    @property
    def variables(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if name.startswith(("SSL_", "PIP_"))}
        plain = {"HOME": str(self.path), "PATH": f"{self.path / 'bin'}:/usr/bin:/bin", "LANG": "C.UTF-8"}
        return {**kept, **plain, **self.env}

    def doctor(self) -> dict[str, Any]:
        """The doctor's checks, from its JSON output."""
        done = self.type(f"python3 '{self.checkout}/install/setup.py' --doctor --json")
        assert done.returncode in (0, 8), done.stdout + done.stderr
        found: dict[str, Any] = json.loads(done.stdout)
        return found

    def follow(self, command: str) -> None:
        """Runs a command that the doctor suggests in the session's shell."""
        if command.startswith(("ulimit", "unset", "export")):
            self.session.append(command)
        else:
            done = self.type(command, plain=command.startswith("sudo "))
            assert done.returncode == 0, done.stdout + done.stderr

    def list_and_save(self) -> None:
        """Saves an article through the host in Chrome's manifest, as Chrome does, and lists it."""
        self.saved += 1
        url = f"https://example.org/ferry/{self.saved}"
        replies = self.ask(
            {"action": "hello", "protocol": 1, "extension": self.version()},
            {**_SAVE, "html": PAGE.replace("The Ferry", f"The Ferry {self.saved}"), "url": url},
            {**_LIST, "query": ""},
        )
        assert replies[1]["result"]["item"]["url"] == url
        assert url in [item["url"] for item in replies[2]["result"]["items"]]

    def ask(self, *requests: dict[str, Any]) -> list[dict[str, Any]]:
        """The replies of a host started as Chrome starts it."""
        start = str(json.loads(self.chrome.read_bytes())["path"])
        lines = "\n".join(
            ("set -e", *self.session, f'exec "{start}" chrome-extension://nlpkhflejcidnajofpflffjakficoogi/')
        )
        host = subprocess.Popen(
            [*self.prefix, "bash", "-c", lines], env=self.variables, cwd=self.data, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )  # fmt: skip
        with host:
            assert host.stdin and host.stdout
            replies = []
            for number, request in enumerate(requests, start=1):
                replies.append(_ask(host, {"id": number, **request}))
                assert replies[-1].get("ok"), replies[-1]
            host.stdin.close()
            assert host.wait(TIMEOUT) == 0
        return replies

    def version(self) -> str:
        return str(json.loads((self.checkout / "extension/manifest.json").read_bytes())["version"])

    def clean_up(self) -> None:
        """Kills the processes and removes the files."""
        for process in self.processes:
            process.kill()
            process.wait()
        for mount in reversed(self.mounts):
            subprocess.run(["umount", "--lazy", mount], check=True)
        if not IS_ROOT and self.path.exists():
            subprocess.run(["chmod", "-R", "u+rwX", self.path], check=False)
        shutil.rmtree(self.path, ignore_errors=True)


def _ask(host: subprocess.Popen[bytes], request: dict[str, Any]) -> dict[str, Any]:
    """The reply to a request, repeated if the machine was too busy to reply in time."""
    assert host.stdin and host.stdout
    for _ in range(10):
        verify.write_frame(host.stdin, request)
        reply = verify.read_frame(host.stdout)
        if reply.get("fault", {}).get("code") != "stopped":
            break
    return reply


_SAVE: Final[dict[str, object]] = {
    "action": "save", "title": "The Ferry", "selection": None, "everything": False, "if_duplicate": "keep_both",
    "fetch_pictures": False, "pictures": None, "private": False, "private_ok": False, "put_in": [], "left_out": [],
    "further": [], "further_truncated": False, "instead": None,
}  # fmt: skip
_LIST: Final = {"action": "library", "filters": {}, "sort": "saved", "ascending": False, "offset": 0, "limit": 50}


def make(path: Path) -> Home:
    """A home in which set-up has run from a checkout, with a copied instead of a downloaded environment."""
    home = Home(path)
    for folder in ("bin", ".config/google-chrome/Default", ".mozilla/firefox", "Documents"):
        (path / folder).mkdir(parents=True)
    (path / ".config/google-chrome/Local State").write_text("{}")
    (path / ".mozilla/firefox/profiles.ini").touch()
    (path / "bin/python3").symlink_to(getattr(sys, "_base_executable", sys.executable))
    sudo = path / "bin/sudo"
    sudo.write_text('#!/bin/sh\nexec "$@"\n')
    sudo.chmod(0o755)
    for name in ("install", "extension", "host/jingdu"):
        shutil.copytree(CHECKOUT / name, home.checkout / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "CHANGELOG.md", "LICENSE"):
        shutil.copy(CHECKOUT / name, home.checkout)
    code = "from install import environment, extension; print(environment.fingerprint(extension.CHECKOUT))"
    named = home.type(f"cd '{home.checkout}' && PYTHONPATH=host python3 -c '{code}'")
    _environment(home, home.data / "environments" / named.stdout.strip())
    done = home.type(f"python3 '{home.checkout}/install/setup.py'")
    assert done.returncode == 0 and "unchanged" in done.stdout, done.stdout + done.stderr
    home.list_and_save()
    return home


def _environment(home: Home, folder: Path) -> None:
    """Builds the environment that set-up would: the locked packages, and ours as installed by pip."""
    venv.create(folder, with_pip=False, symlinks=True)
    site = next(folder.glob("lib/python*/site-packages"))
    for name in re.findall(r"^([\w.-]+)==", HOST.read_text("utf-8"), re.MULTILINE):
        for file in metadata.distribution(name).files or ():
            if ".." not in file.parts and file.locate().is_file() and "__pycache__" not in file.parts:  # type: ignore[attr-defined]
                _copy(Path(str(file.locate())), site / file)
    ours = site / "jingdu"
    shutil.copytree(Path(jingdu.__file__).parent, ours, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("install", "extension"):
        shutil.copytree(home.checkout / name, ours / "packaged" / name, ignore=shutil.ignore_patterns("__pycache__"))
    installed = Path(sysconfig.get_path("purelib")) / f"jingdu-{jingdu.__version__}.dist-info"
    information = site / installed.name
    information.mkdir()
    for name in ("METADATA", "entry_points.txt"):
        shutil.copy(installed / name, information)
    (information / "direct_url.json").write_text(json.dumps({"url": home.checkout.as_uri(), "dir_info": {}}))
    program = folder / "bin/jingdu"
    program.write_text(
        f"#!/bin/sh\nexec '{folder}/bin/python' -c 'from jingdu.__main__ import main; exit(main())' \"$@\"\n"
    )
    program.chmod(0o755)
    write_record(site)
    (folder / "whole").touch()


def write_record(site: Path) -> None:
    """Writes our package's RECORD, as an installer does."""
    (information,) = site.glob("jingdu-*.dist-info")
    rows = []
    for path in sorted((*(site / "jingdu").rglob("*"), *information.glob("*"))):
        if path.is_file() and path.name != "RECORD" and "__pycache__" not in path.parts:
            digest = base64.urlsafe_b64encode(hashlib.sha256(path.read_bytes()).digest()).decode().rstrip("=")
            rows.append(f"{path.relative_to(site)},sha256={digest},{path.stat().st_size}\n")
    (information / "RECORD").write_text("".join(rows))


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        os.link(source.resolve(), target)
    except OSError:
        shutil.copy(source, target)


def copy(template: Path, path: Path) -> Home:
    """A copy of a home; the environments' files are hard links, so they may only be replaced."""

    def link_or_copy(source: str, target: str, *, follow_symlinks: bool = True) -> None:
        if "/environments/" in source and not os.path.islink(source):
            os.link(source, target)
        else:
            shutil.copy2(source, target, follow_symlinks=follow_symlinks)

    shutil.copytree(template, path, symlinks=True, copy_function=link_or_copy)
    return Home(path, saved=1)
