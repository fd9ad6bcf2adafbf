"""The steps of a run: environment and checks in parallel, then pytest, whose summary comes last."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

from install import console
from install.console import SetupError
from tests.runner import browsers, home, javascript

Result = TypeVar("Result")

_FAILED: Final = 1
_TYPED: Final = ("host/jingdu", "install", "tests")


_WORKERS: Final = min(6, 1 + (os.cpu_count() or 1))
"""One more than the number of processors, since a quarter of the time is spent waiting, mostly for browsers."""
_PYTEST: Final = ("-ra", "--durations=30", "-n", str(_WORKERS), "--dist", "loadfile", "--no-loadscope-reorder")


def main(arguments: list[str]) -> int:
    """Runs all steps; returns 0 if all of them pass."""
    console.prepare()
    env = {**os.environ, "CI": os.environ.get("CI", "true"), "PYTHONUNBUFFERED": "1"}
    env.pop("PYTHONDONTWRITEBYTECODE", None)  # otherwise every process compiles its modules again
    with ThreadPoolExecutor(2) as pool:
        checks = _submit(pool, _JAVASCRIPT, env)  # mostly downloads
        try:
            _timed("Environment", lambda: home.make(env))
            checks |= _submit(pool, _PYTHON, env)
            found = browsers.ensure(env)
        except SetupError as error:
            print(error, file=sys.stderr)
            return error.code
        failed = [name for name, check in checks.items() if not check.result()]
    if failed:
        print(f"\nFAILED before the tests: {', '.join(failed)}\n", flush=True)
    tests = _run([home.VENV_PYTHON, "-m", "pytest", *_PYTEST, *arguments], {**env, **found})
    return tests or (_FAILED if failed else 0)


Check = Callable[[Mapping[str, str]], bool]


def _submit(pool: Executor, checks: Mapping[str, Check], env: Mapping[str, str]) -> dict[str, Future[bool]]:
    return {name: pool.submit(_timed, name, partial(check, env)) for name, check in checks.items()}


def _ruff(env: Mapping[str, str]) -> bool:
    return _run([home.tool("ruff"), "check", "--output-format", "concise", "."], env) == 0


def _mypy(env: Mapping[str, str]) -> bool:
    return _run([home.tool("mypy"), "--strict", *_TYPED], env) == 0


def _collection(env: Mapping[str, str]) -> bool:
    """Imports all tests once, so that pytest's workers need not compile them."""
    command = [home.VENV_PYTHON, "-m", "pytest", "--collect-only", "-qq"]
    return subprocess.run(command, check=False, cwd=home.ROOT, env=dict(env), capture_output=True).returncode == 0


_JAVASCRIPT: Final[Mapping[str, Check]] = {
    "tsc": javascript.types,
    "eslint": javascript.lint,
    "web-ext lint": javascript.stores,
}
_PYTHON: Final[Mapping[str, Check]] = {"ruff": _ruff, "mypy": _mypy, "collection": _collection}


def _run(command: list[str | Path], env: Mapping[str, str]) -> int:
    return subprocess.run(command, check=False, cwd=home.ROOT, env=dict(env), stdin=subprocess.DEVNULL).returncode


def _timed(name: str, step: Callable[[], Result]) -> Result:
    started = time.monotonic()
    result = step()
    outcome = "failed, " if result is False else ""
    print(f"{name}: {outcome}{time.monotonic() - started:.0f} s", flush=True)
    return result
