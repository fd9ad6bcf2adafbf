"""Any bytes, any JSON and any nearly valid request: exactly one valid reply each, never an exception."""

import json
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from jingdu import service
from jingdu.framing import MAX_FRAME
from jingdu.library import jobs, location, repository
from jingdu.storage.private import data
from tests.hostile import wire_mutations
from tests.hostile.wire_checks import Home, check_answer, check_frames, check_stream

CORPUS = Path(__file__).with_name("corpus") / "wire"
BOUNDED = settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture,
    HealthCheck.too_slow, HealthCheck.large_base_example, HealthCheck.data_too_large],
)  # fmt: skip


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Home]:
    """A home in which all is tried; nothing is written outside of it."""
    home = Home(tmp_path)
    for name, value in home.environment().items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    service._deferred.clear()  # what earlier tests of this process left to be done
    jobs.queue.clear()
    with home.guarded():
        yield home


FIELDS = st.sampled_from(wire_mutations.fields())
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(exclude_categories=())),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(FIELDS, inner, max_size=6),
    max_leaves=12,
)
ACTIONS = st.sampled_from([request["action"] for request in wire_mutations.GOLDEN])


REQUESTS = st.builds(
    lambda action, fields: {**fields, "action": action, "id": 1}, ACTIONS, st.dictionaries(FIELDS, JSON, max_size=8)
)


@BOUNDED
@given(message=JSON | REQUESTS)
def test_any_json_has_one_reply(home: Home, message: Any) -> None:
    check_answer(json.dumps(message))


def test_what_the_fuzzer_found_stays_repaired(home: Home) -> None:
    streams = sorted(CORPUS.glob("*.bin"))
    assert streams
    for path in streams:
        check_stream(path.read_bytes())


REPLIES = {
    "as long as a frame": "a" * (MAX_FRAME - 2),
    "one byte longer": "a" * (MAX_FRAME - 1),
    "10 MB of Chinese": "净读把网页变成文章。" * 350_000,
    "quotes": '"' * MAX_FRAME,
    "backslashes": "\\" * MAX_FRAME,
    "control characters": "".join(map(chr, range(32))) * 50_000,
    "escapes that look cut": "\\u00" * 400_000,
}


@pytest.mark.parametrize("text", REPLIES.values(), ids=REPLIES.keys())
def test_a_reply_arrives_whole_in_frames_below_the_limit(text: str) -> None:
    check_frames(json.dumps(text, ensure_ascii=False), 7)


MANY: dict[str, Callable[[int], Any]] = {
    "zeros": lambda count: [0] * count,
    "empty texts": lambda count: [""] * count,
    "texts": lambda count: [f"tag {number}" for number in range(count // 5)],
    "empty objects": lambda count: [{}] * (count // 5),
    "a text": lambda count: "净" * count,
    "a text of brackets": lambda count: "[(" * (count // 2),
    "a text of line breaks": lambda count: "\n" * count,
    "a nested list": lambda count: json.loads("[" * 900 + "]" * 900),
    "an object": lambda count: {str(number): number for number in range(count // 5)},
}


@pytest.mark.timeout(1800)
@pytest.mark.sample("a text")
@pytest.mark.parametrize("many", MANY)
def test_huge_field_values_are_answered_in_time(home: Home, long_run: bool, many: str) -> None:
    """Each field of each request in turn is very long; every reply comes in time."""
    value = MANY[many](1_000_000 if long_run else 20_000)
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
RENEWED = 250
"""Streams after which the library is emptied, so that it stays as small as at the beginning."""


def furnish() -> tuple[str, ...]:
    """Empties the library and puts two articles into it, one of them into the trash; their ids."""
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
def test_streams_drawn_from_a_seed_have_a_reply_for_each_frame(
    home: Home, monkeypatch: pytest.MonkeyPatch, long_run: bool
) -> None:
    """Nearly valid requests about existing articles; a million with ``--long``."""
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)  # what the disk does is not tried here
    random = Random(1)
    for number in range(1_000_000 if long_run else 160):
        if number % RENEWED == 0:
            known = furnish()
        stream = wire_mutations.stream(random, known)
        try:
            check_stream(stream)
        except Exception as error:
            raise AssertionError(f"stream {number}; add it to corpus/wire: {stream!r}") from error
