"""Race conditions: concurrent changes during a longer action are not lost, also those of editors without locks."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from jingdu.faults import Fault
from jingdu.library import indexed, item_files, jobs, names, repository, transaction
from jingdu.library.exporters import work as out
from jingdu.library.importers import work as into
from jingdu.library.topics import learned
from jingdu.protocol.items import Item
from jingdu.sites.codec import profiles as sites
from jingdu.sites.profile import SiteProfile
from jingdu.storage import atomic
from tests.hostile.faults import actions
from tests.support.library_items import PICTURE, PNG, content, keep


def test_interests_reset_during_learning_stay_reset(library: Path) -> None:
    for title in ("first", "second"):
        keep(title=title, read=True)
    index = indexed.opened()
    steps = learned.learn(index)
    next(steps)
    learned.reset(index)
    steps.close()
    assert learned._cached() == {}


@pytest.mark.parametrize("is_all", [False, True], ids=["one site", "all sites"])
def test_a_site_forgotten_during_learning_stays_forgotten(library: Path, is_all: bool) -> None:
    """The lock belongs to an open file, so it blocks threads as it blocks processes."""
    forgetting = threading.Thread(target=sites.forget_all if is_all else lambda: sites.forget("gazette.example"))

    def learn(profile: SiteProfile) -> bool:
        forgetting.start()
        forgetting.join(0.3)
        return True

    sites.change("gazette.example", learn)
    forgetting.join()
    assert sites.load("gazette.example") is None and sites.all() == []


def steps(path: str) -> Iterator[None]:
    return jobs.run(lambda state, _: into.import_from(state, Path(path)), jobs.State(), {})


SOURCES = {
    "addresses": "title,url\nA,https://example.org/a\nB,https://example.org/b\n",
    "a saved page": actions.page("ferry", picture=False),
    "a page with its address": f"<!-- saved from url=(0027){actions.URL} -->{actions.page('ferry', picture=False)}",
    "an export": None,
}


@pytest.mark.parametrize("source", SOURCES)
def test_concurrent_imports_add_each_article_once(library: Path, tmp_path: Path, source: str) -> None:
    path = tmp_path / f"source.{'csv' if source == 'addresses' else 'json' if source == 'an export' else 'html'}"
    path.write_bytes((SOURCES[source] or "").encode() or exported())
    one, another = steps(str(path)), steps(str(path))
    next(one)  # the search for duplicates is done
    for _ in (*another, *one):
        pass
    found = list(repository.items())
    expected = 1 if "page" in source else 2
    assert len(found) == len({article.id for article in found}) == expected


def exported() -> bytes:
    """Exports two articles and deletes them; returns the export."""
    kept = [keep({PICTURE: PNG}, title="first").id, keep(title="second").id]
    state = jobs.State()
    list(jobs.run(out.work, state, {"format": "json", "items": kept}))
    repository.delete(kept)
    return Path(state.path or "").read_bytes()


@pytest.fixture
def kept(library: Path) -> Item:
    return keep()


def article_of(item: Item) -> Path:
    return repository.folder_of(item.id) / "article.md"


def edit_before(monkeypatch: pytest.MonkeyPatch, step: str, item: Item, times: int = 1) -> None:
    """Simulates an editor that appends a line to the article before the first ``times`` calls of ``step``."""
    real, path, remaining = getattr(atomic, step), article_of(item), [times]

    def edited(*given: Any, **named: Any) -> Any:
        if remaining[0]:
            remaining[0] -= 1
            path.write_text(path.read_text("utf-8") + "my remark\n", "utf-8")
        return real(*given, **named)

    monkeypatch.setattr(atomic, step, edited)


CHANGES: dict[str, tuple[str, Callable[[str], object]]] = {
    "a mark": ("write_new", lambda item: repository.edit([item], {"favourite": True})),
    "a title": ("sync_tree", lambda item: repository.edit([item], {"title": "Another"})),
    "pictures": ("sync_tree", lambda item: repository.add_pictures(item, {PICTURE: PNG})),
}


@pytest.mark.parametrize(("step", "change"), CHANGES.values(), ids=CHANGES)
def test_a_concurrent_edit_survives_a_change(
    kept: Item, monkeypatch: pytest.MonkeyPatch, step: str, change: Callable[[str], object]
) -> None:
    edit_before(monkeypatch, step, kept)
    change(kept.id)
    assert "my remark" in article_of(kept).read_text("utf-8")
    now = repository.load(kept.id)
    assert now.favourite or now.title == "Another" or repository.read(kept.id, item_files.pictures) == {PICTURE: PNG}


def test_a_concurrent_edit_aborts_a_re_read(kept: Item, monkeypatch: pytest.MonkeyPatch) -> None:
    edit_before(monkeypatch, "sync_tree", kept)
    with pytest.raises(Fault, match="chosen or edited by hand"):
        repository.rewrite(kept.id, content("<p>Another text.</p>"), {})
    assert "my remark" in article_of(kept).read_text("utf-8")


def test_endless_concurrent_edits_report_a_busy_library(
    library: Path, kept: Item, monkeypatch: pytest.MonkeyPatch
) -> None:
    edit_before(monkeypatch, "sync_tree", kept, transaction._TRIES)
    with pytest.raises(Fault) as raised:
        repository.edit([kept.id], {"title": "Another"})
    assert raised.value.code == "library_busy"
    text = article_of(kept).read_text("utf-8")
    assert text.count("my remark") == transaction._TRIES and repository.load(kept.id).title == kept.title
    assert [path.name for path in library.iterdir()] == [kept.folder]
    assert not (library / kept.folder / names.PLACE).exists()
