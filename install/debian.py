"""Debian and Ubuntu cut Python up: `venv` needs a package of its own. Installed when we may, else named."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

from install import commands
from install.trouble import PYTHON, Trouble
from jingdu.i18n import gettext as _


def ensure_venv(log: Path, env: Mapping[str, str]) -> str | None:
    """Makes sure that this Python can make environments; what was installed for it, if anything.

    Raises Trouble with the one command to type when only the user can do it.
    """
    if can_make_environments():
        return None
    package = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
    if not _is_debians_python():
        sentence = _(
            "{python} comes without venv or ensurepip; run set-up with a complete Python.", python=sys.executable
        )
        raise Trouble(PYTHON, sentence)
    if not apt_install([package], log, env) or not can_make_environments():
        sentence = _("Python's venv is missing; run this, then set-up again: {command}", command=_typed(package))
        raise Trouble(PYTHON, sentence)
    return package


def can_make_environments() -> bool:
    """Are venv, and ensurepip which brings pip into it, here?"""
    sys.path_importer_cache.clear()
    return all(find_spec(name) is not None for name in ("venv", "ensurepip"))


def has_apt() -> bool:
    """Is this a system of Debian's kind?"""
    return shutil.which("apt-get") is not None or Path("/usr/bin/apt-get").exists()


def apt_install(packages: list[str], log: Path, env: Mapping[str, str]) -> bool:
    """Installs packages when we are root, or sudo asks for no password; did it?"""
    root = _as_root(log, env)
    if root is None or not has_apt():
        return False
    clean = commands.system_environment(env)
    commands.run([*root, "apt-get", "update"], log, clean)
    return commands.run([*root, "apt-get", "install", "-y", "--no-install-recommends", *packages], log, clean)


def _as_root(log: Path, env: Mapping[str, str]) -> list[str] | None:
    """What to put before a command to run it as root; None when that needs a password."""
    if os.name == "nt":
        return None
    if os.geteuid() == 0:
        return []
    sudo = ["sudo", "-n", "DEBIAN_FRONTEND=noninteractive"]
    return sudo if commands.run([*sudo, "true"], log, commands.system_environment(env)) else None


def _is_debians_python() -> bool:
    return has_apt() and sys.base_prefix == "/usr"


def _typed(package: str) -> str:
    root = os.name != "nt" and os.geteuid() == 0
    return f"{'' if root else 'sudo '}apt-get install {package}"
