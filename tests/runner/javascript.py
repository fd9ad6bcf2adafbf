"""Types and lint of the extension's JavaScript: `tsc --checkJs` and ESLint, as pinned in tests/javascript."""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from threading import Lock
from typing import Final

from tests.runner import home, webext

CONFIGURATION: Final = home.ROOT / "tests" / "javascript"
_TOOLS: Final = home.FOLDER / "node"
_LISTS: Final = ("package.json", "package-lock.json")
_STAMP: Final = _TOOLS / "whole"
_INSTALLING: Final = Lock()

_NOT_JUDGED: Final = {
    "TS2322": "a value whose JSDoc names a wider type",
    "TS2339": "a member of a more special element, or one that no JSDoc names",
    "TS2345": "an argument whose JSDoc names a wider type",
    "TS2353": "a field that no JSDoc names",
    "TS2740": "an element of a more special kind",
}
"""What tsc reports only because JSDoc is not written out everywhere: code → what it is."""
_FINDING: Final = re.compile(r"^(?P<file>\S+?)\(\d+,\d+\): error (?P<code>TS\d+): ", re.MULTILINE)


def types(env: Mapping[str, str]) -> bool:
    """Whether tsc finds nothing that counts: names, calls, operators, what is unused or can't be reached."""
    done = _run("typescript/bin/tsc", ["-p", str(CONFIGURATION / "tsconfig.json")], env)
    found = findings(done.stdout) if done else []
    print(*found, sep="\n", end="\n" if found else "", flush=True)
    return not found and (not done or done.returncode in (0, 2))


def findings(output: str) -> list[str]:
    """The lines of tsc's output that count."""
    return [
        line
        for line in output.splitlines()
        if (found := _FINDING.match(line))
        and found["code"] not in _NOT_JUDGED
        and not found["file"].startswith("extension/vendor/")
    ]


def lint(env: Mapping[str, str]) -> bool:
    """Whether ESLint finds nothing."""
    config = str(CONFIGURATION / "eslint.config.mjs")
    done = _run("eslint/bin/eslint.js", ["--config", config, "--max-warnings", "0", "extension"], env)
    print(done.stdout + done.stderr if done and done.returncode else "", end="", flush=True)
    return not done or done.returncode == 0


def _run(program: str, arguments: list[str], env: Mapping[str, str]) -> subprocess.CompletedProcess[str] | None:
    """The program's end; None, with a line that says so, where it cannot be had."""
    npx = webext.node(env)
    with _INSTALLING:
        ready = npx is not None and _installed(npx, env)
    if not ready:
        why = "the npm registry cannot be reached" if npx else "no Node"
        print(f"{program.partition('/')[0]}: skipped: {why}", flush=True)
        return None
    command = ["node", str(_TOOLS / "node_modules" / program), *arguments]
    return subprocess.run(
        command,
        check=False,
        cwd=home.ROOT,
        env=dict(env),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
    )


def _installed(npx: str, env: Mapping[str, str]) -> bool:
    """Brings what the lock names, unless it is there."""
    state = hashlib.sha256(b"".join((CONFIGURATION / name).read_bytes() for name in _LISTS)).hexdigest()
    if _STAMP.exists() and _STAMP.read_text("utf-8") == state:
        return True
    _TOOLS.mkdir(parents=True, exist_ok=True)
    for name in _LISTS:
        shutil.copy(CONFIGURATION / name, _TOOLS / name)
    npm = str(Path(npx).with_name("npm.cmd" if sys.platform == "win32" else "npm"))
    command = [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"]
    try:
        done = subprocess.run(command, check=False, cwd=_TOOLS, env=dict(env), capture_output=True, timeout=300)
    except subprocess.TimeoutExpired:
        return False
    if done.returncode == 0:
        _STAMP.write_text(state, "utf-8")
    return done.returncode == 0
