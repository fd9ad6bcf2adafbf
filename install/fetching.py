"""--fetch: the files that --wheels installs from on another computer without a network."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from install import commands, debian, files, say
from install.computer import Computer
from install.environment import interpreter
from install.pip import BUILD, HOST, Pip
from install.trouble import PYTHON, Trouble
from jingdu.i18n import gettext as _
from jingdu.i18n import ngettext


def fetch(folder: Path, computer: Computer) -> list[str]:
    """Fills ``folder`` for this system and this version of Python; returns the names. Raises Trouble."""
    with files.trouble("write", folder):
        folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory(prefix="jingdu-fetch-", ignore_cleanup_errors=True) as scratch,
        say.Progress(_("Download")) as progress,
    ):
        _fetch(folder, Path(scratch), computer, progress)
    names = sorted(path.name for path in folder.iterdir())
    say.line(
        ngettext(
            "{n} file in {folder}; install from it with: python3 install/setup.py --wheels {folder}",
            "{n} files in {folder}; install from them with: python3 install/setup.py --wheels {folder}",
            len(names),
            folder=folder,
        )
    )
    return names


def _fetch(folder: Path, scratch: Path, computer: Computer, progress: say.Progress) -> None:
    log = folder / "fetch.log"
    env = commands.environment(computer.env)
    debian.ensure_venv(log, computer.env)
    if not commands.run([sys.executable, "-I", "-m", "venv", scratch / "venv"], log, env):
        raise Trouble(PYTHON, commands.with_log(_("Python could not make an environment"), log))
    python = interpreter(scratch / "venv", computer.system)
    pip = Pip(python, log, env, progress=progress.show)
    pip.download(folder, BUILD)
    Pip(python, log, env, wheels=folder).bring_tools(scratch / "tools")
    pip.download(folder, HOST, scratch / "tools")
    log.unlink()
