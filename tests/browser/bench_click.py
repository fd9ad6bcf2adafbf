"""Measures the time from a click to the article on the screen, compared with Readability.js in the same Chromium.

    python tests/browser/bench_click.py [--repeats N] [a saved page …]

Both sides show their article in the same reader page and take turns, click by click. Each click has an address of its
own, because the host caches the last parsed pages. For a *warm* click, background and host are running. A *first* click
is the first one after the browser has started. Before a *cold* click, both backgrounds are stopped, and with ours the
host. Times are medians in milliseconds, from the command that presses the button to the frame after the article has
entered the page; first and cold clicks are measured on the first two pages only. Readability is downloaded from the npm
registry into the user's cache folder.

Goals: ratio warm <= 1.0 on each page, first and cold <= 1.5 on those of 200 KB.
"""

from __future__ import annotations

import argparse
import ctypes
import io
import json
import os
import shutil
import statistics
import sys
import tarfile
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, CDPSession, sync_playwright

sys.path.insert(1, str(Path(__file__).parents[2]))

from tests.browser import bench_pages
from tests.support.chromium import (
    EXTENSION,
    ID,
    PATIENT,
    REAL_HOST,
    Jingdu,
    background,
    cdp,
    jingdu,
    press,
    tab_of,
    until_listening,
)  # fmt: skip
from tests.support.web_site import serving

READABILITY = "0.6.0"
PR_CAPBSET_DROP, CAP_SYS_NICE = 24, 23

USER_DEFAULTS: dict[str, Any] = {
    "ignore_default_args": ["--disable-back-forward-cache"],
    **dict.fromkeys(("color_scheme", "reduced_motion", "forced_colors", "contrast"), "null"),
}
"""Without these options Chromium destroys or restyles the page that is left, which takes half of our time at 1 MB."""

PAGES: dict[str, Callable[[], str]] = {
    "English, 200 KB": partial(bench_pages.page, 200_000),
    "Chinese, 200 KB": partial(bench_pages.page, 200_000, "zh"),
    "English, 30 KB": partial(bench_pages.page, 30_000),
    "Chinese, 30 KB": partial(bench_pages.page, 30_000, "zh"),
    "English, 1 MB": partial(bench_pages.page, 1_000_000),
    "Chinese, 1 MB": partial(bench_pages.page, 1_000_000, "zh"),
    "200 KB and 1 MB of script": partial(bench_pages.page, 200_000, script=1_000_000),
}

WATCH = """
if (location.protocol === "chrome-extension:") new MutationObserver((_, watcher) => {
  if (!document.querySelector("main article p")) return;
  watcher.disconnect();
  requestAnimationFrame(() => setTimeout(() => console.log("painted", performance.timeOrigin + performance.now())));
}).observe(document, { childList: true, subtree: true });
"""


