"""The screen for each situation without an article, with its real cause; and the fields of an extract request."""

import json
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Error, expect

from tests.support import other_host, prose
from tests.support.chromium import REAL_HOST, Jingdu, state
from tests.support.host_process import golden
from tests.support.web_site import Site

pytestmark = pytest.mark.browser

Starter = Callable[..., Jingdu]


def simulated_host(kind: str) -> tuple[str, ...]:
    """The command that starts a simulated host of this kind."""
    return (sys.executable, other_host.__file__, kind)


def test_retry_works_after_the_host_is_installed(browser_with: Starter, site: Site) -> None:
    jingdu = browser_with(None)
    page = jingdu.read(site.put(prose.english()))
    assert state(page) == "host_missing"
    jingdu.register(REAL_HOST)
    page.click("main .actions button >> nth=0")
    expect(page.locator("main article")).to_contain_text("[11] The ferry")


@pytest.mark.sample("exits at once", "older")
@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (("/nonexistent/python",), "host_crashed"),
        (("false",), "host_crashed"),
        (simulated_host("prints"), "host_crashed"),
        (simulated_host("dies"), "host_crashed"),
        (simulated_host("old"), "host_too_old"),
        (simulated_host("older"), "host_too_old"),
        (simulated_host("newer"), "extension_too_old"),
    ],
    ids=["no python", "exits at once", "writes to stdout", "crashes on a page", "no hello", "older", "newer"],
)
def test_broken_or_incompatible_host_has_its_screen(
    browser_with: Starter, site: Site, command: tuple[str, ...], expected: str
) -> None:
    assert state(browser_with(command).read(site.put(prose.english()))) == expected


@pytest.mark.long
def test_a_host_for_another_extension_counts_as_missing(browser_with: Starter, site: Site) -> None:
    jingdu = browser_with(None)
    jingdu.register(REAL_HOST, extension_id="a" * 32)
    assert state(jingdu.read(site.put(prose.english()))) == "host_missing"


@pytest.mark.sample("{missing}")
@pytest.mark.parametrize("address", ["chrome://version/", "about:blank", "view-source:{page}", "{missing}"])
def test_pages_of_the_browser_are_restricted(reader: Jingdu, site: Site, address: str) -> None:
    address = address.format(page=site.put(prose.english()), missing="http://127.0.0.1:9/")
    page = reader.context.new_page()
    with suppress(Error):  # the connection is refused
        page.goto(address)
    if "127.0.0.1:9/" in address:
        expect(page).to_have_url(re.compile("^chrome-error:"))  # waiting for the navigation would raise
    reader.click(page)
    assert state(page) == "restricted"


@pytest.mark.long
def test_a_pdf_is_restricted(reader: Jingdu, site: Site) -> None:
    page = reader.context.new_page()
    page.goto(site.put(PDF, kind="application/pdf"))
    reader.click(page)
    assert state(page) == "restricted"


PDF = b"""%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>endobj
trailer<</Root 1 0 R>>
"""


def test_extract_request_matches_its_golden_file(browser_with: Starter, site: Site, tmp_path: Path) -> None:
    address, wanted = site.put(prose.english()), golden("extract.request")
    browser_with((*simulated_host("notes"), str(tmp_path / "asked"))).read(address)
    asked = json.loads((tmp_path / "asked").read_text("utf-8"))
    assert {name: type(value) for name, value in asked.items()} == {name: type(wanted[name]) for name in wanted}
    assert (asked["action"], asked["url"], asked["private"]) == ("extract", address, False)
