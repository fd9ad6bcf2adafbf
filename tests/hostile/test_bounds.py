"""Pages designed to exhaust time and memory: a reply or a specific fault within the limits, and no silent loss.

Runs a real host. CPU time is measured, so that a busy machine does not make the tests flaky.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.hostile.bounding import BOUNDS, MB, Bound, Outcome, ask, typical
from tests.support.host_process import Port, golden, run_jingdu

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="reads CPU time and memory from /proc"),
    pytest.mark.slow,
]

SECONDS, SECONDS_OF_50_MB = 10.0, 15.0
MEMORY, MEMORY_OF_50_MB = 1536 * 2**20, 1024 * 2**20
SPECIFIC = {"stopped", "page_too_large", "message_too_large", "no_article", "page_unreadable"}
SMALL: dict[str, Any] = {"id": 9, "action": "extract", "html": "<p>the next one</p>", "url": None, "everything": True}
SAMPLE = {"extract": ("100,000 nested tables",), "save": ("100,000 levels",)}
"""Pages of the default run by action; ``--long`` runs all pages with every action."""


def cases(*actions: str) -> list[Any]:
    """(action, name) of every page; those outside the sample are marked ``long``."""
    return [
        pytest.param(action, name, marks=() if name in SAMPLE.get(action, ()) else pytest.mark.long)
        for action in actions
        for name in BOUNDS
    ]


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Port]:
    """A host after the handshake, in an empty home directory."""
    with Port(tmp_path) as port:
        port.ask(golden("hello.request"))
        yield port


def check(result: Outcome, bound: Bound) -> None:
    """Checks CPU time and memory, and that the reply is a result or a specific fault."""
    large = len(bound.html) >= 49 * MB
    assert result.reply["ok"] or result.reply["fault"]["code"] in SPECIFIC
    assert result.cpu_seconds <= (SECONDS_OF_50_MB if large else SECONDS)
    assert result.peak <= (MEMORY_OF_50_MB if large else MEMORY)


def page(action: str, html: str) -> dict[str, Any]:
    """A request with a page; ``action`` may also be one of the variants below."""
    more: dict[str, dict[str, Any]] = {
        "extract": {"everything": True},
        "default_extract": {"action": "extract"},
        "default_save": {"action": "save", "private": False, "fetch_pictures": False},
        "save": {"everything": True, "private": False, "fetch_pictures": False},
        "following": {"number": 2, "titles": ["A"], "shown": ["before"]},
    }
    return {"id": 2, "action": action, "html": html, "url": "https://site.example/a"} | more.get(action, {})


@pytest.mark.parametrize(("action", "name"), cases("extract"))
def test_a_hostile_page_is_read_completely_or_reported_as_truncated(action: str, name: str, host: Port) -> None:
    bound = BOUNDS[name]()
    result = ask(host, page(action, bound.html))
    check(result, bound)
    if result.reply["ok"]:
        article = result.reply["result"]["article"]
        assert article["truncated"] or article["html"].count("word") >= bound.words
    assert "the next one" in host.ask(SMALL)["result"]["article"]["html"]


TOO_LARGE = ("50 MB of paragraphs", "50 MB of small elements", "1,000,000 siblings")


@pytest.mark.parametrize(
    ("action", "name"),
    [
        *cases("default_extract", "explain", "following", "save"),
        *(one for one in cases("default_save") if one.values[1] in TOO_LARGE),
    ],
)
def test_other_actions_with_a_page_stay_within_bounds(action: str, name: str, host: Port) -> None:
    """By default, an article of a page that is too large is truncated, or stopped on a slow or busy machine."""
    bound = BOUNDS[name]()
    reply = ask(host, page(action, bound.html))
    check(reply, bound)
    if action.startswith("default") and name in TOO_LARGE:
        if reply.reply["ok"]:
            assert reply.reply["result"]["item" if action == "default_save" else "article"]["truncated"]
        else:
            assert reply.reply["fault"]["code"] == "stopped"
    assert "the next one" in host.ask(SMALL)["result"]["article"]["html"]


def test_time_per_byte_stays_the_same_from_1_mb_to_20_mb(host: Port, long_run: bool) -> None:
    """CPU time per megabyte, compared with a page of the same kind of 1 MB."""
    host.ask(SMALL)
    small = min((per_megabyte(host, MB) + per_megabyte(host, MB)) / 2 for _ in range(2))
    for size in [4 * MB, 10 * MB, 20 * MB][: 3 if long_run else 1]:
        assert min(per_megabyte(host, size) for _ in range(2)) < 2.5 * small


def per_megabyte(host: Port, size: int) -> float:
    html = typical(size).html
    return ask(host, page("extract", html)).cpu_seconds / (len(html) / MB)


@pytest.mark.long
def test_the_command_line_truncates_a_page_and_reports_it(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(BOUNDS["1,000,000 links"]().html)
    ended = run_jingdu(tmp_path, "read", path, "--everything")
    assert ended.returncode == 0
    assert ended.stdout.count(b"word") > 100_000
    assert b"too large to be read whole" in ended.stderr
