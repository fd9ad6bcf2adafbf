"""Runs ``jingdu`` in forks of a process that has imported it, in at most a sixth of the CPU time.

Tests that depend on the start of the process (pipes, Ctrl-C, closed streams) run the command itself.
"""

import atexit
import gc
import json
import os
import pkgutil
import socket
import subprocess
import sys
import threading
import time
from functools import cache
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryFile

from tests.support.host_process import JINGDU, environment, run_jingdu

AT_START = ("PYTHON", "LC_", "LANG")
"""Prefixes of the variables that Python reads at start-up."""
PAGE = "<article><p>A page that is read before all others.</p></article>"


def run_forked(
    home: Path, *arguments: str | Path, stdin: bytes = b"", **variables: str
) -> subprocess.CompletedProcess[bytes]:
    """Like ``run_jingdu``, which it falls back to if forking is not possible."""
    if sys.platform != "linux" or any(name.startswith(AT_START) for name in variables):
        return run_jingdu(home, *arguments, stdin=stdin, **variables)
    request = {"arguments": list(map(str, arguments)), "cwd": str(home), "env": environment(home) | variables}
    with TemporaryFile() as given, TemporaryFile() as out, TemporaryFile() as err:
        given.write(stdin)
        given.seek(0)
        streams = [given.fileno(), out.fileno(), err.fileno()]
        length = socket.send_fds(_server(), [json.dumps(request).encode()], streams)
        assert length, "the fork server has exited"
        code = int(_server().recv(64))
        out.seek(0)
        err.seek(0)
        return subprocess.CompletedProcess((*JINGDU, *arguments), code, out.read(), err.read())


@cache
def _server() -> socket.socket:
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    command = [sys.executable, "-P", "-m", "tests.support.forked", str(theirs.fileno())]
    root = str(Path(__file__).parents[2])
    env = environment(Path(os.devnull))
    env["PYTHONPATH"] += os.pathsep + root
    process = subprocess.Popen(command, pass_fds=[theirs.fileno()], env=env, start_new_session=True)
    theirs.close()
    atexit.register(process.wait)
    atexit.register(ours.close)
    return ours


def serve(requests: socket.socket) -> None:
    """Runs each request in a fork and replies with its exit code."""
    import jingdu
    from jingdu import handlers
    from jingdu.__main__ import main
    from jingdu.cli.table import COMMANDS, function
    from jingdu.text.words import words

    for name in COMMANDS:
        function("run", name)
    for module in pkgutil.iter_modules(handlers.__path__, "jingdu.handlers."):
        import_module(module.name)
    jingdu.read(PAGE, "https://example.org/")
    words("河边的早市")
    assert threading.active_count() == 1
    gc.freeze()
    while True:
        asked, streams, _, _ = socket.recv_fds(requests, 2**18, 3)
        if not asked:
            return
        child = os.fork()
        if not child:
            request = json.loads(asked)
            for number, stream in enumerate(streams):
                os.dup2(stream, number)
            os.environ.clear()
            os.environ.update(request["env"])
            os.chdir(request["cwd"])
            time.tzset()
            sys.argv = [str(Path(jingdu.__path__[0]) / "__main__.py"), *request["arguments"]]
            try:
                code: int | str | None = main()
            except SystemExit as ended:
                code = ended.code
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(int(code or 0))  # skips interpreter shutdown, which would copy shared memory pages
        for stream in streams:
            os.close(stream)
        requests.send(str(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])).encode())


if __name__ == "__main__":
    with socket.socket(fileno=int(sys.argv[1])) as requests:
        serve(requests)
