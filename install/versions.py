"""Whether the packages of this Python are those that Jingdu was tested with, as the lock names them."""

from __future__ import annotations

import re
import sys
from importlib import metadata, util

from install.pip import HOST
from jingdu.i18n import gettext as _


def differing() -> dict[str, tuple[str, str]]:
    """Package → version that is installed, version that the lock names; of packages that are installed."""
    found = {}
    for name, locked in re.findall(r"^([\w.-]+)==([\w.]+)", HOST.read_text("utf-8"), re.MULTILINE):
        try:
            installed = metadata.version(name)
        except metadata.PackageNotFoundError:  # its marker leaves it out here; the doctor looks for missing ones
            continue
        if installed != locked:
            found[name] = (installed, locked)
    return found


def sentence(found: dict[str, tuple[str, str]]) -> str:
    """What differs, and how to install what was tested."""
    listed = ", ".join(
        _("{name} {version} (tested: {tested})", name=name, version=version, tested=tested)
        for name, (version, tested) in found.items()
    )
    message = _("Other versions are installed than Jingdu was tested with: {packages}.", packages=listed)
    if not util.find_spec("pip"):
        return f"{message} {_('The tested versions are in {path}.', path=HOST)}"
    command = f"{sys.executable} -m pip install --no-deps -r {HOST}"
    return f"{message} {_('To install the tested versions, run: {command}', command=command)}"
