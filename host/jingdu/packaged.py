"""Where the installer and the extension lie: carried in the installed package, or beside it in a checkout."""

from __future__ import annotations

import sys
from pathlib import Path

from jingdu.faults import InputError
from jingdu.i18n import gettext as _


def root() -> Path:
    """The folder that holds ``install`` and ``extension``; raises `InputError` where neither is to be found."""
    here = Path(__file__).resolve().parent
    for folder in (here / "packaged", here.parents[1]):
        if (folder / "install" / "cli.py").is_file() and (folder / "extension" / "manifest.json").is_file():
            return folder
    raise InputError(_("This copy of Jingdu has no installer; install it again with pip, pipx or uv."))


def is_installed() -> bool:
    """Whether this is an installed package, rather than a checkout."""
    return root().name == "packaged"


def bring_installer() -> None:
    """Makes ``import install`` find the installer that belongs to this package."""
    folder = str(root())
    if folder not in sys.path:
        sys.path.insert(0, folder)
