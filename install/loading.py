"""How to load the extension by hand, in two steps for each browser."""

from __future__ import annotations

from pathlib import Path

from install.table import CHROMIUM, Browser


def steps(browser: Browser, folder: Path) -> tuple[str, str]:
    """The two steps, for an extension in ``folder``."""
    if browser.family == CHROMIUM:
        return (
            f"Open {browser.address} and switch on “Developer mode”.",
            f"Press “Load unpacked” and choose {folder}",
        )
    return (
        f"Open {browser.address}",
        f"Press “Load Temporary Add-on…” and choose {folder / 'manifest.json'} (it stays until {browser.name} closes)",
    )
