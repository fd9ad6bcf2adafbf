"""If a worker runs away, eats memory or dies, only its own answer is lost, and the host serves the next request."""

import os
import select
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.host_process import Port, children, golden
from tests.support.waiting import until

HELLO = golden("hello.request")
posix = pytest.mark.skipif(os.name == "nt", reason="POSIX processes")

HANDLER = """
import os, re, signal, sys, time
from jingdu import handlers, host
from jingdu.faults import Fault
from jingdu.host import process, watchdog

quiet = handlers.handle

def loop():
    while True: pass

def hold():
    re.match("(a|aa)+$", "a" * 100 + "b")  # within one call in C, which holds Python's lock

def eat():
    eaten = []
    while True: eaten.append(bytearray(10_000_000))

def want():
    bytearray(1 << 40)

def cut():
    os.write(relay_out, b"\\xff\\xff\\xff\\x7f{")
    time.sleep(60)

def half():
    os.write(relay_out, b"\\xff\\0\\0\\0{")
    os.kill(os.getpid(), signal.SIGSEGV)

def sleep():
    open(sys.argv[1] + ".asleep", "w").close()
    time.sleep(3600)

def work():
    end = time.process_time() + 0.3
    while time.process_time() < end: pass

DOES = {"work": work, "loop": loop, "hold": hold, "eat": eat, "want": want, "cut": cut, "half": half,
        "fine": lambda: None, "segv": lambda: os.kill(os.getpid(), signal.SIGSEGV),
        "kill": lambda: os.kill(os.getpid(), signal.SIGKILL),
        "exit": lambda: os._exit(3), "sleep": sleep}

def handle(asked):
    DOES[getattr(asked.request, "html", "fine")]()
    return quiet(asked)

handlers.handle = handle
"""
PROGRAM = (
    HANDLER
    + """
from jingdu.host import worker
run = worker.run
def ran(stdin, stdout, warm):
    global relay_out
    relay_out = stdout
    return run(stdin, stdout, warm)
worker.run = ran
"""
)
LIMITS = """
import os, sys, time
from types import SimpleNamespace

def clock():  # it leaps when a worker has fallen asleep
    return time.monotonic() + 1000 * os.path.exists(sys.argv[1] + ".asleep")

watchdog.MAX_CPU, watchdog.MAX_MEMORY = 1.0, 300 << 20
watchdog.time = SimpleNamespace(monotonic=clock, sleep=time.sleep)
"""
FORKED = PROGRAM + LIMITS + "host.main()"
SPAWNED = (
    LIMITS.join(("from jingdu import host; from jingdu.host import process, watchdog\nimport sys", ""))
    + "process.start = lambda ours, warm=False: process.spawn(ours, warm)\n"
    + f"program = {PROGRAM + 'worker.main()'!r}\n"
    + "process.command = lambda warm: [sys.executable, '-P', '-c', program, sys.argv[1], *['--warm'][:warm]]\n"
)
WAYS = {"forked": FORKED, "started": SPAWNED + "host.main()"}


@pytest.fixture
def host(request: pytest.FixtureRequest, start: Callable[..., Port], tmp_path: Path) -> Port:
    """A host whose worker does what the page says, with a limit of one CPU second."""
    port = start(sys.executable, "-P", "-c", WAYS[getattr(request, "param", "forked")], str(tmp_path / "once"))
    assert port.ask(HELLO)["ok"]
    return port


every_way = pytest.mark.parametrize("host", WAYS, indirect=True)


def page(what: str, identity: int = 7) -> dict[str, Any]:
    """A request as the extension sends it: the id comes last."""
    return {"action": "extract", "html": what, "url": None, "everything": True, "id": identity}


LOST = {
    "loop": ("stopped", "page"), "hold": ("stopped", "page"), "sleep": ("stopped", "computer"),
    "eat": ("stopped", "page"), "kill": ("stopped", "computer"), "want": ("page_too_large", "page"),
    "segv": ("internal", "bug"), "exit": ("internal", "bug"), "cut": ("internal", "bug"), "half": ("internal", "bug"),
}  # fmt: skip


@pytest.mark.sample("loop", "eat", "segv")
@posix
@pytest.mark.parametrize("what", LOST)
def test_a_lost_request_is_reported_and_the_next_one_is_answered(host: Port, what: str) -> None:
    reply = host.ask(page(what))
    assert (reply["id"], reply["ok"]) == (7, False)
    assert (reply["fault"]["code"], reply["fault"]["blame"]) == LOST[what]
    assert host.ask(page("fine", 8))["result"]["article"]["html"].strip() == "<p>fine</p>"
    assert host.close()[:2] == (0, b"")


@posix
@every_way
def test_requests_behind_a_lost_one_are_answered_in_order(host: Port) -> None:
    asked = [page("segv", 1), page("fine", 2), HELLO | {"id": 3}, page("loop", 4), page("fine", 5)]
    for request in asked:
        host.send(request)
    replies = [host.receive() for _ in asked]
    assert [(reply["id"], reply["ok"]) for reply in replies] == [
        (1, False),
        (2, True),
        (3, True),
        (4, False),
        (5, True),
    ]


@pytest.mark.sample("forked")
@posix
@every_way
def test_a_worker_that_dies_idle_is_replaced(host: Port) -> None:
    os.kill(children(host.process.pid)[0], signal.SIGKILL)
    assert host.ask(HELLO)["ok"]


@pytest.mark.sample("forked")
@posix
@every_way
def test_a_terminated_host_ends_its_worker(host: Port) -> None:
    worker = children(host.process.pid)[0]
    host.send(page("hold"))
    host.process.send_signal(signal.SIGTERM)
    assert host.process.wait(timeout=300) == 0
    until_gone(worker)


@pytest.mark.sample("forked")
@posix
@every_way
def test_broken_framing_ends_host_and_worker(host: Port) -> None:
    worker = children(host.process.pid)[0]
    host.write(b"Hello, host!\n")
    assert host.close()[0] == 65
    until_gone(worker)


def until_gone(pid: int) -> None:

    def is_gone() -> bool:
        try:
            os.kill(pid, 0)
            return sys.platform == "linux" and b") Z" in Path(f"/proc/{pid}/stat").read_bytes()
        except (ProcessLookupError, FileNotFoundError):
            return True

    until(is_gone)


@posix
def test_a_worker_that_cannot_start_ends_the_host(start: Callable[..., Port]) -> None:
    port = start(
        sys.executable,
        "-P",
        "-c",
        "import sys\nsys.modules['jingdu.host.worker'] = None\nfrom jingdu import host\nhost.main()",
    )
    code, stdout, stderr = port.close()
    assert (code, stdout) == (1, b"")
    assert b"ModuleNotFoundError" in stderr


@posix
def test_a_slow_worker_on_a_busy_machine_is_not_stopped(host: Port) -> None:
    """A worker that gets a tenth of the CPU takes ten times as long, and answers."""
    host.send(page("work"))
    worker, end, steps = children(host.process.pid)[0], time.monotonic() + 60, 0
    assert host.process.stdout
    while time.monotonic() < end and not select.select([host.process.stdout], [], [], 0)[0]:
        os.kill(worker, signal.SIGSTOP)
        time.sleep(0.1)
        os.kill(worker, signal.SIGCONT)
        time.sleep(0.02)
        steps += 1
    assert host.receive()["ok"]
    assert steps > 10
