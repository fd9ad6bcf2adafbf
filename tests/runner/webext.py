"""`web-ext lint` of the extension, its findings read against a list of those that cannot be avoided."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from typing import Any, Final

from tests.runner import home

_PACKAGE: Final = "web-ext@10"
_PATIENCE: Final = 300.0
"""Seconds, mostly for fetching the package."""

ALLOWED: Final = {
    ("BACKGROUND_SERVICE_WORKER_IGNORED", "manifest.json"): "one folder for both; Firefox takes scripts",
    ("INCOGNITO_SPLIT_UNSUPPORTED", "manifest.json"): "Chromium's private tabs show our page only so",
    ("UNSAFE_VAR_ASSIGNMENT", "vendor/dompurify/purify.min.js"): "the sanitiser as published parses so",
    ("UNSAFE_VAR_ASSIGNMENT", "vendor/highlight/highlight.min.js"): "not called: code.js builds nodes from its tree",
}
"""(code, file) → why the finding stays."""


def lint(env: Mapping[str, str]) -> str:
    """What is wrong, in lines; "" when nothing is, or when it could not run, which it says."""
    npx = node(env)
    if npx is None:
        _skip("no Node")
        return ""
    if not _fetched(npx, env):
        _skip("the npm registry cannot be reached")
        return ""
    command = [npx, "--yes", _PACKAGE, "lint", "--source-dir", "extension", "--output", "json"]
    done = _run(command, env)
    try:
        report = json.loads(done.stdout)
    except ValueError:
        return f"web-ext gave no report:\n{done.stdout}\n{done.stderr}"
    return "\n".join(findings(report))


def node(env: Mapping[str, str]) -> str | None:
    """npx, where there is a Node to run it."""
    path = env.get("PATH")
    return shutil.which("npx", path=path) if shutil.which("node", path=path) else None


def findings(report: dict[str, Any]) -> Iterator[str]:
    """The report's errors and warnings that are not allowed, a line for each."""
    for kind in ("errors", "warnings"):
        for item in report[kind]:
            if (item["code"], item.get("file")) not in ALLOWED:
                place = f"{item.get('file') or 'extension'}:{item.get('line') or 0}"
                yield f"{place}: {item['code']} {item['message']}"


def _fetched(npx: str, env: Mapping[str, str]) -> bool:
    """Can the package be had? Asked first, so that a missing network is not taken for a finding."""
    try:
        return _run([npx, "--yes", _PACKAGE, "--version"], env).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def _run(command: list[str], env: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    quiet = {
        "npm_config_fetch_retries": "1",
        "npm_config_fetch_retry_mintimeout": "1000",
        "npm_config_update_notifier": "false",
        "NO_UPDATE_NOTIFIER": "1",
    }
    return subprocess.run(
        command,
        check=False,
        cwd=home.ROOT,
        env={**env, **quiet},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=_PATIENCE,
    )


def _skip(why: str) -> None:
    print(f"web-ext lint: skipped: {why}", flush=True)
