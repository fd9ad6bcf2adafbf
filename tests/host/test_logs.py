"""The log: rotated, for the user only, without a word of what was read, and never in the way."""

from __future__ import annotations

from pathlib import Path

import pytest

from jingdu import logs
from tests.support.host_process import Port, golden


@pytest.fixture(autouse=True)
def state(own_home: Path) -> Path:
    """The folder that the log is in."""
    return Path(logs.folder())


def test_it_is_rotated_and_the_oldest_goes(state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "LARGEST", 100)
    for number in range(20):
        logs.note(f"event {number:02} " + "x" * 100)
    assert sorted(path.name for path in state.iterdir()) == ["host.log", "host.log.1", "host.log.2"]
    newest = [(state / name).read_text().split()[3] for name in ("host.log", "host.log.1", "host.log.2")]
    assert newest == ["19", "18", "17"]


def test_an_error_is_logged_by_type_and_place_without_its_message(
    state: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        int("a secret from the page")
    except ValueError as error:
        logs.failure(error)
    text = (state / "host.log").read_text()
    assert "error ValueError at test_logs.py:" in text
    assert "secret" not in text + capsys.readouterr().err


def test_nothing_of_a_page_is_in_the_log(port: Port, tmp_path: Path) -> None:
    page = golden("extract.request") | {"url": "https://user:pw@example.org/private?token=hidden"}
    port.ask(page)
    port.ask(page | {"extractor": "秘密"})
    port.ask(page | {"action": "秘密"})
    _, _, stderr = port.close()
    folder = Path(str(logs.folder()))
    text = "".join(path.read_text(encoding="utf-8") for path in folder.iterdir()) + stderr.decode()
    assert "request 2: ok" in text
    for secret in ("城墙", "example.org", "hidden", "秘密", "private"):
        assert secret not in text


def test_a_host_that_cannot_write_a_log_answers(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("a file where the home should be")
    with Port(blocked) as port:
        assert port.ask(golden("hello.request")) == golden("hello.reply")
        assert port.close() == (0, b"", b"")
