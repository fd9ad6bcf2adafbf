"""Debian and Ubuntu have `venv` in a package of its own. Installed where possible without a password, else named."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

from install import commands
from install.errors import PYTHON, SetupError
from jingdu.i18n import gettext as _


def ensure_venv(log: Path, env: Mapping[str, str]) -> str | None:
    """Makes sure that this Python can create environments; returns the package that was installed for it, if any.

    Raises `SetupError` with the one command to type when only the user can do it.
    """
    if can_make_environments():
        return None
    package = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
    if not (has_apt() and sys.base_prefix == "/usr"):
        message = "{python} comes without venv or ensurepip; run set-up with a complete Python."
        raise SetupError(PYTHON, _(message, python=sys.executable))
    if not apt_install([package], log, env) or not can_make_environments():
        command = f"{'' if os.geteuid() == 0 else 'sudo '}apt-get install {package}"
        message = "Python's venv is missing; run this, then set-up again: {command}"
        raise SetupError(PYTHON, _(message, command=command))
    return package


def can_make_environments() -> bool:
    """Whether venv is here, and ensurepip, which brings pip into it."""
    sys.path_importer_cache.clear()
    return all(find_spec(name) is not None for name in ("venv", "ensurepip"))


def has_apt() -> bool:
    """Whether this is a system of Debian's kind."""
    return os.name != "nt" and shutil.which("apt-get", path=f"{os.environ.get('PATH', '')}:/usr/bin") is not None


def apt_install(packages: list[str], log: Path, env: Mapping[str, str]) -> bool:
    """Installs packages as root, or where sudo asks for no password; whether it did."""
    if not has_apt():
        return False
    clean = commands.system_environment(env)
    root = [] if os.geteuid() == 0 else ["sudo", "-n", "DEBIAN_FRONTEND=noninteractive"]
    if root and not commands.run([*root, "true"], log, clean):
        return False
    commands.run([*root, "apt-get", "update"], log, clean)
    return commands.run([*root, "apt-get", "install", "-y", "--no-install-recommends", *packages], log, clean)
