"""Checks of the extension: `tsc --checkJs`, ESLint and `web-ext lint`, in the versions pinned in tests/javascript."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from threading import Lock
from typing import Any, Final

from tests.runner import home

CONFIGURATION: Final = home.ROOT / "tests" / "javascript"
_TOOLS: Final = home.FOLDER / "node"
_LISTS: Final = ("package.json", "package-lock.json")
_STAMP: Final = _TOOLS / "whole"
_INSTALLING: Final = Lock()

_IGNORED: Final = {
    "TS2322": "a value whose JSDoc names a wider type",
    "TS2339": "a member of a subclass of Element, or one missing from JSDoc",
    "TS2345": "an argument whose JSDoc names a wider type",
    "TS2353": "a field missing from JSDoc",
    "TS2740": "a subclass of Element",
}
"""tsc errors that are due to incomplete JSDoc: code → cause."""
_FINDING: Final = re.compile(r"^(?P<file>\S+?)\(\d+,\d+\): error (?P<code>TS\d+): ", re.MULTILINE)
_ALLOWED: Final = {
    ("BACKGROUND_SERVICE_WORKER_IGNORED", "manifest.json"): "one folder for both; Firefox takes scripts",
    ("INCOGNITO_SPLIT_UNSUPPORTED", "manifest.json"): "needed to show our page in Chromium's private tabs",
    ("UNSAFE_VAR_ASSIGNMENT", "vendor/dompurify/purify.min.js"): "how the published sanitiser parses",
    ("UNSAFE_VAR_ASSIGNMENT", "vendor/highlight/highlight.min.js"): "not called: code.js builds nodes from its tree",
}
"""(code, file) of an allowed web-ext finding → reason."""


def types(env: Mapping[str, str]) -> bool:
    """Whether tsc reports no relevant error: names, calls, operators, unused or unreachable code."""
    done = _run("typescript/bin/tsc", ["-p", str(CONFIGURATION / "tsconfig.json")], env)
    return done is None or (not _print_findings(type_errors(done.stdout)) and done.returncode in (0, 2))


def type_errors(output: str) -> Iterator[str]:
    """The relevant lines of tsc's output."""
    for line in output.splitlines():
        found = _FINDING.match(line)
        if found and found["code"] not in _IGNORED and not found["file"].startswith("extension/vendor/"):
            yield line


def lint(env: Mapping[str, str]) -> bool:
    """Whether ESLint reports nothing."""
    config = str(CONFIGURATION / "eslint.config.mjs")
    done = _run("eslint/bin/eslint.js", ["--config", config, "--max-warnings", "0", "extension"], env)
    return done is None or done.returncode == 0 or not _print_findings([done.stdout + done.stderr])


def stores(env: Mapping[str, str]) -> bool:
    """Whether web-ext, Mozilla's linter, reports nothing except allowed findings."""
    done = _run("web-ext/bin/web-ext.js", ["lint", "--source-dir", "extension", "--output", "json"], env)
    return done is None or not _print_findings(findings(json.loads(done.stdout)))


def findings(report: dict[str, Any]) -> Iterator[str]:
    """The errors and warnings in web-ext's report that are not allowed, one per line."""
    for item in (*report["errors"], *report["warnings"]):
        if (item["code"], item.get("file")) not in _ALLOWED:
            place = f"{item.get('file') or 'extension'}:{item.get('line') or 0}"
            yield f"{place}: {item['code']} {item['message']}"


def _print_findings(findings: Iterator[str] | list[str]) -> bool:
    """Prints findings; returns whether there are any."""
    lines = list(findings)
    print(*lines, sep="\n", end="\n" if lines else "", flush=True)
    return bool(lines)


def _run(program: str, arguments: list[str], env: Mapping[str, str]) -> subprocess.CompletedProcess[str] | None:
    """Runs a program; prints a message and returns None if it is not available."""
    path = env.get("PATH")
    npm = shutil.which("npm", path=path) if shutil.which("node", path=path) else None
    with _INSTALLING:
        ready = npm is not None and _installed(npm, env)
    if not ready:
        reason = "the npm registry is unreachable" if npm else "no Node"
        print(f"{program.partition('/')[0]}: skipped: {reason}", flush=True)
        return None
    command = ["node", str(_TOOLS / "node_modules" / program), *arguments]
    return subprocess.run(
        command,
        check=False,
        cwd=home.ROOT,
        env={**env, "NO_UPDATE_NOTIFIER": "1"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
    )


def _installed(npm: str, env: Mapping[str, str]) -> bool:
    """Installs the locked packages unless they are up to date."""
    state = hashlib.sha256(b"".join((CONFIGURATION / name).read_bytes() for name in _LISTS)).hexdigest()
    if _STAMP.exists() and _STAMP.read_text("utf-8") == state:
        return True
    _TOOLS.mkdir(parents=True, exist_ok=True)
    for name in _LISTS:
        shutil.copy(CONFIGURATION / name, _TOOLS / name)
    command = [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"]
    try:
        done = subprocess.run(command, check=False, cwd=_TOOLS, env=dict(env), capture_output=True, timeout=300)
    except subprocess.TimeoutExpired:
        return False
    if done.returncode == 0:
        _STAMP.write_text(state, "utf-8")
    return done.returncode == 0
