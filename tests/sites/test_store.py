"""The profile files: privacy, atomicity, limits, safe names, recovery from damage."""

import json
import multiprocessing
import os
import sys
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from jingdu.sites import profile_of, settings, site_of
from jingdu.sites.codec import profiles as store, to_json
from jingdu.sites.learning import learn, learned_from
from jingdu.sites.profile import MAX_PAGES, MAX_TERMS, MAX_TEXTS, SiteProfile
from tests.support import small_site

posix = pytest.mark.skipif(os.name == "nt", reason="POSIX permissions")


@pytest.fixture(autouse=True)
def _nothing_learned(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(settings.VARIABLE, raising=False)


def learned(site: str, lang: str = "en") -> SiteProfile:
    learned = SiteProfile(site)

    def learn_all(profile: SiteProfile) -> bool:
        nonlocal learned
        learned = profile
        return all(learn(profile, page) for page in small_site.pages(lang))

    assert store.change(site, learn_all)
    return learned


def test_a_profile_is_stored() -> None:
    written = learned("gazette.example")
    assert store.load("gazette.example") == written
    assert written.count == 4
    assert profile_of("https://www.gazette.example/any") == written
    assert store.load("other.example") is None


def test_the_file_contains_no_words_of_a_page() -> None:
    learned("gazette.example")
    text = json.dumps(list(json.loads(Path(store.path("gazette.example")).read_text("utf-8")).values()))
    words = {word for page in small_site.pages("en") for block in page.blocks for word in block.text.lower().split()}
    assert not [word for word in words if len(word) > 3 and word in text and word not in "gazette.example"]


DAMAGE = {
    "empty": "",
    "truncated": '{"format": 1, "site": "x", "sal',
    "a list": "[]",
    "unknown format": '{"format": 99}',
    "missing fields": '{"format": 1, "site": "x", "salt": "y"}',
    "too deeply nested": "[" * 100_000,
    "too large": " " * 600_000,
}


@pytest.mark.parametrize("text", DAMAGE.values(), ids=DAMAGE.keys())
def test_a_damaged_profile_is_set_aside_and_relearned(text: str) -> None:
    learned("gazette.example")
    place = Path(store.path("gazette.example"))
    place.write_text(text, "utf-8")
    assert store.load("gazette.example") is None
    assert not place.exists()
    assert Path(f"{place}.damaged").read_text("utf-8") == text
    assert learned("gazette.example").count == 4


def test_the_oldest_site_is_dropped_beyond_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "max_sites", 3)
    for number in range(5):
        learned(f"{number}.example")
        os.utime(store.path(f"{number}.example"), ns=(number, number))
    assert {profile.site for profile in store.all()} == {"2.example", "3.example", "4.example"}


def _learn_some(numbers: range) -> None:
    for number in numbers:
        store.change("gazette.example", lambda profile, n=number: profile.add(n, (), {n: 1}, {n}) or True)


def test_concurrent_hosts_lose_no_page() -> None:
    context = multiprocessing.get_context("spawn" if sys.platform == "win32" else "fork")
    hosts = [context.Process(target=_learn_some, args=(range(at, 40, 2),)) for at in range(2)]
    for host in hosts:
        host.start()
    for host in hosts:
        host.join(600)
    assert [host.exitcode for host in hosts] == [0, 0]
    known = store.load("gazette.example")
    assert known and (known.count, len(known.pages), len(known.texts)) == (40, 40, 40)


NAMES = {
    "plain": ("example.org", "example.org.json"),
    "Windows device": ("con.example", "%63on.example.json"),
    "bare device name": ("nul", "%6eul.json"),
    "not a device": ("console.example", "console.example.json"),
    "parent folder": ("../x", "%2e.%2fx.json"),
    "IPv6": ("::1", "%3a%3a1.json"),
    "Chinese": ("例.cn", "%e4%be%8b.cn.json"),
    "hidden": (".x", "%2ex.json"),
}


