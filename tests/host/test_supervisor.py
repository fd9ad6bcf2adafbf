"""If a worker loops, uses too much memory or dies, only its reply is lost; the host answers the next request."""

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

PROGRAM = """
import os, re, signal, sys, time
from jingdu import handlers, host
from jingdu.faults import Fault
from jingdu.host import process, watchdog

original = handlers.handle

def loop():
    while True: pass

def hold_gil():
    re.match("(a|aa)+$", "a" * 100 + "b")  # one C call that holds the GIL

def leak():
    leaked = []
    while True: leaked.append(bytearray(10_000_000))

def allocate():
    bytearray(1 << 40)

def long():
    os.write(relay_out, b"\\xff\\xff\\xff\\x7f{")
    time.sleep(60)

def short():
    os.write(relay_out, b"\\xff\\0\\0\\0{")
    os.kill(os.getpid(), signal.SIGSEGV)

def sleep():
    open(sys.argv[1] + ".asleep", "w").close()
    time.sleep(3600)

def work():
    end = time.process_time() + 0.3
    while time.process_time() < end: pass

BEHAVIOURS = {
    "work": work, "loop": loop, "hold_gil": hold_gil, "leak": leak, "allocate": allocate, "long": long, "short": short,
    "fine": lambda: None, "segv": lambda: os.kill(os.getpid(), signal.SIGSEGV), "exit": lambda: os._exit(3),
    "kill": lambda: os.kill(os.getpid(), signal.SIGKILL), "sleep": sleep}

def handle(asked):
    BEHAVIOURS[getattr(asked.request, "html", "fine")]()
    return original(asked)

handlers.handle = handle

from jingdu.host import worker
run = worker.run
def ran(stdin, stdout, warm):
    global relay_out
    relay_out = stdout
    return run(stdin, stdout, warm)
worker.run = ran
"""
LIMITS = """
import os, sys, time
from types import SimpleNamespace

def clock():  # jumps forward once a worker sleeps
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
START_METHODS = {"forked": FORKED, "spawned": SPAWNED + "host.main()"}


@pytest.fixture
def host(request: pytest.FixtureRequest, start: Callable[..., Port], tmp_path: Path) -> Port:
    """A host whose worker does what the page's text names, with a limit of one second of CPU time."""
    port = start(sys.executable, "-P", "-c", START_METHODS[getattr(request, "param", "forked")], str(tmp_path / "once"))
    assert port.ask(HELLO)["ok"]
    return port


every_start_method = pytest.mark.parametrize("host", START_METHODS, indirect=True)


def page(behaviour: str, identity: int = 7) -> dict[str, Any]:
    """A request with the id last, as the extension sends it."""
    return {"action": "extract", "html": behaviour, "url": None, "everything": True, "id": identity}


FAILURES = {
    "loop": ("stopped", "page"), "hold_gil": ("stopped", "page"), "sleep": ("stopped", "computer"),
    "leak": ("stopped", "page"), "kill": ("stopped", "computer"), "allocate": ("page_too_large", "page"),
    "segv": ("internal", "bug"), "exit": ("internal", "bug"), "long": ("internal", "bug"), "short": ("internal", "bug"),
}  # fmt: skip


@pytest.mark.sample("loop", "leak", "segv")
@posix
@pytest.mark.parametrize("behaviour", FAILURES)
def test_a_failed_request_is_reported_and_the_next_is_answered(host: Port, behaviour: str) -> None:
    reply = host.ask(page(behaviour))
    assert (reply["id"], reply["ok"]) == (7, False)
    assert (reply["fault"]["code"], reply["fault"]["blame"]) == FAILURES[behaviour]
    assert host.ask(page("fine", 8))["result"]["article"]["html"].strip() == "<p>fine</p>"
    assert host.close()[:2] == (0, b"")


@posix
@every_start_method
def test_requests_after_a_failed_one_are_answered_in_order(host: Port) -> None:
    requests = [page("segv", 1), page("fine", 2), HELLO | {"id": 3}, page("loop", 4), page("fine", 5)]
    for request in requests:
        host.send(request)
    replies = [host.receive() for _ in requests]
    answered = [(reply["id"], reply["ok"]) for reply in replies]
    assert answered == [(1, False), (2, True), (3, True), (4, False), (5, True)]


@pytest.mark.sample("forked")
@posix
@every_start_method
def test_an_idle_worker_that_dies_is_replaced(host: Port) -> None:
    os.kill(children(host.process.pid)[0], signal.SIGKILL)
    assert host.ask(HELLO)["ok"]


@pytest.mark.sample("forked")
@posix
@every_start_method
def test_a_terminated_host_stops_its_worker(host: Port) -> None:
    worker = children(host.process.pid)[0]
    host.send(page("hold_gil"))
    host.process.send_signal(signal.SIGTERM)
    assert host.process.wait(timeout=300) == 0
    wait_for_exit(worker)


@pytest.mark.sample("forked")
@posix
@every_start_method
def test_broken_framing_stops_host_and_worker(host: Port) -> None:
    worker = children(host.process.pid)[0]
    host.write(b"Hello, host!\n")
    assert host.close()[0] == 65
    wait_for_exit(worker)


def wait_for_exit(pid: int) -> None:
    def has_exited() -> bool:
        try:
            os.kill(pid, 0)
            return sys.platform == "linux" and b") Z" in Path(f"/proc/{pid}/stat").read_bytes()
        except (ProcessLookupError, FileNotFoundError):
            return True

    until(has_exited)


@posix
def test_the_host_exits_if_its_worker_cannot_start(start: Callable[..., Port]) -> None:
    program = "import sys\nsys.modules['jingdu.host.worker'] = None\nfrom jingdu import host\nhost.main()"
    port = start(sys.executable, "-P", "-c", program)
    code, stdout, stderr = port.close()
    assert (code, stdout) == (1, b"")
    assert b"ModuleNotFoundError" in stderr


@posix
def test_a_slow_worker_on_a_busy_machine_is_not_stopped(host: Port) -> None:
    """A worker with a tenth of the CPU takes ten times as long, and still replies."""
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
