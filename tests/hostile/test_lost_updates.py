"""Nothing that is written or forgotten in the middle of a longer action is lost, and nothing is written twice."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from jingdu.library import indexed, jobs, repository
from jingdu.library.exporters import work as out
from jingdu.library.importers import work as into
from jingdu.library.index import close_all
from jingdu.library.topics import learned
from jingdu.sites.codec import profiles as sites
from jingdu.sites.profile import SiteProfile
from tests.hostile.faults import works
from tests.support.library_items import PICTURE, PNG, keep


@pytest.fixture(autouse=True)
def closed_index(library: Path) -> Iterator[None]:
    yield
    close_all()


def test_interests_that_are_reset_while_they_are_learned_are_not_written_again(library: Path) -> None:
    for title in ("first", "second"):
        keep(title=title, read=True)
    index = indexed.opened()
    steps = learned.learn(index)
    next(steps)
    learned.reset(index)
    steps.close()
    assert learned._known() == {}


@pytest.mark.parametrize("is_all", [False, True], ids=["one site", "all sites"])
def test_a_site_that_is_forgotten_while_a_page_of_it_is_learned_stays_forgotten(library: Path, is_all: bool) -> None:
    """The lock is on an open file, so that a thread waits for it as a process does."""
    forgetting = threading.Thread(target=sites.forget_all if is_all else lambda: sites.forget("gazette.example"))

    def learn(profile: SiteProfile) -> bool:
        forgetting.start()
        forgetting.join(0.3)
        return True

    sites.change("gazette.example", learn)
    forgetting.join()
    assert sites.load("gazette.example") is None and sites.all() == []


def steps(path: str) -> Iterator[None]:
    return jobs.run(into.work, jobs.State(), {"path": path})


SOURCES = {
    "addresses": "title,url\nA,https://example.org/a\nB,https://example.org/b\n",
    "a saved page": works.page("ferry", picture=False),
    "a saved page of an address": f"<!-- saved from url=(0027){works.URL} -->{works.page('ferry', picture=False)}",
    "an export": None,
}


@pytest.mark.parametrize("source", SOURCES)
def test_what_two_import_at_once_comes_once(library: Path, tmp_path: Path, source: str) -> None:
    path = tmp_path / f"source.{'csv' if source == 'addresses' else 'json' if source == 'an export' else 'html'}"
    path.write_bytes((SOURCES[source] or "").encode() or exported())
    one, another = steps(str(path)), steps(str(path))
    next(one)  # it has looked for duplicates
    for _ in (*another, *one):
        pass
    found = list(repository.items())
    expected = 1 if "page" in source else 2
    assert len(found) == len({article.id for article in found}) == expected


def exported() -> bytes:
    """An export of two articles, which are deleted afterwards."""
    kept = [keep({PICTURE: PNG}, title="first").id, keep(title="second").id]
    state = jobs.State()
    for _ in jobs.run(out.work, state, {"format": "json", "items": kept}):
        pass
    repository.delete(kept)
    return Path(state.path or "").read_bytes()
