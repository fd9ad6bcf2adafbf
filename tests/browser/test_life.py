"""The life cycle of worker and host: after a kill, a pause or an update the next click works."""

import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Playwright, expect

from tests.browser.test_click import end_background
from tests.support import prose
from tests.support.chromium import ID, Jingdu, cdp, jingdu, press, tab_of
from tests.support.waiting import until
from tests.support.web_site import Site

pytestmark = [pytest.mark.browser, pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")]

Starter = Callable[..., Jingdu]


def hosts(home: Path) -> list[int]:
    """The hosts with this home, and workers whose host has died."""
    parents: dict[int, int] = {}
    mark = f"XDG_STATE_HOME={home}".encode()
    for process in Path("/proc").iterdir():
        try:
            if process.name.isdigit() and mark in (process / "environ").read_bytes().split(b"\0"):
                parents[int(process.name)] = int((process / "stat").read_bytes().rpartition(b")")[2].split()[1])
        except OSError:
            continue
    return [process for process, parent in parents.items() if parent not in parents]


def wait_for_host(home: Path) -> int:
    """Waits until exactly one host with this home runs; returns its process id."""
    until(lambda: len(hosts(home)) == 1)
    return hosts(home)[0]


def kill(process: int, name: str = "SIGKILL") -> None:
    """Sends a signal and waits until the process has ended."""
    with suppress(ProcessLookupError):
        os.kill(process, getattr(signal, name))
    until(lambda: not Path(f"/proc/{process}").exists())


def expect_article(browser: Jingdu, site: Site) -> None:
    """Expects that a click shows the article."""
    page = browser.read(site.put(prose.english()))
    expect(page.locator("main article")).to_contain_text("[11] The ferry")
    page.close()


def test_killed_worker_restarts_on_the_next_click(reader: Jingdu, site: Site) -> None:
    end_background(reader)
    page = reader.open(site.put(prose.english()))
    session = cdp(reader.context)
    press(session, ID, tab_of(session, page))  # not `reader.click`, which would wait for a running worker
    expect(page.locator("main article")).to_contain_text("[11] The ferry")


@pytest.mark.long
def test_killed_host_restarts_on_the_next_click(browser_with: Starter, site: Site) -> None:
    browser = browser_with()
    expect_article(browser, site)
    for name in ("SIGKILL", "SIGTERM"):
        kill(wait_for_host(browser.home), name)
        expect_article(browser, site)
    assert wait_for_host(browser.home)


def test_request_is_retried_if_the_host_is_killed(browser_with: Starter, site: Site) -> None:
    browser = browser_with()
    expect_article(browser, site)
    host = wait_for_host(browser.home)
    os.kill(host, signal.SIGSTOP)  # so that the request is pending when the host ends
    page = browser.open(site.put(prose.english()))
    browser.click(page)
    page.wait_for_url("chrome-extension://*/reader/*")
    kill(host)
    expect(page.locator("main article")).to_contain_text("[11] The ferry")


def test_the_host_ends_with_the_browser(playwright: Playwright, site: Site, tmp_path: Path) -> None:
    with jingdu(playwright, tmp_path) as browser:
        expect_article(browser, site)
        assert wait_for_host(browser.home)
    until(lambda: not hosts(browser.home))


@pytest.mark.long
def test_a_click_works_after_a_long_pause(browser_with: Starter, site: Site) -> None:
    """An idle port keeps worker and host alive; without one, the worker is stopped after 30 s."""
    browser = browser_with()
    expect_article(browser, site)
    host = wait_for_host(browser.home)
    time.sleep(40)
    expect_article(browser, site)
    assert wait_for_host(browser.home) == host
