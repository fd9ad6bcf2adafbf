"""Two browsers and the command line use one library concurrently: no update is lost, partial or rejected."""

import json
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest

from tests.hostile import hammering
from tests.hostile.faults import home as homes, inspection
from tests.hostile.hammering import Browser, CommandLineUser, User
from tests.support.host_process import Port

SHARED = 4
SECONDS = 180.0
VALUES: dict[str, Callable[[dict[str, Any], str], object]] = {
    "exists": lambda item, _: True,
    "title": lambda item, _: item["title"],
    "trashed": lambda item, _: item["trashed"] is not None,
    "tag": lambda item, tag: tag in item["tags"],
    "mark": lambda item, mark: item[mark],
    "note": lambda item, note: note in item["notes"],
}
"""What a user claims → its value in an article."""


@pytest.mark.long
@pytest.mark.timeout(900)
def test_two_browsers_and_the_command_line_lose_no_update(own_home: Path) -> None:
    home = own_home
    (home / "Documents").mkdir()
    with Port(home) as port:
        pages = [hammering.save_fields(f"shared{at}", f"shared{at}", "keep_both") for at in range(SHARED)]
        shared = [port.result("save", **page)["item"]["id"] for page in pages]
    ready = Barrier(3)
    users: list[User] = [
        Browser("anna", "favourite", home, shared, ready),
        Browser("bert", "read", home, shared, ready),
        CommandLineUser("cleo", "archived", home, shared, ready),
    ]
    with ThreadPoolExecutor(len(users)) as at_once:
        list(at_once.map(lambda user: user.run(SECONDS), users))
    assert not [error for user in users for error in user.errors]
    changed = [{what for what, *_ in user.claims} for user in users]
    assert all({"tag", "mark"} <= one for one in changed) and "note" in changed[0] & changed[1]
    with Port(home) as port:
        found = {item["id"]: item for trashed in (False, True) for item in listed(port, trashed)}
        notes = {item: {"notes": set(notes_of(port, item))} for item in shared}
        assert not [lost for user in users for lost in lost_changes(user, found, notes)]
        check_files(home, set(found))
        titles = [str(title) for user in users for (what, *_), title in user.claims.items() if what == "title"]
        check_rebuilt_index(port, found, titles)


def listed(port: Port, trashed: bool) -> Iterator[dict[str, Any]]:
    """All articles, as the library page lists them."""
    offset, total = 0, 1
    while offset < total:
        result = port.result("library", query="", filters={"trashed": trashed}, sort="title", offset=offset, limit=200)
        total = result["total"]
        yield from result["items"]
        offset += 200


def notes_of(port: Port, item: str) -> Iterator[str]:
    yield from (one["note"] for one in port.result("highlights", item=item, url=None, private=False)["highlights"])


def lost_changes(user: User, found: dict[str, dict[str, Any]], notes: dict[str, dict[str, Any]]) -> Iterator[str]:
    """Acknowledged changes that are lost."""
    for (what, start, which), value in user.claims.items():
        item = next((one for one in found if one.startswith(start)), None)
        now = VALUES[what](found[item] | notes.get(item, {}), which) if item else None
        if now != value:
            yield f"{user.name}: {what} {which} of {start} is {now}, not {value}"


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
