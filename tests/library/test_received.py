"""Pictures that the browser sends: in parts, in any order, twice; bounded, and removed when no save uses them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from jingdu.library import uploads

TOKEN = "a0b1c2d3-token"
URL = "https://example.org/净.png"


@pytest.fixture(autouse=True)
def private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("jingdu.storage.private.data", lambda: str(tmp_path))
    return tmp_path


def test_parts_make_a_picture_in_any_order_and_twice() -> None:
    for part, data in ((1, b"b"), (0, b"a"), (1, b"b"), (2, b"c")):
        assert uploads.picture(TOKEN, URL) is None
        assert uploads.put_picture(TOKEN, URL, part, 3, data)
    assert uploads.picture(TOKEN, URL) == b"abc"


def test_limits_refuse_the_part_and_keep_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"MAX_PICTURE": 10, "MAX_PICTURES": 2, "MAX_OF_TOKEN": 15}.items():
        monkeypatch.setattr(uploads, name, value)
    assert uploads.put_picture(TOKEN, "a", 0, 2, b"x" * 8)
    assert not uploads.put_picture(TOKEN, "a", 1, 2, b"x" * 3), "larger than one picture may be"
    assert uploads.put_picture(TOKEN, "a", 1, 2, b"x" * 2)
    assert not uploads.put_picture(TOKEN, "b", 0, 1, b"x" * 6), "larger than all may be"
    assert uploads.put_picture(TOKEN, "b", 0, 1, b"x")
    assert not uploads.put_picture(TOKEN, "c", 0, 1, b"x"), "more than there may be"
    assert uploads.picture(TOKEN, "a") == b"x" * 10


def test_what_nobody_asked_for_is_gone_after_an_hour(private: Path) -> None:
    uploads.put_picture(TOKEN, URL, 0, 1, b"a")
    old = private / "received" / TOKEN
    os.utime(old, (0, old.stat().st_mtime - uploads.PICTURES.expires - 9))
    uploads.put_picture("other-token", URL, 0, 1, b"a")
    assert [path.name for path in (private / "received").iterdir()] == ["other-token"]


@pytest.mark.parametrize("token", ["../../etc", "short", "a/b/c/d/e/f", "x" * 65, "", "tok en token", "token\0token"])
def test_a_token_can_lead_nowhere(token: str, private: Path) -> None:
    assert not uploads.put_picture(token, URL, 0, 1, b"a")
    assert uploads.picture(token, URL) is None
    uploads.PICTURES.remove(token)
    assert list(private.iterdir()) == []
