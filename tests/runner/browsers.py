"""Finds or installs the browsers for the tests: with apt if permitted, else Playwright's Chromium."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from install import commands
from install.browsers import BROWSERS, in_snap
from install.computer import Computer
from tests.runner import home

_FONT: Final = Path("/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc")
_PACKAGES: Final = {"Chromium": "chromium", "Firefox": "firefox-esr"}
VARIABLES: Final = {"Chromium": "JINGDU_CHROMIUM", "Firefox": "JINGDU_FIREFOX"}
"""Environment variables with the path of each browser; unset if the browser is missing."""


def ensure(env: Mapping[str, str]) -> dict[str, str]:
    """Variable → executable of each browser; prints which are missing."""
    missing = [_PACKAGES[name] for name in VARIABLES if not installed(name)]
    missing += [] if _FONT.exists() else ["fonts-noto-cjk"]
    if missing and commands.has_apt():
        _apt(missing, env)
    found = {name: installed(name) for name in VARIABLES}
    found["Chromium"] = found["Chromium"] or _playwright_chromium(env)
    for name, program in found.items():
        print(f"{name}: {program or f'none; install {_PACKAGES[name]} to run the tests in it'}", flush=True)
    return {VARIABLES[name]: str(program) for name, program in found.items() if program}


def installed(name: str) -> Path | None:
    """The executable of a browser that is not sandboxed; the environment variable takes precedence."""
    computer = Computer.this()
    named = computer.env.get(VARIABLES[name])
    if named:
        return Path(named)
    browser = next(item for item in BROWSERS if item.name == name)
    programs = [computer.program(program) for program in browser.places[computer.system].programs]
    return next((program for program in programs if program and not in_snap(program)), None)


def _apt(packages: list[str], env: Mapping[str, str]) -> None:
    """Installs packages one by one: Ubuntu has no firefox-esr, and its failure must not prevent the fonts."""
    print(f"Installing {', '.join(packages)} …", flush=True)
    for package in packages:
        commands.apt_install([package], home.LOG, env)


def _playwright_chromium(env: Mapping[str, str]) -> Path | None:
    """Playwright's Chromium, downloaded if necessary; None if that fails."""
    program = _playwright_path()
    if program and program.exists():
        return program
    print("Installing Playwright's Chromium …", flush=True)
    install: list[str | Path] = [home.VENV_PYTHON, "-m", "playwright", "install", "--no-shell", "chromium"]
    commands.run(install, home.LOG, env)
    return program if program and program.exists() else None


def _playwright_path() -> Path | None:
    code = (
        "import json; from playwright.sync_api import sync_playwright as s\n"
        "with s() as p: print(json.dumps(p.chromium.executable_path))"
    )
    done = subprocess.run([home.VENV_PYTHON, "-c", code], check=False, capture_output=True, text=True)
    return Path(json.loads(done.stdout)) if done.returncode == 0 else None
