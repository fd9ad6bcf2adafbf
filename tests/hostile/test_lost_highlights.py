"""Highlights that are put, read or adopted while another process writes are not lost."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from jingdu import reading
from jingdu.handlers import highlights as asking
from jingdu.library import finding, highlights, repository, saving
from jingdu.library.index import close_all
from tests.hostile.faults import works
from tests.hostile.faults.works import ask
from tests.hostile.meanwhile import Other

PAGE = works.page("ferry")


@pytest.fixture(autouse=True)
def no_index_left(library: Path) -> Iterator[None]:
    yield
    close_all()


def marked(identity: str) -> highlights.Highlight:
    return highlights.parsed(works.highlight(identity))


def notes(article: str) -> list[str]:
    return [one.id for one in highlights.of(article, None)]


def test_a_highlight_put_while_its_page_is_saved_goes_to_the_article(
    library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Other(lambda: saving.keep(reading.read(PAGE, works.URL), PAGE, {}))
    other.after(monkeypatch, finding, "by_url")
    highlights.change(None, works.URL, [marked("first")], [])
    other.ends()
    (article,) = repository.items()
    assert notes(article.id) == ["first"]


def test_a_highlight_put_while_its_article_is_deleted_is_no_error(
    library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    article = saving.keep(reading.read(PAGE, works.URL), PAGE, {})
    other = Other(lambda: repository.delete([article.id]))
    other.after(monkeypatch, finding, "by_url")
    highlights.change(None, works.URL, [marked("first")], [])
    other.ends()
    assert not list(repository.items())


def test_highlights_written_while_damaged_ones_are_read_are_not_set_aside(
    library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = highlights.beside(works.URL)
    path.parent.mkdir(parents=True)
    path.write_text('[{"id": "half"}]', "utf-8")
    real = highlights.parsed

    def parsed(told: Any) -> highlights.Highlight:
        monkeypatch.setattr(highlights, "parsed", real)
        highlights.change(None, works.URL, [marked("first")], [])
        return real(told)

    monkeypatch.setattr(highlights, "parsed", parsed)
    highlights.of(None, works.URL)
    assert [one.id for one in highlights.load(path)] == ["first"]


def test_highlights_that_go_to_their_article_while_they_are_asked_for_are_told(
    library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    highlights.change(None, works.URL, [marked("first")], [])
    other = Other(lambda: saving.keep(reading.read(PAGE, works.URL), PAGE, {}))
    monkeypatch.setattr(asking, "_adopt", lambda request: None)  # there was no article yet
    other.after(monkeypatch, finding, "by_url")
    told = ask("highlights", url=works.URL)["result"]
    assert [one["id"] for one in told["highlights"]] == ["first"]