@pytest.mark.parametrize(("site", "name"), NAMES.values(), ids=NAMES.keys())
def test_file_names_are_safe_on_every_platform(site: str, name: str) -> None:
    assert os.path.basename(store.path(site)) == name
    assert learned(site) == store.load(site)


@given(st.text(max_size=300))
def test_no_site_name_escapes_the_folder(site: str) -> None:
    name = store.path(site)
    assert os.path.dirname(name) == store.folder()
    assert len(os.path.basename(name).encode()) < 150
    assert os.path.basename(name).isascii()


@pytest.mark.parametrize(
    ("url", "site"),
    [
        ("https://www.example.org/a?b#c", "example.org"),
        ("http://News.Example.org:8080/", "news.example.org"),
        ("https://user:secret@example.org/", "example.org"),
        ("https://example.org./", "example.org"),
        ("file:///home/a/b.html", None),
        ("about:blank", None),
        ("data:text/html,x", None),
        ("https://", None),
        ("https://[::1", None),
        ("example.org", None),
        ("", None),
        (None, None),
    ],
)
def test_site_of(url: str | None, site: str | None) -> None:
    assert site_of(url) == site


def test_fragments_and_empty_pages_are_not_counted() -> None:
    from jingdu.page.parse import parse

    profile = SiteProfile("x")
    assert learn(profile, parse("<p>one", "https://e.example/a#top"))
    assert not learn(profile, parse("<p>one, edited", "https://e.example/a"))
    assert not learn(profile, parse("<body>", "https://e.example/empty"))
    assert profile.count == 1


def test_a_page_with_several_addresses_is_counted_once() -> None:
    from jingdu.page.parse import parse

    profile = learned_from("x", small_site.pages("en")[:2])
    again = parse(small_site.html("en", 0), "https://en.gazette.example/0.html?from=letter")
    another = small_site.page("en", 2)
    assert not learn(profile, again)
    assert learn(profile, another)
    assert profile.count == 3


def test_a_full_profile_is_halved_and_keeps_its_entropies() -> None:
    from jingdu.sites.profile import entropy

    profile = SiteProfile("x")
    for number in range(MAX_PAGES):
        profile.add(number, (), {0: 2, number + 1: 1}, {0, number + 1})
    assert profile.count == MAX_PAGES / 2
    assert len(profile.pages) == MAX_PAGES / 2
    assert entropy(*profile.terms[0], profile.count) == pytest.approx(1)
    assert profile.texts == {0: MAX_PAGES / 2}


def test_a_full_profile_keeps_the_most_frequent_terms() -> None:
    profile = SiteProfile("x")
    common = set(range(90_000, 90_010))
    for page in range(4):
        rare = range(page * 3000, (page + 1) * 3000)
        profile.add(page, (), dict.fromkeys([*common, *rare], 1), common | set(rare[:900]))
    assert common <= set(profile.terms) and common <= set(profile.texts)
    assert len(profile.terms) <= MAX_TERMS and len(profile.texts) <= MAX_TEXTS
    assert len(to_json(profile)) < 400_000


@pytest.mark.parametrize(
    ("result", "expected"), [("0", False), ("off", False), ("No ", False), ("1", True), ("on", True)]
)
def test_the_environment_variable_overrides_the_setting(
    result: str, expected: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.switch(on=not expected)
    monkeypatch.setenv(settings.VARIABLE, result)
    assert settings.learns() is expected


def test_learning_is_on_by_default() -> None:
    assert settings.learns()
    settings.switch(on=False)
    assert not settings.learns()
    settings.switch(on=True)
    assert settings.learns()


@pytest.mark.parametrize("text", ["", "[]", "{}", "no"], ids=["empty", "a list", "missing key", "invalid JSON"])
def test_an_unreadable_setting_turns_learning_off(text: str) -> None:
    settings.switch(on=True)
    Path(settings.path()).write_text(text, "utf-8")
    assert not settings.learns()
