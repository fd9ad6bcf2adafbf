"""--dry-run: what set-up would write, and nothing written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from install import manifests, say
from install.browsers import find
from install.computer import WINDOWS
from install.environment import fingerprint
from install.identity import CHECKOUT, HOST_NAME
from install.steps import Setup


def plan(setup: Setup) -> dict[str, Any]:
    """What would come of ``setup``: browsers, files, registry keys. Raises Trouble for a browser unknown."""
    found = find(setup.computer, setup.wishes.browsers)
    files = [setup.start, *_environment(setup)]
    keys = []
    for item in found:
        files += [folder / manifests.FILE_NAME for folder in item.manifests(setup.computer)]
        if setup.computer.system == WINDOWS:
            keys.append(rf"{item.place.registry}\{HOST_NAME}")
    return {
        "version": setup.extension.version,
        "browsers": [item.browser.name for item in found],
        "files": [{"path": str(path), "there": path.exists()} for path in dict.fromkeys(files)],
        "keys": list(dict.fromkeys(keys)),
    }


def tell(planned: dict[str, Any]) -> None:
    """The plan in words."""
    say.line(
        f"Set-up of Jingdu 净读 {planned['version']} would, for {', '.join(planned['browsers']) or 'no browser'}:\n"
    )
    for file in planned["files"]:
        say.step("renew" if file["there"] else "write", file["path"])
    for key in planned["keys"]:
        say.step("register", key)
    say.line("\nNothing was written.")


def _environment(setup: Setup) -> list[Path]:
    if setup.wishes.here:
        return [setup.computer.data / "extension"]
    return [setup.environments.folder / fingerprint(CHECKOUT)]
