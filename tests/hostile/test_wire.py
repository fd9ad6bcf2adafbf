"""Fuzzed bytes, JSON and requests: each frame has exactly one valid reply, and no exception escapes."""

import json
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from jingdu import service
from jingdu.framing import MAX_FRAME
from jingdu.library import jobs, location, repository
from jingdu.storage.private import data
from tests.hostile import wire_mutations
from tests.hostile.wire_checks import check_answer, check_frames, check_stream, guarded

CORPUS = Path(__file__).with_name("corpus") / "wire"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A home outside of which this process cannot write."""
    for name in "HOME LOCALAPPDATA XDG_STATE_HOME XDG_DATA_HOME XDG_CACHE_HOME XDG_CONFIG_HOME TMPDIR".split():
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setenv("JINGDU_LIBRARY", "")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    service._deferred.clear()  # deferred work of earlier tests
    jobs.queue.clear()
    with guarded(tmp_path):
        yield


@pytest.mark.usefixtures("home")
def test_regression_corpus() -> None:
    streams = sorted(CORPUS.glob("*.bin"))
    assert streams
    for path in streams:
        check_stream(path.read_bytes())


LONG_REPLIES = {
    "one full frame": "a" * (MAX_FRAME - 2),
    "one byte more than a frame": "a" * (MAX_FRAME - 1),
    "10 MB of Chinese": "净读把网页变成文章。" * 350_000,
    "quotes": '"' * MAX_FRAME,
    "backslashes": "\\" * MAX_FRAME,
    "control characters": "".join(map(chr, range(32))) * 50_000,
    "truncated escapes": "\\u00" * 400_000,
}


@pytest.mark.parametrize("text", LONG_REPLIES.values(), ids=LONG_REPLIES.keys())
def test_a_reply_is_split_into_frames_below_the_limit(text: str) -> None:
    check_frames(json.dumps(text, ensure_ascii=False), 7)


HUGE_VALUES: dict[str, Callable[[int], Any]] = {
    "zeros": lambda count: [0] * count,
    "empty strings": lambda count: [""] * count,
    "strings": lambda count: [f"tag {number}" for number in range(count // 5)],
    "empty objects": lambda count: [{}] * (count // 5),
    "a string": lambda count: "净" * count,
    "a string of brackets": lambda count: "[(" * (count // 2),
    "a string of line breaks": lambda count: "\n" * count,
    "a nested list": lambda count: json.loads("[" * 900 + "]" * 900),
    "an object": lambda count: {str(number): number for number in range(count // 5)},
}


@pytest.mark.timeout(1800)
@pytest.mark.sample("a string")
@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("kind", HUGE_VALUES)
def test_huge_field_values_are_answered_in_time(long_run: bool, kind: str) -> None:
    """Each field of each golden request in turn gets a huge value."""
    value = HUGE_VALUES[kind](1_000_000 if long_run else 20_000)
    worst = 0.0
    for request in wire_mutations.GOLDEN:
        for parent, name in wire_mutations.places(request):
            if name in ("id", "action") or not isinstance(parent, dict):
                continue
            begun, before, parent[name] = time.process_time(), parent[name], value
            check_answer(json.dumps(request))
            parent[name] = before
            worst = max(worst, took := time.process_time() - begun)
            assert took < (60 if long_run else 20), f"{request['action']}.{name}"


SAVE = next(one for one in wire_mutations.GOLDEN if one["action"] == "save") | {
    "if_duplicate": "keep_both",
    "fetch_pictures": False,
}
RESET_EVERY = 250
"""Streams after which the library is reset, so that it stays small."""


def reset_library() -> tuple[str, ...]:
    """Resets the library to two articles, one of them in the trash; returns their ids."""
    jobs.queue.clear()
    Path(data(), "library.json").unlink(missing_ok=True)
    if location.folder().is_dir():
        repository.delete([item.id for trashed in (False, True) for item in repository.items(trashed=trashed)])
    for number in range(2):
        answer = check_answer(json.dumps(SAVE | {"url": f"https://example.org/{number}"}))
        if number:
            repository.trash([answer["result"]["item"]["id"]])
    return tuple(item.id for trashed in (False, True) for item in repository.items(trashed=trashed))


@pytest.mark.timeout(6 * 3600)
@pytest.mark.usefixtures("home")
def test_each_frame_of_a_mutated_stream_has_a_reply(monkeypatch: pytest.MonkeyPatch, long_run: bool) -> None:
    """Mutated golden requests about existing articles, from a fixed seed; a million streams with ``--long``."""
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)  # durability is not tested here
    random = Random(1)
    for number in range(1_000_000 if long_run else 160):
        if number % RESET_EVERY == 0:
            known = reset_library()
        stream = wire_mutations.stream(random, known)
        try:
            check_stream(stream)
        except Exception as error:
            raise AssertionError(f"stream {number}; add it to corpus/wire: {stream!r}") from error
