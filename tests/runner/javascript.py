"""Types and lint of the extension's JavaScript: `tsc --checkJs` and ESLint, as pinned in tests/javascript."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from tests.runner import home, webext

CONFIGURATION: Final = home.ROOT / "tests" / "javascript"
_TOOLS: Final = home.FOLDER / "node"
_LISTS: Final = ("package.json", "package-lock.json")
_STAMP: Final = _TOOLS / "whole"


def types(env: Mapping[str, str]) -> bool:
    """Whether tsc finds nothing."""
    return _run("typescript/bin/tsc", ["-p", str(CONFIGURATION / "tsconfig.json")], env)


def lint(env: Mapping[str, str]) -> bool:
    """Whether ESLint finds nothing."""
    config = str(CONFIGURATION / "eslint.config.mjs")
    return _run("eslint/bin/eslint.js", ["--config", config, "--max-warnings", "0", "extension"], env)


def _run(program: str, arguments: list[str], env: Mapping[str, str]) -> bool:
    """Whether the program succeeds; True, with a line that says so, where it cannot be had."""
    npx = webext.node(env)
    if npx is None or not _installed(npx, env):
        why = "the npm registry cannot be reached" if npx else "no Node"
        print(f"{Path(program).parts[0]}: skipped: {why}", flush=True)
        return True
    command = ["node", str(_TOOLS / "node_modules" / program), *arguments]
    return subprocess.run(command, check=False, cwd=home.ROOT, env=dict(env), stdin=subprocess.DEVNULL).returncode == 0


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