def main() -> None:
    """Measures and prints the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--repeats", type=int, default=15)
    parser.add_argument("files", nargs="*", type=Path, help="saved pages to measure instead of the synthetic ones")
    parser.add_argument(
        "--kind", choices=["warm", "first", "cold"], action="append", help="measure only clicks of this kind"
    )
    chosen = parser.parse_args()
    if sys.platform == "linux":  # as root, Chromium would raise the priority of its own threads
        ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, CAP_SYS_NICE, 0, 0, 0)
    pages = {file.name: partial(file.read_text, "utf-8") for file in chosen.files} or PAGES
    for kind in chosen.kind or ("warm", "first", "cold"):
        for name, html in list(pages.items())[: None if kind == "warm" else 2]:
            print(_row(kind, name, *_compare(kind, html(), chosen.repeats)), flush=True)


def _row(kind: str, name: str, ours: list[float], theirs: list[float]) -> str:
    mine, other = statistics.median(ours), statistics.median(theirs)
    return (
        f"{kind:5} {name:27} Jingdu {mine:6.0f} ms ({min(ours):.0f}-{max(ours):.0f})   "
        f"Readability {other:6.0f} ms ({min(theirs):.0f}-{max(theirs):.0f})   ratio {mine / other:.2f}"
    )


@contextmanager
def _both() -> Iterator[tuple[Jingdu, tuple[str, str]]]:
    """A Chromium with both extensions, and their ids, ours first."""
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        other = _other_extension(Path(scratch) / "other")
        with jingdu(playwright, Path(scratch) / "profile", REAL_HOST, other, **USER_DEFAULTS) as browser:
            browser.context.add_init_script(WATCH)
            yield browser, (ID, _other_id(browser.context))


def _compare(kind: str, html: str, repeats: int) -> tuple[list[float], list[float]]:
    """The times of both sides, ours first."""
    sides: tuple[list[float], list[float]] = ([], [])
    with serving() as site:
        if kind == "first":
            for side in _turns(repeats):
                with _both() as (browser, ids):
                    sides[side].append(_click(browser, ids[side], site.put(html), kind))
            return sides
        with _both() as (browser, ids):
            for side in _turns(repeats + 1):
                sides[side].append(_click(browser, ids[side], site.put(html), kind))
    return sides[0][1:], sides[1][1:]


def _turns(repeats: int) -> Iterator[int]:
    """Alternates the order of the sides, because the second one benefits from caches that the first has filled."""
    for number in range(repeats):
        yield from (0, 1) if number % 2 else (1, 0)


def _click(browser: Jingdu, extension: str, url: str, kind: str) -> float:
    """Milliseconds from pressing an extension's button on a fresh tab to the painted article."""
    page, session = browser.open(url), cdp(browser.context)
    page.wait_for_load_state("networkidle")
    if kind == "cold":
        _end_workers(session)
    else:
        until_listening(background(browser.context, extension))
    tab = tab_of(session, page)
    # not `wait_for_selector`, which runs a large script in the page
    with page.expect_console_message(lambda message: message.text.startswith("painted"), timeout=PATIENT) as painted:
        started = time.time() * 1000
        press(session, extension, tab)
    session.detach()
    page.close()
    return float(painted.value.text.split()[1]) - started


def _end_workers(session: CDPSession) -> None:
    """Stops the backgrounds; the host exits when its port closes."""
    for target in session.send("Target.getTargets")["targetInfos"]:
        if target["type"] == "service_worker":
            session.send("Target.closeTarget", {"targetId": target["targetId"]})
    time.sleep(0.5)


def _other_id(context: BrowserContext) -> str:
    while True:
        ids = {worker.url.split("/")[2] for worker in context.service_workers} - {ID}
        if ids:
            return ids.pop()
        context.wait_for_event("serviceworker")


def _other_extension(folder: Path) -> Path:
    """A copy of our extension with Readability in place of background and capture."""
    shutil.copytree(EXTENSION, folder)
    shutil.copytree(Path(__file__).parent / "readability", folder / "readability")
    (folder / "readability" / "Readability.js").write_bytes(readability())
    manifest = json.loads((EXTENSION / "manifest.json").read_text(encoding="utf-8"))
    del manifest["key"]
    manifest["background"] = {"service_worker": "readability/main.js"}
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    return folder


def readability() -> bytes:
    """Readability.js, from the user's cache or the npm registry."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "jingdu-bench"
    kept = cache / f"Readability-{READABILITY}.js"
    if not kept.exists():
        cache.mkdir(parents=True, exist_ok=True)
        registry = f"https://registry.npmjs.org/@mozilla/readability/-/readability-{READABILITY}.tgz"
        with urllib.request.urlopen(registry) as answer, tarfile.open(fileobj=io.BytesIO(answer.read())) as package:
            member = package.extractfile("package/Readability.js")
            assert member
            kept.write_bytes(member.read())
    return kept.read_bytes()


if __name__ == "__main__":
    main()
