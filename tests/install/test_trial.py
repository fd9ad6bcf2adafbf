"""--try: the browser it starts has the extension and shows the sample page."""

from __future__ import annotations

import json
import os
import subprocess
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from install.browsers import BROWSERS, Found
from install.computer import LINUX
from install.extension import CHECKOUT, Extension, extension
from install.prove import PAGES
from install.steps import choose, command, sample, serve
from tests.support.waiting import until


def _found(name: str, program: Path | None) -> Found:
    browser = next(item for item in BROWSERS if item.name == name)
    return Found(browser, browser.places[LINUX], program)


def test_chromium_is_preferred_to_chrome_which_ignores_load_extension(tmp_path: Path) -> None:
    chrome, chromium = _found("Google Chrome", tmp_path / "chrome"), _found("Chromium", tmp_path / "chromium")
    assert choose([chrome, chromium]) is chromium
    assert choose([chrome]) is chrome


def test_firefox_opens_the_page_for_loading_and_the_sample(tmp_path: Path, ours: Extension) -> None:
    started = command(_found("Firefox", tmp_path / "firefox"), tmp_path, ours, "http://127.0.0.1:1/en.html")
    assert started[-2:] == ["about:debugging#/runtime/this-firefox", "http://127.0.0.1:1/en.html"]


@pytest.mark.parametrize(
    ("env", "file"),
    [
        ({"LANG": "zh_CN.UTF-8"}, "zh.html"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "C"}, "en.html"),
        ({}, "en.html"),
    ],
    ids=["Chinese", "overruled", "unknown"],
)
def test_the_sample_is_in_the_users_language(env: dict[str, str], file: str) -> None:
    assert sample(env).file == file


@pytest.mark.browser
def test_chromium_starts_with_the_extension_and_the_sample(tmp_path: Path) -> None:
    if "JINGDU_CHROMIUM" not in os.environ:
        pytest.skip("no Chromium here; install chromium, or name one in JINGDU_CHROMIUM")
    ours = extension(CHECKOUT)
    found = _found("Chromium", Path(os.environ["JINGDU_CHROMIUM"]))
    with serve() as address:
        program, *options = command(found, tmp_path, ours, f"{address}/{PAGES[0].file}")
        started = [program, "--headless=new", "--remote-debugging-port=0", *options]
        quiet = subprocess.DEVNULL
        with subprocess.Popen(started, stdout=quiet, stderr=quiet) as browser:
            try:
                until(lambda: _has_worker(seen := _targets(tmp_path), ours) and _shows(seen, PAGES[0].title), pause=0.2)
            finally:
                browser.terminate()


def _has_worker(targets: list[dict[str, Any]], ours: Extension) -> bool:
    return any(item["type"] == "service_worker" and item["url"].startswith(ours.origin) for item in targets)


def _shows(targets: list[dict[str, Any]], title: str) -> bool:
    return any(item["type"] == "page" and item["title"].startswith(title) for item in targets)


def _targets(profile: Path) -> list[dict[str, Any]]:
    try:
        port = (profile / "DevToolsActivePort").read_text().split()[0]
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/json/list") as answer:
            targets: list[dict[str, Any]] = json.load(answer)
    except (OSError, IndexError):
        return []
    return targets
