"""Two browsers and the command line use one library concurrently: no update is lost, partial or rejected."""

import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest

from tests.hostile import hammering
from tests.hostile.faults import home as homes, inspection
from tests.hostile.hammering import Acknowledged, Browser, CommandLineUser, User
from tests.support.host_process import Port

SHARED = 4
SAMPLE, LONG = 1.0, 180.0
"""Seconds."""


@pytest.mark.long
@pytest.mark.timeout(900)
def test_two_browsers_and_the_command_line_lose_no_update(own_home: Path, long_run: bool) -> None:
    home = own_home
    (home / "Documents").mkdir()
    with Port(home) as port:
        pages = [hammering.save_fields(f"shared{at}", hammering.address(at), "keep_both") for at in range(SHARED)]
        shared = [port.result("save", **page)["item"]["id"] for page in pages]
    ready = Barrier(3)
    users: list[User] = [
        Browser("anna", "favourite", home, shared, ready),
        Browser("bert", "read", home, shared, ready),
        CommandLineUser("cleo", "archived", home, shared, ready),
    ]
    with ThreadPoolExecutor(len(users)) as at_once:
        list(at_once.map(lambda user: user.run(LONG if long_run else SAMPLE), users))
    done = [user.acknowledged for user in users]
    assert not [error for one in done for error in one.errors]
    assert all(one.tags and one.marks for one in done) and done[0].highlights and done[1].highlights
    with Port(home) as port:
        found = {item["id"]: item for trashed in (False, True) for item in listed(port, trashed)}
        assert not [lost for user in users for lost in lost_changes(user, found, port)]
        check_files(home, set(found))
        check_rebuilt_index(port, found, [title for one in done for title in one.titles.values()])


def listed(port: Port, trashed: bool) -> Iterator[dict[str, Any]]:
    """All articles, as the library page lists them."""
    offset, total = 0, 1
    while offset < total:
        result = port.result("library", query="", filters={"trashed": trashed}, sort="title", offset=offset, limit=200)
        total = result["total"]
        yield from result["items"]
        offset += 200


def lost_changes(user: User, found: dict[str, dict[str, Any]], port: Port) -> Iterator[str]:
    """Acknowledged changes that are lost."""
    result: Acknowledged = user.acknowledged
    whole = {item: next((one for one in found if one.startswith(item)), None) for item in result.titles}
    for item, title in result.titles.items():
        kept = found.get(whole[item] or "")
        if kept is None or kept["title"] != title:
            yield f"article {item} {title}: {kept}"
        elif (kept["trashed"] is not None) != (item in result.trashed):
            yield f"move of {item} {title}: {kept}"
    yield from (f"replacement {item}" for item in result.replaced if item not in found)
    yield from (f"deletion of {item}" for item in result.deleted if item in found)
    yield from (f"tag {tag} of {item}" for item, tag in result.tags if tag not in found[item]["tags"])
    yield from (f"{user.mark} of {item}" for item, value in result.marks.items() if found[item][user.mark] != value)
    for item in {item for item, _ in result.highlights}:
        there = {one["note"] for one in port.result("highlights", item=item, url=None, private=False)["highlights"]}
        yield from (
            f"highlight {one} of {item}" for where, one in result.highlights if where == item and one not in there
        )


def check_files(home: Path, items: set[str]) -> None:
    """Checks that files and index agree, that each article exists once and undamaged, and that no file is stale."""
    library = homes.library(home)
    articles = [path.parent for path in library.rglob("article.md")]
    ids = [json.loads(line.partition(":")[2]) for one in articles
           for line in (one / "article.md").read_text("utf-8").splitlines() if line.startswith("id:")]  # fmt: skip
    assert sorted(ids) == sorted(items)
    assert not [result for result in map(inspection.article_state, articles) if not result.startswith("article.html ")]
    assert not list(library.rglob("*.jingdu-*"))


def check_rebuilt_index(port: Port, found: dict[str, dict[str, Any]], titles: list[str]) -> None:
    """Checks that a rebuilt index lists the same articles, and that each title is found in it."""
    job = port.result("start_job", kind="reindex", options={})
    while (state := port.result("job", **job))["state"] == "running":
        time.sleep(0.1)  # the host runs jobs between requests
    assert (state["state"], state["report"]) == ("done", [])
    assert {item["id"]: item for trashed in (False, True) for item in listed(port, trashed)} == found
    for title in titles:
        sought = (
            port.result("library", query=f'title:"{title}"', filters={"trashed": trashed}) for trashed in (False, True)
        )
        assert [hit["title"] for result in sought for hit in result["items"]] == [title], title
