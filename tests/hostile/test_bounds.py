"""Pages made to exhaust time and memory: an answer or a clear fault within bounds, no silent loss.

Through a real host. Time is the processor's, which a busy machine does not stretch.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from jingdu.page.parse import MAX_CHARS, MAX_TAGS, parse
from tests.hostile.bounding import BOUNDS, MB, Bound, Outcome, ask, greeted, typical
from tests.support.host_process import Port, run_jingdu

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="figures of processes are read from /proc"),
    pytest.mark.slow,
]

SECONDS, SECONDS_OF_50_MB = 10.0, 15.0
MEMORY, MEMORY_OF_50_MB = 1536 * 2**20, 1024 * 2**20
CLEAR = {"stopped", "page_too_large", "message_too_large", "no_article", "page_unreadable"}
FAIR: dict[str, Any] = {"id": 9, "action": "extract", "html": "<p>the next one</p>", "url": None, "everything": True}
SAMPLE = {"extract": ("100,000 tables in one another",), "save": ("100,000 levels",)}
"""Bounds of every run, by action; ``--long`` takes all of them with every action."""


def sampled(*actions: str) -> list[Any]:
    """(action, name) of every bound; those out of the sample are ``long``."""
    return [
        pytest.param(action, name, marks=() if name in SAMPLE.get(action, ()) else pytest.mark.long)
        for action in actions
        for name in BOUNDS
    ]


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Port]:
    """A host that has greeted, in an empty home."""
    with greeted(tmp_path) as port:
        yield port


def check(result: Outcome, bound: Bound) -> None:
    """Within the bounds, and an answer or a clear fault."""
    large = len(bound.html) >= 49 * MB
    assert result.reply["ok"] or result.reply["fault"]["code"] in CLEAR
    assert result.processor <= (SECONDS_OF_50_MB if large else SECONDS)
    assert result.peak <= (MEMORY_OF_50_MB if large else MEMORY)


def page(action: str, html: str) -> dict[str, Any]:
    """The request of an action for a page."""
    more: dict[str, dict[str, Any]] = {
        "extract": {"everything": True},
        "judged": {"action": "extract"},
        "kept": {"action": "save", "private": False, "fetch_pictures": False},
        "save": {"everything": True, "private": False, "fetch_pictures": False},
        "following": {"number": 2, "titles": ["A"], "shown": ["before"]},
    }
    return {"id": 2, "action": action, "html": html, "url": "https://site.example/a"} | more.get(action, {})


@pytest.mark.parametrize(("action", "name"), sampled("extract"))
def test_a_hostile_page_is_read_whole_or_the_reply_reports_the_loss(action: str, name: str, host: Port) -> None:
    bound = BOUNDS[name]()
    result = ask(host, page(action, bound.html))
    check(result, bound)
    if result.reply["ok"]:
        article = result.reply["result"]["article"]
        assert article["truncated"] or article["html"].count("word") >= bound.words
    assert "the next one" in host.ask(FAIR)["result"]["article"]["html"]


@pytest.mark.parametrize(("action", "name"), sampled("judged", "explain", "following", "save"))
def test_other_actions_with_a_page_stay_within_bounds(action: str, name: str, host: Port) -> None:
    bound = BOUNDS[name]()
    check(ask(host, page(action, bound.html)), bound)
    assert "the next one" in host.ask(FAIR)["result"]["article"]["html"]


LARGE = ("50 MB of paragraphs", "50 MB of small elements", "1,000,000 siblings")


@pytest.mark.parametrize(("action", "name"), [one for one in sampled("judged", "kept") if one.values[1] in LARGE])
def test_an_article_of_a_too_large_page_is_marked_truncated(action: str, name: str, host: Port) -> None:
    """As a click and a save read it. On a slow or busy machine it may be stopped; what is read is bounded."""
    bound = BOUNDS[name]()
    reply = ask(host, page(action, bound.html))
    check(reply, bound)
    if reply.reply["ok"]:
        assert reply.reply["result"]["item" if action == "kept" else "article"]["truncated"]
    else:
        assert reply.reply["fault"]["code"] == "stopped"


@pytest.mark.sample("1,000,000 links")
@pytest.mark.parametrize("name", [*LARGE[::2], "1,000,000 links", "200,000 <ruby>"])
def test_the_parsed_part_of_a_page_is_bounded(name: str) -> None:
    read = parse(BOUNDS[name]().html)
    assert read.truncated
    assert 10_000 < sum(1 for _ in read.root.iter()) <= MAX_TAGS + 3
    assert sum(map(len, read.blocks.texts)) <= MAX_CHARS


def test_time_per_byte_stays_the_same_from_1_mb_to_20_mb(host: Port, long_run: bool) -> None:
    """CPU seconds per megabyte of pages of one kind, as multiples of those at 1 MB."""
    host.ask(FAIR)
    small = min((per_megabyte(host, MB) + per_megabyte(host, MB)) / 2 for _ in range(2))
    for size in [4 * MB, 10 * MB, 20 * MB][: 3 if long_run else 1]:
        assert per_megabyte(host, size) < 2.5 * small


def per_megabyte(host: Port, size: int) -> float:
    html = typical(size).html
    return ask(host, page("extract", html)).processor / (len(html) / MB)


@pytest.mark.long
def test_the_command_line_truncates_a_page_and_reports_it(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(BOUNDS["1,000,000 links"]().html)
    ended = run_jingdu(tmp_path, "read", path, "--everything")
    assert ended.returncode == 0
    assert ended.stdout.count(b"word") > 100_000
    assert b"too large to be read whole" in ended.stderr
