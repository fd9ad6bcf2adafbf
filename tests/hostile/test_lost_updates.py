"""Nothing that another process writes at the worst moment is lost, and nothing is written twice."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from jingdu import reading
from jingdu.__main__ import main
from jingdu.library import finding, indexed, jobs, place, repository, saving
from jingdu.library.exporters import work as out
from jingdu.library.importers import work as into
from jingdu.library.index import close_all
from jingdu.library.topics import learned
from jingdu.protocol.items import Item
from jingdu.sites import store as sites
from jingdu.sites.profile import SiteProfile
from tests.hostile.faults import works
from tests.hostile.faults.works import ask
from tests.hostile.meanwhile import Other
from tests.support.library_items import PICTURE, PNG, keep

PAGE = works.page("ferry")


@pytest.fixture(autouse=True)
def no_index_left(library: Path) -> Iterator[None]:
    yield
    close_all()


@pytest.fixture
def read_badly(library: Path) -> Item:
    """An article whose page says more than was kept of it."""
    less = reading.read(works.page("ferry", 4), works.URL)
    return repository.save(saving.describe(less, PAGE), saving.content(less, PAGE), {})


def test_pictures_that_come_while_an_article_is_read_again_stay(
    read_badly: Item, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = "https://example.org/ferry.png"
    other = Other(lambda: repository.add_pictures(read_badly.id, {address: PNG}))
    other.before(monkeypatch, repository, "rewrite")
    assert saving.re_read(read_badly)
    other.ends()
    assert repository.pictures(read_badly.id) == {address: PNG} and 'src="assets/' in repository.body(read_badly.id)


def test_an_article_that_is_replaced_while_its_page_is_read_again_is_the_new_one(
    read_badly: Item, monkeypatch: pytest.MonkeyPatch
) -> None:
    newer = works.page("rope")
    article = reading.read(newer, works.URL)
    other = Other(lambda: saving.keep(article, newer, {}, replaces=read_badly.id))
    other.after(monkeypatch, reading, "read")
    saving.re_read(read_badly)
    assert repository.page(read_badly.id) == newer and "rope" in repository.body(read_badly.id)


def test_a_text_that_its_user_chose_since_the_list_was_made_is_not_read_again(read_badly: Item) -> None:
    article = reading.read(works.page("ferry", 3), works.URL)
    chosen = saving.describe(article, PAGE)._replace(extractor=saving.SELECTION)
    repository.save(chosen, saving.content(article, PAGE), {}, replaces=read_badly.id)
    with pytest.raises(saving.Fault, match="chosen or edited by hand"):
        saving.re_read(read_badly)


def test_settings_that_two_change_at_once_are_both_changed(library: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = Other(lambda: place.change(interests=False), Path(place._file()))
    other.after(monkeypatch, place, "settings")
    place.change(fetch_pictures=False)
    other.ends()
    found = place.settings()
    assert (found.interests, found.fetch_pictures) == (False, False)


def test_interests_that_are_forgotten_while_they_are_learned_are_not_written_again(library: Path) -> None:
    for title in ("first", "second"):
        keep(title=title, read=True)
    index = indexed.opened()
    steps = learned.learn(index)
    next(steps)
    learned.reset(index)
    steps.close()
    assert learned._known() == {}


def test_a_site_that_is_forgotten_while_a_page_of_it_is_learned_is_forgotten(library: Path) -> None:
    """It is another open file that waits for the lock, so a thread is as good as a process."""
    forgetting = threading.Thread(target=sites.forget, args=["gazette.example"])

    def learn(profile: SiteProfile) -> bool:
        forgetting.start()
        forgetting.join(0.3)  # it is done, or waits for us
        return True

    sites.change("gazette.example", learn)
    forgetting.join()
    assert sites.load("gazette.example") is None


def test_all_sites_that_are_forgotten_while_a_page_is_learned_are_forgotten(library: Path) -> None:
    forgetting = threading.Thread(target=sites.forget_all)

    def learn(profile: SiteProfile) -> bool:
        forgetting.start()
        forgetting.join(0.3)
        return True

    sites.change("gazette.example", learn)
    forgetting.join()
    assert sites.sites() == []


def steps(**options: Any) -> Iterator[None]:
    return jobs.run(into.work, jobs.State(), options)


LISTS = {
    "addresses": "title,url\nA,https://example.org/a\nB,https://example.org/b\n",
    "a saved page": works.page("ferry", picture=False),
    "a saved page of an address": f"<!-- saved from url=(0027){works.URL} -->{works.page('ferry', picture=False)}",
    "an export": None,
}


@pytest.mark.parametrize("source", LISTS)
def test_what_two_import_at_once_comes_once(library: Path, tmp_path: Path, source: str) -> None:
    path = tmp_path / f"source.{'csv' if source == 'addresses' else 'json' if source == 'an export' else 'html'}"
    if told := LISTS[source]:
        path.write_text(told, "utf-8")
    else:
        kept = [keep({PICTURE: PNG}, title="first").id, keep(title="second").id]
        state = jobs.State()
        for _ in jobs.run(out.work, state, {"format": "json", "items": kept}):
            pass
        path.write_bytes(Path(state.path or "").read_bytes())
        repository.delete(kept)
    one, another = steps(path=str(path)), steps(path=str(path))
    next(one)  # it has looked at what is there
    for _ in (*another, *one):
        pass
    found = list(repository.items())
    expected = 1 if "page" in source else 2
    assert len(found) == len({article.id for article in found}) == expected


def saved(**fields: Any) -> Any:
    return ask("save", html=PAGE, url=works.URL, fetch_pictures=False, **fields)["result"]


def test_a_page_that_two_browsers_save_at_once_is_asked_about(library: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = Other(lambda: saving.keep(reading.read(PAGE, works.URL), PAGE, {}))
    other.after(monkeypatch, finding, "near_duplicates")
    told = saved()
    assert told["item"] is None and told["duplicate"]
    assert len(list(repository.items())) == 1


def test_a_page_that_a_browser_saves_at_the_same_time_is_not_saved_by_the_command(
    library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "page.html"
    file.write_text(PAGE, "utf-8")
    other = Other(lambda: saving.keep(reading.read(PAGE, works.URL), PAGE, {}))
    other.after(monkeypatch, finding, "by_url")
    assert main(["save", str(file), "--url", works.URL, "--no-pictures"]) == 1
    assert "already has this article" in capsys.readouterr().out
    assert len(list(repository.items())) == 1
