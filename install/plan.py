"""--dry-run: what set-up would write, and nothing written."""

from __future__ import annotations

from typing import Any

from install import say
from install.computer import WINDOWS
from install.identity import HOST_NAME
from install.steps import Setup
from jingdu.i18n import gettext as _


def plan(setup: Setup) -> dict[str, Any]:
    """What would come of ``setup``: browsers, files, folders with all in them, registry keys."""
    setup.find_browsers()
    files, trees = setup.places()
    keys = [rf"{item.place.registry}\{HOST_NAME}" for item in setup.found if setup.computer.system == WINDOWS]
    return {
        "version": setup.extension.version,
        "browsers": [item.browser.name for item in setup.found],
        "files": [{"path": str(path), "there": path.exists()} for path in files],
        "folders": [{"path": str(path), "there": path.exists()} for path in trees],
        "keys": list(dict.fromkeys(keys)),
    }


def show(planned: dict[str, Any]) -> None:
    """The plan in words."""
    names = ", ".join(planned["browsers"]) or _("no browser")
    say.line(_("Set-up of Jingdu 净读 {version} would, for {browsers}:", version=planned["version"], browsers=names))
    say.line()
    for kind in ("files", "folders"):
        for item in planned[kind]:
            say.step(_("renew") if item["there"] else _("write"), item["path"] + ("/…" if kind == "folders" else ""))
    for key in planned["keys"]:
        say.step(_("register"), key)
    say.line("\n" + _("Nothing was written."))
