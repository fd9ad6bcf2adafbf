"""The pure modules of the background, run in the browser: joining parts, naming failures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.support.chromium import READER, Jingdu

pytestmark = pytest.mark.browser

JOIN = """async (messages) => {
  const { Joiner } = await import("/background/replies.js");
  const joiner = new Joiner();
  return messages.map((message) => joiner.add(message));
}"""
STATES = """async ([name, argument]) => (await import("/background/host_faults.js"))[name](...argument)"""

WHOLE = {"id": 7, "ok": True, "result": {"text": "净读 🙂"}}
JSON = '{"id":7,"ok":true,"result":{"text":"净读 🙂"}}'


def parts(*slices: str, identity: int = 7) -> list[dict[str, Any]]:
    """The frames of a reply cut so."""
    return [{"id": identity, "part": n, "parts": len(slices), "json": text} for n, text in enumerate(slices)]


@pytest.fixture(scope="module")
def page(shared: Jingdu) -> Iterator[Page]:
    """A page of the extension, in which its modules can be imported."""
    opened = shared.open(READER)
    yield opened
    opened.close()


def test_a_whole_reply_passes(page: Page) -> None:
    assert page.evaluate(JOIN, [WHOLE]) == [WHOLE]


def test_parts_are_joined_when_the_last_has_come(page: Page) -> None:
    assert page.evaluate(JOIN, parts(JSON[:5], JSON[5:30], JSON[30:])) == [None, None, WHOLE]


def test_two_replies_in_parts_follow_each_other(page: Page) -> None:
    assert page.evaluate(JOIN, parts(JSON[:9], JSON[9:]) * 2) == [None, WHOLE, None, WHOLE]


@pytest.mark.parametrize(
    "messages",
    [parts(JSON[:9], JSON[9:])[1:], parts(JSON[:9], "", JSON[9:])[::2], parts("{", "]")],
    ids=["the first is missing", "one between is missing", "together no JSON"],
)
def test_parts_that_do_not_fit_become_a_fault(page: Page, messages: list[dict[str, Any]]) -> None:
    last = page.evaluate(JOIN, messages)[-1]
    assert (last["id"], last["ok"], last["fault"]["code"]) == (7, False, "host_crashed")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Specified native messaging host not found.", "host_missing"),
        ("Access to the specified native messaging host is forbidden.", "host_missing"),
        ("No such native application org.jingdu.host", "host_missing"),
        ("Native host has exited.", "host_crashed"),
        ("Error when communicating with the native messaging host.", "host_crashed"),
        ("An unexpected error occurred", "host_crashed"),
        ("message of 1634890867 bytes exceeds the limit", "host_crashed"),
        ("Message exceeded maximum allowed size of 64MiB.", "page_too_large"),
        ("", "host_crashed"),
    ],
)
def test_each_error_of_a_port_has_its_state(page: Page, text: str, expected: str) -> None:
    assert page.evaluate(STATES, ["stateOfPortError", [text]]) == expected


@pytest.mark.parametrize(
    ("theirs", "expected"), [(1, None), (0, "host_too_old"), (2, "extension_too_old"), (None, "host_too_old")]
)
def test_two_versions_agree_or_name_the_older(page: Page, theirs: int | None, expected: str | None) -> None:
    assert page.evaluate(STATES, ["mismatch", [1, theirs]]) == expected
