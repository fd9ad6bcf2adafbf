"""Locates the installer and the extension, in the installed package or in a checkout."""

import sys
from pathlib import Path

from jingdu.faults import InputError
from jingdu.i18n import gettext as _


def root() -> Path:
    """The folder with ``install`` and ``extension``; raises `InputError` if there is none."""
    package = Path(__file__).resolve().parent
    for folder in (package / "packaged", package.parents[1]):
        if (folder / "install" / "cli.py").is_file() and (folder / "extension" / "manifest.json").is_file():
            return folder
    raise InputError(_("This copy of Jingdu has no installer; install it again with pip, pipx or uv."))


def is_installed() -> bool:
    """Whether Jingdu is installed as a package, not run from a checkout."""
    return root().name == "packaged"


def add_installer_to_path() -> None:
    """Makes ``import install`` find this package's installer."""
    folder = str(root())
    if folder not in sys.path:
        sys.path.insert(0, folder)
