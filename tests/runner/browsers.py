"""Brings the browsers the tests drive: found, by apt where we may, else Playwright's own Chromium."""

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
"""The variables that name browsers for the tests; one that is not named is missing."""


def bring(env: Mapping[str, str]) -> dict[str, str]:
    """Variable → executable of each browser; says in a line which is missing."""
    missing = [_PACKAGES[name] for name in VARIABLES if not installed(name)]
    missing += [] if _FONT.exists() else ["fonts-noto-cjk"]
    if missing and commands.has_apt():
        _apt(missing, env)
    found = {name: installed(name) for name in VARIABLES}
    found["Chromium"] = found["Chromium"] or _playwrights(env)
    for name, program in found.items():
        print(f"{name}: {program or f'none; install {_PACKAGES[name]} to run the tests in it'}", flush=True)
    return {VARIABLES[name]: str(program) for name, program in found.items() if program}


def installed(name: str) -> Path | None:
    """The executable of a browser outside of any sandbox; the user may name it by the variable."""
    computer = Computer.this()
    named = computer.env.get(VARIABLES[name])
    if named:
        return Path(named)
    browser = next(item for item in BROWSERS if item.name == name)
    programs = [computer.program(program) for program in browser.places[computer.system].programs]
    return next((program for program in programs if program and not in_snap(program)), None)


def _apt(packages: list[str], env: Mapping[str, str]) -> None:
    """One after the other: Ubuntu has no firefox-esr, and that must not keep the fonts away."""
    print(f"Installing {', '.join(packages)} …", flush=True)
    for package in packages:
        commands.apt_install([package], home.LOG, env)


def _playwrights(env: Mapping[str, str]) -> Path | None:
    """Playwright's Chromium, downloaded unless it is there; None when that fails."""
    program = _where_playwright_keeps_it()
    if program and program.exists():
        return program
    print("Installing Playwright's Chromium …", flush=True)
    install: list[str | Path] = [home.PYTHON_THERE, "-m", "playwright", "install", "--no-shell", "chromium"]
    commands.run(install, home.LOG, env)
    return program if program and program.exists() else None


def _where_playwright_keeps_it() -> Path | None:
    code = (
        "import json; from playwright.sync_api import sync_playwright as s\n"
        "with s() as p: print(json.dumps(p.chromium.executable_path))"
    )
    done = subprocess.run([home.PYTHON_THERE, "-c", code], check=False, capture_output=True, text=True)
    return Path(json.loads(done.stdout)) if done.returncode == 0 else None
