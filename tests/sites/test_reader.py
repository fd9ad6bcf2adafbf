"""Site profiles learn from the pages that the user reads, except in private windows or when learning is off."""

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
    """Turns learning on, in this process and in hosts that the test starts."""
    monkeypatch.setenv("JINGDU_LEARN_SITES", "1")
    service._deferred.clear()
    yield
    service._deferred.clear()


def page(number: int) -> dict[str, Any]:
    """A request for another page of the site."""
    text = HTML.replace("城墙", f"{number} 号钟楼").replace("墙", f"第 {number} 处")
    return PAGE | {"id": number, "html": text, "url": f"https://example.org/{number}"}


def read(request: Any = PAGE) -> Any:
    """Sends a request to the service in this process, then runs its background work."""
    reply, _ = service.answer(json.dumps(request))
    list(service.background_work())
    return json.loads(reply)


def learned() -> int:
    """The number of learned pages of the site."""
    profile = store.load("example.org")
    return int(profile.count) if profile else 0


def test_a_page_is_learned_when_the_host_is_idle(start: Callable[[], Port]) -> None:
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
    ids=["private", "private not given", "no address", "file address", "no article", "empty"],
)
def test_other_pages_are_not_learned(fields: dict[str, Any]) -> None:
    read({name: value for name, value in (PAGE | fields).items() if value is not None or name == "url"})
    assert not os.path.exists(store.folder())


def test_no_page_is_learned_when_learning_is_off(monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_an_unwritable_folder_does_not_affect_reading() -> None:
    Path(private.data()).parent.mkdir(parents=True)
    Path(private.data()).write_text("a file in its place")
    assert [read()["ok"] for _ in range(2)] == [True, True]


def test_the_host_exits_even_if_pages_are_left_to_learn(start: Callable[[], Port]) -> None:
    port = start()
    port.ask(PAGE)
    assert port.close() == (0, b"", b"")
