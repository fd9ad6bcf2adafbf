"""Every fault, triggered by its real cause: from the host through the extension's modules to the displayed message."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from threading import Event, Thread
from typing import Any, NamedTuple

import pytest

import jingdu
from jingdu.faults import FAULTS, OTHERWISE
from tests.hostile.faults import shim
from tests.support.host_process import children, environment
from tests.support.waiting import until

NODE = shutil.which("node")
pytestmark = [
    pytest.mark.skipif(NODE is None, reason="Node.js is not installed"),
    pytest.mark.skipif(os.name == "nt", reason="POSIX signals and permissions"),
]
EXTENSION = Path(__file__).parents[2] / "extension"
DRIVER = Path(__file__).with_name("link.mjs")
TIMEOUT = 600_000
"""Milliseconds, for a busy machine."""
URL = "https://example.org/text"
PARAGRAPH = "<p>The text is long enough to be read, with several sentences. It goes on for a while.</p>"
PAGE = f"<title>A text</title><article><h1>A text</h1>{PARAGRAPH * 5}</article>"
EXTRACT = {"action": "extract", "url": URL, "everything": True, "private": True, "html": PAGE}
SAVE = {"action": "save", "url": URL, "everything": False, "private": False, "fetch_pictures": False, "html": PAGE}
HIDDEN = f"<p><span hidden>{'A ferry leaves at dawn. ' * 9}</span></p>"
LIBRARY = {"action": "library", "sort": "saved"}


class Extension:
    """The extension's modules in a Node.js process that replies line by line, and the host it starts."""

    def __init__(self, home: Path, program: str = "", patience: int = TIMEOUT, **env: str) -> None:
        self.home = home
        folder = home / "extension"
        shutil.copytree(EXTENSION, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("vendor", "icons"))
        (folder / "package.json").write_text('{"type": "module"}')
        host = [sys.executable, "-P", "-c", f"{program}\nfrom jingdu import host\nhost.main()"]
        assert NODE
        self.process = subprocess.Popen(
            [NODE, str(DRIVER), str(folder), "en", str(patience), *host],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment(home) | {"JINGDU_LIBRARY": str(home / "library")} | env,
            text=True,
        )
        self.host = self._line()["host"]

    def ask(self, request: dict[str, Any], **how: Any) -> Any:
        """The result of a request, or a state with its message; and the frames received."""
        assert self.process.stdin
        self.process.stdin.write(json.dumps({"ask": request, **how}) + "\n")
        self.process.stdin.flush()
        return self._line()

    def worker(self) -> int | None:
        """The process id of the host's worker."""
        return next(iter(children(self.host)), None)

    def _line(self) -> Any:
        assert self.process.stdout
        line = self.process.stdout.readline()
        assert line, "the Node.js process exited"
        return json.loads(line)

    def __enter__(self) -> Extension:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()  # the host exits when its streams are closed
        self.process.communicate()


Do = Callable[[Extension], Any]


class Case(NamedTuple):
    """The cause of a fault: what the host runs first, what it needs, and the request."""

    do: Do
    blame: str
    state: str | None = None
    """The extension's state, if its name differs from the fault's."""
    program: str = ""
    needs: str = ""
    """``shim``, or a ``copy`` of the package with corrupt weights."""
    unread: bool = False
    """Whether the host could not read the id."""
    library: bool = False
    """Whether a library exists already."""


def send(request: dict[str, Any], **how: Any) -> Do:
    return lambda extension: extension.ask(request, **how)


def saved(extension: Extension) -> str:
    return str(extension.ask(SAVE)["result"]["item"]["id"])


def move_library_away(extension: Extension) -> Any:
    saved(extension)
    (extension.home / "library").rename(extension.home / "elsewhere")
    return extension.ask(SAVE)


@contextmanager
def hold_locks(folder: Path) -> Iterator[None]:
    """Another program holds every lock of the library."""
    import fcntl

    with ExitStack() as stack:
        for path in folder.rglob("locks/*"):
            fcntl.flock(stack.enter_context(path.open("rb")), fcntl.LOCK_EX)
        yield


def library_busy(extension: Extension) -> Any:
    item = saved(extension)
    with hold_locks(extension.home):
        return extension.ask({"action": "trash_items", "items": [item]})


OTHER_PROGRAM = """
import sqlite3, sys
base = sqlite3.connect(sys.argv[1], isolation_level=None)
base.execute("PRAGMA locking_mode = EXCLUSIVE")
base.execute("BEGIN EXCLUSIVE")
base.execute("CREATE TABLE other (one)")
print("held", flush=True)
sys.stdin.read()
"""


