"""Ways an installation can break, each with the first failing check and its fix."""

import json
import os
import re
import shutil
import subprocess
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.install.broken_home import OTHER_UID, Home

FIX: Final = "--fix"
COMMAND: Final = "the printed command"
NOTHING: Final = "nothing to fix"
Harm = Callable[[Home], object]


@dataclass(frozen=True)
class Breakage:
    """``check`` is the first to fail, with ``message``; fixed by --fix, the printed command, or the user."""

    harm: Harm
    check: str
    message: str
    fix: str | Harm
    root: bool = False
    """Whether only root can cause this: files of another user, mounts."""
    builds: bool = False
    """Whether the fix builds an environment."""


def replace(path: Path, content: bytes) -> None:
    """Replaces a file, which may be hard-linked from other homes."""
    path.unlink()
    path.write_bytes(content)


def truncate(path: Path) -> None:
    """As after a power failure or on a full disk."""
    replace(path, path.read_bytes()[: path.stat().st_size // 2])


def edit(file: Path, **fields: object) -> None:
    file.write_text(json.dumps(json.loads(file.read_bytes()) | fields))


def remove(path: Path) -> None:
    shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()


def put_file(path: Path) -> None:
    if path.exists():
        remove(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("something else\n")


def chown(path: Path) -> None:
    """Gives a file to another user, as ``sudo jingdu …`` does, without permissions for others."""
    for one in (path, *(path.rglob("*") if path.is_dir() else ())):
        os.chown(one, OTHER_UID, OTHER_UID)
        one.chmod(0o700 if one.is_dir() else 0o600)


def mount(home: Home, path: Path, options: str) -> None:
    """Mounts a separate disk over a folder, with the same files."""
    kept = path.with_name(f"{path.name}.kept")
    path.rename(kept)
    path.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", options.partition(" ")[0], "tmpfs", path], check=True)
    home.mounts.append(path)
    for one in kept.iterdir():
        if one.name == "environments":
            (path / one.name).symlink_to(one)
        elif one.is_dir():
            shutil.copytree(one, path / one.name, symlinks=True)
        else:
            shutil.copy2(one, path)
    for last in options.split(" ")[1:]:
        subprocess.run(["mount", "-o", f"remount,{last}", path], check=True)


def fill(home: Home) -> None:
    mount(home, home.library, "size=400k")
    with (home.library / "filler").open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            pass


def hold(home: Home, code: str) -> None:
    """Starts a process of the user that holds a resource until it is killed."""
    process = subprocess.Popen(
        [home.python, "-I", "-c", textwrap.dedent(code) + "\nprint(flush=True)\nimport time\ntime.sleep(3600)"],
        stdout=subprocess.PIPE,
        env=home.variables,
    )
    home.processes.append(process)
    assert process.stdout and process.stdout.readline()


def moved_settings(home: Home) -> None:
    """Corrupts the setting of the library's folder."""
    elsewhere = home.path / "Vault"
    done = home.type(
        f"'{home.python}' -I -c \"from jingdu.library import location, transaction; from pathlib import Path; "
        f"transaction.create_writable(Path('{elsewhere}')); location.change(folder='{elsewhere}')\""
    )
    assert done.returncode == 0, done.stderr
    (home.data / "library.json").write_bytes(b'{"folder": "\xff\x00')


def stray_print(home: Home) -> None:
    (home.site / "stray.pth").write_text(
        "import os; 'jingdu.host' in ' '.join(__import__('sys').orig_argv) and os.write(1, b'welcome')\n"
    )


def newer_checkout(home: Home) -> None:
    """A newer checkout that is not set up yet."""
    edit(home.checkout / "extension/manifest.json", version="0.1.1")
    for path in (home.checkout / "pyproject.toml", home.checkout / "host/jingdu/__init__.py"):
        path.write_text(path.read_text("utf-8").replace('"0.1.0"', '"0.1.1"'), "utf-8")


def other_python(home: Home, script: str) -> None:
    remove(home.python)
    home.python.write_text(f"#!/bin/sh\n{script}\n")
    home.python.chmod(0o755)


def upgraded_python(home: Home) -> None:
    """The environment's Python link now points to another minor version."""
    config = home.environment / "pyvenv.cfg"
    replace(config, re.sub(rb"(?m)^version = .*", b"version = 3.9.1", config.read_bytes()))


def other_nh3(home: Home) -> None:
    """As after ``pip install nh3==0.3.8``."""
    (information,) = home.site.glob("nh3-*.dist-info")
    remove(information)
    information = home.site / "nh3-0.3.8.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: nh3\nVersion: 0.3.8\n")


def moved_checkout(home: Home) -> None:
    """Set up from another checkout, now deleted; this one has the same content."""
    edit(home.data / "installed.json", command=f"python3 '{home.path}/old checkout/install/setup.py'")


def loaded_elsewhere(home: Home) -> None:
    preferences = home.path / ".config/google-chrome/Default/Secure Preferences"
    loaded = {
        "nlpkhflejcidnajofpflffjakficoogi": {"location": 4, "path": str(home.path / "Downloads/jingdu/extension")}
    }
    preferences.write_text(json.dumps({"extensions": {"settings": loaded}}))


def load_again(home: Home) -> None:
    remove(home.path / ".config/google-chrome/Default/Secure Preferences")


def poison_pythonpath(home: Home) -> None:
    folder = home.path / "poison"
    folder.mkdir()
    for name in ("json", "argparse", "lxml"):
        (folder / f"{name}.py").write_text("raise SystemExit('poisoned')\n")
    home.env["PYTHONPATH"] = str(folder)


def limited(*limits: str) -> Harm:
    return lambda home: home.session.extend(limits)


def without_user_entry(home: Home) -> None:
    """The user has no entry in the user list, and owns everything except the environments' files."""
    home.as_other_user = True
    for one in (home.path, *home.path.rglob("*")):
        if "environments" not in one.parts and not one.is_symlink():
            os.chown(one, OTHER_UID, OTHER_UID)


def process_limit(home: Home) -> None:
    """The user has reached the process limit."""
    without_user_entry(home)
    home.session.append("ulimit -S -u 6")


def without_home(home: Home) -> None:
    home.as_other_user = True
    home.session.append("unset HOME")


def with_home(home: Home) -> None:
    home.session.append(f"export HOME='{home.path}'")
    without_user_entry(home)


def database(home: Home) -> Path:
    return next(home.index.glob("index-*.sqlite"))


HOLD_LOCK: Final = """
    import fcntl
    from jingdu.library import location
    from jingdu.storage import lock
    file = open(lock.file_of(location.folder()), "a")
    fcntl.flock(file, fcntl.LOCK_EX)
"""
HOLD_INDEX: Final = """
    from jingdu.library import indexed
    index = indexed.opened()
    connection = index.read(lambda connection: connection)
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("INSERT OR REPLACE INTO meta VALUES ('stuck', '1')")
"""
OTHER_ID: Final = ["chrome-extension://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/"]
CHROME: Final = "manifest of Google Chrome"
FIREFOX: Final = "manifest of Firefox"
ARTICLE: Final = "The Ferry 1/article.md"

BREAKAGES: Final[dict[str, Breakage]] = {
    # manifests
    "Chrome's manifest missing": Breakage(lambda h: remove(h.chrome), CHROME, "is missing", FIX),
    "manifest names an old path": Breakage(
        lambda h: edit(h.chrome, path="/old/jingdu-host"), CHROME, "names another program, /old/jingdu-host", FIX
    ),
    "manifest not JSON": Breakage(lambda h: h.chrome.write_text("{'"), CHROME, "is damaged", FIX),
    "key that Firefox rejects": Breakage(
        lambda h: edit(h.firefox, allowed_origins=[]), FIREFOX, "a key that Firefox refuses, allowed_origins", FIX
    ),
    "other extension allowed": Breakage(
        lambda h: edit(h.chrome, allowed_origins=OTHER_ID), CHROME, "does not allow the extension", FIX
    ),
    "manifests' folder of another user": Breakage(
        lambda h: chown(h.chrome.parent),
        CHROME, "NativeMessagingHosts belongs to another user", COMMAND, root=True,
    ),
    # the launcher
    "launcher missing": Breakage(lambda h: remove(h.launcher), "launcher", "is missing", FIX),
    "launcher with CRLF": Breakage(
        lambda h: h.launcher.write_bytes(h.launcher.read_bytes().replace(b"\n", b"\r\n")),
        "launcher", "was changed since set-up wrote it", FIX,
    ),
    "launcher not executable": Breakage(lambda h: h.launcher.chmod(0o644), "launcher", "may not be executed", FIX),
    "launcher starts another Python": Breakage(
        lambda h: h.launcher.write_bytes(h.launcher.read_bytes().replace(bytes(h.python), b"/usr/bin/python3")),
        "launcher", "/usr/bin/python3, which set-up did not make", FIX,
    ),
    "disk mounted noexec": Breakage(
        lambda h: mount(h, h.data, "size=64m,noexec"),
        "launcher", "from which no programs may be started", COMMAND, root=True,
    ),
    # the environment
    "environment removed": Breakage(
        lambda h: remove(h.environment), "interpreter", "python is gone", COMMAND, builds=True
    ),
    "base Python removed": Breakage(
        lambda h: (remove(h.python), h.python.symlink_to("/nowhere/python3")),
        "interpreter", "python is gone; updating or removing a Python", COMMAND, builds=True,
    ),
    "Python upgraded": Breakage(upgraded_python, "interpreter", "now, and was 3.9", COMMAND, builds=True),
    "Python not executable": Breakage(
        lambda h: other_python(h, "echo no >&2; exit 9"), "interpreter", "does not start (no)", COMMAND, builds=True
    ),
    "Python too old": Breakage(
        lambda h: other_python(h, "echo 3.8.2"), "interpreter", "is Python 3.8.2; 3.11", COMMAND, builds=True
    ),
    "package missing": Breakage(
        lambda h: [remove(path) for path in h.site.glob("lxml*")], "packages", "lxml is missing", COMMAND, builds=True
    ),
    "unusable package version": Breakage(
        other_nh3, "packages", "nh3 is 0.3.8, a version that Jingdu cannot use", COMMAND, builds=True
    ),
    "weights truncated": Breakage(
        lambda h: truncate(h.site / "jingdu/weights/support.json"), "packages", "support.json of jingdu is damaged",
        COMMAND, builds=True,
    ),
    "extension module truncated": Breakage(
        lambda h: truncate(next(h.site.glob("lxml/etree*.so"))), "packages", "of lxml is damaged", COMMAND, builds=True
    ),
    "host missing": Breakage(
        lambda h: remove(h.site / "jingdu"), "packages", "No module named", COMMAND, builds=True
    ),
    "output on stdout": Breakage(
        stray_print, "round trip", "more than browsers accept", COMMAND, builds=True
    ),
    "newer checkout": Breakage(newer_checkout, "version", "companion app 0.1.0, extension 0.1.1", COMMAND, builds=True),
    # the extension
    "extension folder missing": Breakage(
        lambda h: remove(h.checkout / "extension"), "extension", "extension is missing", FIX
    ),
    "extension file missing": Breakage(
        lambda h: remove(h.checkout / "extension/background/link.js"), "extension", "link.js is missing", FIX
    ),
    "Chrome loads a missing folder": Breakage(
        loaded_elsewhere, "extension", "Downloads/jingdu/extension, which is gone", load_again
    ),
    # the record
    "record missing": Breakage(
        lambda h: remove(h.data / "installed.json"), "record", "installed.json is missing", FIX
    ),
    "record corrupt": Breakage(
        lambda h: (h.data / "installed.json").write_bytes(b"\xff{"), "record", "cannot be read", FIX
    ),
    "record of another checkout": Breakage(moved_checkout, "record", "names a set-up program that is gone", FIX),
    # the library
    "library moved away": Breakage(
        lambda h: h.library.rename(h.path / "Elsewhere"), "library", "Documents/Jingdu does not exist", COMMAND
    ),
    "library is a file": Breakage(
        lambda h: put_file(h.library), "library", "is a file, and the library needs a folder", COMMAND
    ),
    "parent of the library is a file": Breakage(
        lambda h: put_file(h.library.parent), "library", "Documents is a file, and the library needs", COMMAND
    ),
    "library read-only": Breakage(
        lambda h: h.library.chmod(0o500), "library", "is not accessible to its owner", COMMAND
    ),
    "library of another user": Breakage(
        lambda h: chown(h.library), "library", "belongs to another user", COMMAND, root=True
    ),
    "library's disk read-only": Breakage(
        lambda h: mount(h, h.library, "size=9m ro"), "library", "mounted read-only", COMMAND, root=True
    ),
    "library's disk full": Breakage(
        fill, "library", "is full", lambda h: remove(h.library / "filler"), root=True
    ),
    "library at an invalid path": Breakage(
        lambda h: h.env.update(JINGDU_LIBRARY="/proc/nowhere/Library"), "library", "named by JINGDU_LIBRARY", COMMAND
    ),
    "front matter invalid": Breakage(
        lambda h: (h.library / ARTICLE).write_text("---\nid: [broken\n---\n\nText\n"), "", "", NOTHING
    ),
    # the library's settings
    "library.json corrupt": Breakage(moved_settings, "settings", "library.json is damaged", FIX),
    "settings.json corrupt": Breakage(
        lambda h: put_file(h.data / "settings.json"), "settings", "settings.json is damaged", FIX
    ),
    # index and locks
    "index read-only": Breakage(lambda h: h.index.chmod(0o500), "data", "is not accessible to its owner", FIX),
    "index of another user": Breakage(
        lambda h: chown(h.data / "index"), "data", "index belongs to another user", COMMAND, root=True
    ),
    "index corrupt": Breakage(lambda h: truncate(database(h)), "", "", NOTHING),
    "index folder is a file": Breakage(lambda h: put_file(h.data / "index"), "data", "index is in the way", FIX),
    "index held by a hung process": Breakage(
        lambda h: hold(h, HOLD_INDEX), "index", "is using the library", COMMAND
    ),
    "locks of another user": Breakage(
        lambda h: chown(h.data / "locks"), "data", "locks belongs to another user", COMMAND, root=True
    ),
    "lock held by a hung process": Breakage(
        lambda h: hold(h, HOLD_LOCK), "locks", "is using the library", COMMAND
    ),
    "stale locks": Breakage(
        lambda h: [(h.data / "locks" / name).write_text("1") for name in ("a", "b")], "", "", NOTHING
    ),
    # site profiles
    "site profile corrupt": Breakage(
        lambda h: ((h.data / "sites").mkdir(exist_ok=True), (h.data / "sites/example.org.json").write_text("{")),
        "", "", NOTHING,
    ),
    # log
    "log folder read-only": Breakage(
        lambda h: ((h.path / ".local/state/jingdu/host.log").unlink(), (h.path / ".local/state/jingdu").chmod(0o500)),
        "log", "is not accessible to its owner", FIX,
    ),
    "folder above the log read-only": Breakage(
        lambda h: (remove(h.path / ".local/state/jingdu"), (h.path / ".local/state").chmod(0o500)),
        "log", "is not accessible to its owner", COMMAND,
    ),
    "log folder is a file": Breakage(
        lambda h: put_file(h.path / ".local/state/jingdu"), "log", "is a file, and a folder is needed", FIX
    ),
    # variables
    "PYTHONPATH poisoned": Breakage(poison_pythonpath, "", "", NOTHING),
    "HOME unset": Breakage(without_home, "home", "no home folder is known", with_home, root=True),
    "TMPDIR missing": Breakage(lambda h: h.env.update(TMPDIR="/nowhere"), "", "", NOTHING),
    "LANG=C": Breakage(
        lambda h: h.env.update(LANG="C", LC_ALL="C"), "", "", NOTHING
    ),
    "XDG_DATA_HOME relative": Breakage(lambda h: h.env.update(XDG_DATA_HOME="data"), "", "", NOTHING),
    # limits
    "files limited": Breakage(
        limited("ulimit -S -n 24"), "limits", "allows 24 open files, which is too few", COMMAND
    ),
    "memory limited": Breakage(
        limited("ulimit -S -v 400000"), "limits", "bytes of memory, which is too few", COMMAND
    ),
    "size of files limited": Breakage(
        limited("ulimit -S -f 8"), "limits", "bytes in a file, which is too few", COMMAND
    ),
    "processes limited": Breakage(process_limit, "limits", "processes, which is too few", COMMAND, root=True),
}  # fmt: skip
