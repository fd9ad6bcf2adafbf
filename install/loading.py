"""How to load the extension by hand, in two steps for each browser."""

from __future__ import annotations

from pathlib import Path

from install.table import CHROMIUM, Browser
from jingdu.i18n import gettext as _


def steps(browser: Browser, folder: Path) -> tuple[str, str]:
    """The two steps, for an extension in ``folder``."""
    if browser.family == CHROMIUM:
        return (
            _("Open {address} and switch on “Developer mode”.", address=browser.address),
            _("Press “Load unpacked” and choose {folder}", folder=folder),
        )
    return (
        _("Open {address}", address=browser.address),
        _(
            "Press “Load Temporary Add-on…” and choose {path} (it stays until {browser} closes)",
            path=folder / "manifest.json",
            browser=browser.name,
        ),
    )