def index_busy(extension: Extension) -> Any:
    saved(extension)
    worker = extension.worker()
    assert worker
    os.kill(worker, signal.SIGKILL)  # the next worker has to open the index
    (base,) = [path for path in extension.home.rglob("index/*/*") if path.read_bytes()[:6] == b"SQLite"]
    command = [sys.executable, "-c", OTHER_PROGRAM, str(base)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout and other.stdout.readline()
        reply = extension.ask(LIBRARY)
        other.communicate()
    return reply


def send_signals(name: str) -> Do:
    """Sends a signal to each worker until there is a reply."""

    def do(extension: Extension) -> Any:
        stop = Event()

        def send() -> None:
            while not stop.wait(0.05):
                if worker := extension.worker():
                    with suppress(ProcessLookupError):
                        os.kill(worker, getattr(signal, name))
                with (extension.home / "leaps").open("a") as file:
                    file.write(".")

        sender = Thread(target=send)
        sender.start()
        reply = extension.ask(EXTRACT)
        stop.set()
        sender.join()
        if worker := extension.worker():  # the last signal may have stopped the next worker
            os.kill(worker, signal.SIGCONT)
        return reply

    return do


def failing_writes(path: str, error: str, kinds: str = "OPEN | shim.Kind.WRITE | shim.Kind.NAME") -> str:
    """A program in which every write to a path, or below it, fails."""
    return f"""
import errno, glob, os
from tests.hostile.faults import shim
path = os.path.join(os.environ["HOME"], {path!r})
shim.arm((glob.glob(path) or [path])[0], 1, shim.Fault(5, errno.{error}, shim.Kind.{kinds}))
"""


LIMITS = "from jingdu.host import watchdog\nwatchdog.MAX_CPU, watchdog.MAX_CPU_OTHER = {}, {}"
JUMPING_CLOCK = """
import os, time
from types import SimpleNamespace
from jingdu.host import watchdog
leaps = os.path.join(os.environ["HOME"], "leaps")
def clock():  # jumps forward whenever a signal is sent
    return time.monotonic() + (1000 * os.path.getsize(leaps) if os.path.exists(leaps) else 0)
watchdog.time = SimpleNamespace(monotonic=clock, sleep=time.sleep)
"""
AT_RELATED = """
import time
from jingdu import handlers
quiet = handlers.handle
def loud(asked):
    if asked.action == "related": {}
    return quiet(asked)
handlers.handle = loud
"""
LOOPING = AT_RELATED.format("[None for _ in iter(int, 1)]")
HUGE_ALLOCATION = AT_RELATED.format("bytearray(1 << 40)")
SILENT = AT_RELATED.format("time.sleep(3600)")
HELLO = {"action": "hello", "extension": "1.0.0"}
NO_FTS = """
import sqlite3
class Connection(sqlite3.Connection):
    def execute(self, sql, *more):
        if "fts5" in sql.lower(): raise sqlite3.OperationalError("no such module: fts5")
        return super().execute(sql, *more)
    def executescript(self, sql):
        if "fts5" in sql.lower(): raise sqlite3.OperationalError("no such module: fts5")
        return super().executescript(sql)
connect = sqlite3.connect
sqlite3.connect = lambda *where, **how: connect(*where, **how, factory=Connection)
"""
LONG_PAGE = {**EXTRACT, "everything": False, "html": "<p>A short text.</p>" * 190_000}
RELATED = {"action": "related", "item": "x"}

CASES: dict[str, Case] = {
    "bad_utf8": Case(send(EXTRACT, garbled="ff"), "browser", unread=True),
    "bad_json": Case(send(EXTRACT, garbled="7b"), "browser", unread=True),
    "bad_json, deeply nested": Case(send(EXTRACT, garbled="5b" * 2**20), "browser", unread=True),
    "bad_message": Case(send({"action": "save"}), "browser"),
    "unknown_action": Case(send({"action": "fly"}), "browser", "host_too_old"),
    "message_too_large": Case(send(EXTRACT, html=64 * 2**20), "page", "page_too_large", unread=True),
    "host_too_old": Case(send({**HELLO, "protocol": 2}), "user"),
    "extension_too_old": Case(send({**HELLO, "protocol": 0}), "user"),
    "page_too_large": Case(send(RELATED), "page", program=HUGE_ALLOCATION),
    "stopped": Case(send(LONG_PAGE), "page", program=LIMITS.format(1, 600)),
    "stopped, suspended": Case(send_signals("SIGSTOP"), "computer", "interrupted", program=JUMPING_CLOCK),
    "stopped, killed": Case(send_signals("SIGKILL"), "computer", "interrupted"),
    "stopped, bug": Case(send(RELATED), "bug", "internal", program=LOOPING + LIMITS.format(1, 1.5)),
    "page_unreadable": Case(send({**EXTRACT, "html": ""}), "page", "no_article"),
    "no_article": Case(send({**EXTRACT, "html": HIDDEN, "everything": False}), "page"),
    "unknown_extractor": Case(send({**EXTRACT, "extractor": "none", "everything": False}), "user"),
    "bad_weights": Case(send({**EXTRACT, "everything": False}), "library", needs="copy"),
    "library_full": Case(send(SAVE), "library", program=failing_writes("library", "ENOSPC"), needs="shim"),
    "library_read_only": Case(send(SAVE), "library", program=failing_writes("library", "EROFS"), needs="shim"),
    "library_broken": Case(send(SAVE), "library", program=failing_writes("library", "EIO"), needs="shim"),
    "library_missing": Case(move_library_away, "library"),
    "library_busy": Case(library_busy, "library", program="from jingdu.storage import lock\nlock.TIMEOUT = 0.3"),
    "item_missing": Case(send({"action": "open_item", "item": "jnone"}), "library"),
    "private_page": Case(send({**SAVE, "private": True}), "user"),
    "bad_folder": Case(send({"action": "library_settings", "changes": {"folder": __file__}}), "user"),
    "unknown_job": Case(send({"action": "job", "job": "none"}), "library"),
    "index_on_network": Case(send(LIBRARY), "user",
        program="from jingdu.library.index import local_folder\nlocal_folder.kind = lambda *_: 'nfs'"),
    "index_busy": Case(index_busy, "library",
        program="from jingdu.library.index import database\ndatabase.TIMEOUT = 0.3"),
    "index_unusable": Case(send(LIBRARY), "library", program=NO_FTS),
    "index_unwritable": Case(send(LIBRARY), "library", needs="shim", library=True,
        program=failing_writes(".local/share/jingdu/index/*/*.sqlite", "EACCES", "OPEN")),
    "internal": Case(send_signals("SIGSEGV"), "bug"),
}  # fmt: skip
COMMAND_LINE_ONLY = {"item_damaged", "item_edited"}
"""Raised by `jingdu re-read` and `jingdu export`; the host replies ``item_missing`` for an unreadable article."""


def test_every_fault_has_a_case() -> None:
    assert {name.partition(",")[0] for name in CASES} | COMMAND_LINE_ONLY == set(FAULTS)


def prepared(folder: Path, needs: str) -> dict[str, str]:
    """Prepares what a case needs; returns the environment variables for it."""
    if needs == "shim":
        if reason := shim.skip_reason():
            pytest.skip(reason)
        packages = os.pathsep.join((environment(folder)["PYTHONPATH"], str(Path(__file__).parents[2])))
        return {"LD_PRELOAD": str(shim.build(folder)), "PYTHONPATH": packages}
    if needs == "copy":
        copy = folder / "packages" / "jingdu"
        shutil.copytree(jingdu.__path__[0], copy, ignore=shutil.ignore_patterns("__pycache__"))
        for weights in (copy / "weights").glob("*.json"):
            weights.write_text('{"format": 0}')
        return {"PYTHONPATH": str(copy.parent)}
    return {}


@pytest.mark.sample(
    "bad_json", "message_too_large", "host_too_old", "stopped", "no_article", "library_full", "internal"
)
@pytest.mark.parametrize("name", CASES)
def test_faults_reach_the_user(tmp_path: Path, name: str) -> None:
    case, code = CASES[name], name.partition(",")[0]
    if case.library:
        with Extension(tmp_path) as extension:
            saved(extension)
    with Extension(tmp_path, case.program, **prepared(tmp_path, case.needs)) as extension:
        reply = case.do(extension)
        (refused,) = [frame for frame in reply["frames"] if not frame.get("ok")]
        assert refused["id"] == (None if case.unread else reply["sent"])
        fault = refused["fault"]
        assert "result" not in reply, reply
        assert (fault["code"], fault["blame"], reply["state"]) == (code, case.blame, case.state or code)
        said, _, log = fault["message"].partition(" The log is ")
        assert (reply["message"], said) == (fault["message"], sentence(code, case.blame))
        assert Path(log.rstrip(".")).is_file() == (case.blame == "bug")
        assert reply["words"]["text"] == (text_of(reply["state"]) or fault["message"])
        if not code.endswith("too_old"):
            assert "result" in extension.ask({**EXTRACT, "html": "<p>On."})


def sentence(code: str, blame: str) -> str:
    """The host's message."""
    if code == "bad_message":
        return "The message is malformed: html should be text; update the extension."
    return OTHERWISE.get((code, blame)) or FAULTS[code][1]  # type: ignore[call-overload]


def text_of(state: str) -> str | None:
    """The text on the screen of a state, if it has one."""
    words = json.loads((EXTENSION / "_locales" / "en" / "messages.json").read_text("utf-8"))
    return words.get(f"text_{state}", {}).get("message")  # type: ignore[no-any-return]


def test_an_unresponsive_host_is_replaced_after_a_timeout(tmp_path: Path) -> None:
    with Extension(tmp_path, SILENT, patience=3_000) as extension:
        before = extension.host
        assert extension.ask(RELATED)["state"] == "timeout"
        answered = until(lambda: (reply := extension.ask({**HELLO, "protocol": 1})).get("result") and reply)
        assert answered["host"] != before
