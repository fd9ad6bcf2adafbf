"""The pages a user reads teach their sites: after the answer, never of private windows, never when switched off."""

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from jingdu import service
from jingdu.sites import learning
from jingdu.sites.codec import profiles as store
from jingdu.storage import private
from tests.support.host_process import Port, golden
from tests.support.waiting import until

PAGE = golden("extract.request")
HTML: str = PAGE["html"]


@pytest.fixture(autouse=True)
def _learning(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The reader learns, here and in the hosts that are started."""
    monkeypatch.setenv("JINGDU_LEARN_SITES", "1")
    service._deferred.clear()
    yield
    service._deferred.clear()


def page(number: int) -> dict[str, Any]:
    """The request for another page of the site."""
    text = HTML.replace("城墙", f"{number} 号钟楼").replace("墙", f"第 {number} 处")
    return PAGE | {"id": number, "html": text, "url": f"https://example.org/{number}"}


def read(request: Any = PAGE) -> Any:
    """The reply of the service in this process, which then does what it does when it is idle."""
    reply, _ = service.answer(json.dumps(request))
    list(service.background_work())
    return json.loads(reply)


def learned() -> int:
    """How many pages of the golden page's site were learned."""
    profile = store.load("example.org")
    return int(profile.count) if profile else 0


def test_a_page_that_was_read_is_learned_when_the_host_is_idle(start: Callable[[], Port]) -> None:
    port = start()
    assert port.ask(PAGE)["ok"]
    until(lambda: learned() == 1)
    assert port.ask(page(3) | {"url": "https://www.example.org/another"})["ok"]
    until(lambda: learned() == 2)
    assert port.close() == (0, b"", b"")


@pytest.mark.parametrize(
    "fields",
    [
        {"private": True},
        {"private": None},
        {"url": None},
        {"url": "file:///x.html"},
        {"html": "<a href=x>y</a>"},
        {"html": ""},
    ],
    ids=["private", "not said", "no address", "no page of the web", "no article", "nothing"],
)
def test_other_pages_are_not_learned(fields: dict[str, Any]) -> None:
    read({name: value for name, value in (PAGE | fields).items() if value is not None or name == "url"})
    assert not os.path.exists(store.folder())


def test_nothing_is_learned_when_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JINGDU_LEARN_SITES", "0")
    assert read()["ok"]
    assert not os.path.exists(private.data())


def test_a_failure_is_logged_without_page_content(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(page: object) -> Iterator[None]:
        yield
        raise ValueError("secret text of a page")

    with monkeypatch.context() as failing:
        failing.setattr(learning, "remember", fail)
        read()
    read()
    assert store.load("example.org")
    from jingdu import logs

    noted = Path(logs.path()).read_text("utf-8")
    assert "error ValueError" in noted
    assert "secret" not in noted + "".join(capsys.readouterr())


def test_an_unwritable_folder_stops_nothing() -> None:
    Path(private.data()).parent.mkdir(parents=True)
    Path(private.data()).write_text("a file in its place")
    assert [read()["ok"] for _ in range(2)] == [True, True]


def test_the_host_ends_at_once_even_with_pages_left_to_learn(start: Callable[[], Port]) -> None:
    port = start()
    port.ask(PAGE)
    assert port.close() == (0, b"", b"")
