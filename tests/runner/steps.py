"""The steps of a run, in order; pytest last, so that its closing line ends the run."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

from install import console
from install.errors import SetupError
from tests.runner import browsers, home, javascript, webext

Result = TypeVar("Result")

_FAILED: Final = 1
_TYPED: Final = ("host/jingdu", "install", "tests")


_WORKERS: Final = ("-n", "auto", "--maxprocesses", "4", "--dist", "loadfile", "--no-loadscope-reorder")
_PYTEST: Final = ("-ra", "--durations=30", *_WORKERS)


def main(arguments: list[str]) -> int:
    """Runs all steps; the exit code is 0 when all passed."""
    console.prepare()
    env = {**os.environ, "CI": os.environ.get("CI", "true"), "PYTHONUNBUFFERED": "1"}
    try:
        _timed("Environment", lambda: home.make(env))
        env |= browsers.bring(env)
    except SetupError as error:
        console.problem(str(error))
        return error.code
    failed = [name for name, check in _CHECKS.items() if not _timed(name, partial(check, env))]
    if failed:
        print(f"\nFAILED before the tests: {', '.join(failed)}\n", flush=True)
    tests = _run([home.PYTHON_THERE, "-m", "pytest", *_PYTEST, *arguments], env)
    return tests or (_FAILED if failed else 0)


def _ruff(env: Mapping[str, str]) -> bool:
    return _run([home.tool("ruff"), "check", "--output-format", "concise", "."], env) == 0


def _mypy(env: Mapping[str, str]) -> bool:
    return _run([home.tool("mypy"), "--strict", *_TYPED], env) == 0


def _web_ext(env: Mapping[str, str]) -> bool:
    findings = webext.lint(env)
    if findings:
        print(findings, flush=True)
    return not findings


_CHECKS: Final[dict[str, Callable[[Mapping[str, str]], bool]]] = {
    "ruff": _ruff,
    "mypy": _mypy,
    "tsc": javascript.types,
    "eslint": javascript.lint,
    "web-ext lint": _web_ext,
}


def _run(command: list[str | Path], env: Mapping[str, str]) -> int:
    done = subprocess.run(command, check=False, cwd=home.ROOT, env=dict(env), stdin=subprocess.DEVNULL)
    return done.returncode


def _timed(name: str, step: Callable[[], Result]) -> Result:
    begun = time.monotonic()
    result = step()
    outcome = "failed, " if result is False else ""
    print(f"{name}: {outcome}{time.monotonic() - begun:.0f} s", flush=True)
    return result
