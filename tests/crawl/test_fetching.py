"""Lists of addresses over real HTTP: one request per host at a time, delays and robots.txt."""

import os
import signal
import socket
import subprocess
from functools import partial
from itertools import pairwise
from pathlib import Path
from threading import Event
from time import monotonic

import pytest

from jingdu.crawl import fetching
from jingdu.crawl.records import Record
from jingdu.net import client
from tests.crawl.made import COMMAND, extract, pages, rows
from tests.support import picture_sites
from tests.support.picture_sites import Slowly, moved, page
from tests.support.waiting import until

pytestmark = pytest.mark.usefixtures("no_proxy")
ROBOTS = b"User-agent: jingdu\nDisallow: /private\nUser-agent: *\nDisallow: /\n"


@pytest.fixture
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bypasses proxies for local addresses, in child processes too."""
    monkeypatch.setenv("no_proxy", "*")


def test_a_list_of_addresses_is_fetched_politely(tmp_path: Path) -> None:
    html = page(pages(1)[0].encode(), "text/html; charset=utf-8")
    slow = Slowly(html)
    answers: dict[str, picture_sites.Answering | bytes] = {
        **{f"/{at}": slow for at in range(4)},
        "/robots.txt": page(ROBOTS, "text/plain"),
        "/private/a": html,
        "/to-private": moved("/private/a"),
        "/moved": moved("/0"),
        "/file": page(b"%PDF-1.7", "application/pdf"),
    }
    names = ("0", "1", "2", "3", "private/a", "to-private", "moved", "file", "missing")
    with picture_sites.site(answers) as site, picture_sites.site({"/a": html}) as other:
        addresses = [f"{site.url}/{name}" for name in names] + [f"{other.url}/a", "http://127.0.0.1:1/", "no address"]
        (tmp_path / "list.txt").write_text("# addresses\n" + "\n".join(addresses))
        extract(tmp_path / "list.txt", "--out", tmp_path / "out", "--allow-private", "--delay", "0.5", "--workers", 1)
        assert slow.busiest == 1 and len(site.asked) == 10
        assert not [head for head in site.asked if "/private" in head.splitlines()[0]]
    found = {row["id"]: (row["fault"], row["status"]) for row in rows(tmp_path / "out")}
    expected: list[tuple[str | None, int | None]] = [(None, 200)] * 4 + [("robots", None)] * 2
    expected += [(None, 200), ("not_html", 200), ("http_status", 404), (None, 200)]
    expected += [("unfetched", None)] * 2
    assert found == dict(zip(addresses, expected, strict=True))


def test_a_private_address_of_a_list_is_refused(tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text("http://127.0.0.1:80/\n")
    command = (tmp_path / "list.txt", "--out", tmp_path / "out", "--workers")
    extract(*command, 1)
    assert [row["fault"] for row in rows(tmp_path / "out")] == ["unfetched"]
    extract(*command, 2, "--delay", 2)
    assert "begun with other" in extract(*command, 1, "--allow-private", code=3).stderr


def test_pages_outside_the_sample_are_not_fetched(tmp_path: Path) -> None:
    with picture_sites.site({}) as site:
        (tmp_path / "list.txt").write_text("".join(f"{site.url}/{at}\n" for at in range(100)))
        command = ("--allow-private", "--delay", "0", "--sample", "0.1", "--workers", 1)
        extract(tmp_path / "list.txt", "--out", tmp_path / "out", *command)
        assert 0 < len(rows(tmp_path / "out")) < 100
        assert len(site.asked) == 1 + len(rows(tmp_path / "out"))  # with robots.txt


def test_hosts_are_interleaved() -> None:
    addresses = [f"https://{host}.example/{at}" for host in "aab" for at in range(3)]
    found = [record.url for record in fetching.interleaved(Record(one, one) for one in addresses)]
    assert sorted(map(str, found)) == sorted(addresses)
    assert [one[8] for one in map(str, found)][:6] == list("ababab")


def test_a_slow_host_does_not_block_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "Limits", partial(client.Limits, read_timeout=300, timeout=300))
    answer = page(b"<p>a", "text/html")
    others_are_fetched, in_time = Event(), list[bool]()
    slow = Slowly(answer, lambda: in_time.append(others_are_fetched.wait(300)))

    def last(_head: bytes, connection: socket.socket) -> None:
        others_are_fetched.set()
        connection.sendall(answer)

    with picture_sites.site({"/": slow}) as site, picture_sites.site({"/": answer, "/last": last}) as other:
        slow_ones = [f"{site.url}/?{at}" for at in range(2 * fetching._THREADS)]
        addresses = [*slow_ones, *(f"{other.url}/?{at}" for at in range(100)), f"{other.url}/last"]
        found = list(fetching.fetched([Record(one, one) for one in addresses], 0, allow_private=True))
    assert all(in_time) and slow.busiest == 1
    assert [(record.id, record.fault) for record in found] == [(one, None) for one in addresses]


def test_a_redirect_target_gets_one_request_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = page(b"<p>a", "text/html")

    slow = Slowly(answer)
    with picture_sites.site({"/a": slow, "/robots.txt": page(ROBOTS, "text/plain"), "/private": answer}) as target:
        paths = {"/a": moved(f"{target.url}/a"), "/b": moved(f"{target.url}/private")}
        with picture_sites.site(paths) as one, picture_sites.site(paths) as two:
            monkeypatch.setattr(fetching, "WITH_FAKE", target.policy(one, two))
            addresses = [f"{site.url}/a?{at}" for at in range(10) for site in (one, two, target)] + [f"{one.url}/b"]
            found = list(fetching.fetched([Record(each, each) for each in addresses], 0))
        assert slow.busiest == 1 and len(target.asked) == 31
    assert [(record.id, record.fault) for record in found[:-1]] == [(each, None) for each in addresses[:-1]]
    assert {record.url for record in found[:2]} == {f"{target.url}/a"} and found[-1].fault == "robots"


def test_a_redirect_loop_between_hosts_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    with picture_sites.site({}) as one, picture_sites.site({}) as two:
        one.paths["/"], two.paths["/"] = moved(f"{two.url}/"), moved(f"{one.url}/")
        monkeypatch.setattr(fetching, "WITH_FAKE", one.policy(two))
        (record,) = fetching.fetched([Record("a", f"{one.url}/")], 0)
    assert record.fault == "unfetched"


def test_the_delay_follows_each_request_and_redirect() -> None:
    asked: list[float] = []

    def note(head: bytes, connection: socket.socket) -> None:
        asked.append(monotonic())
        connection.sendall(moved("/0") if b" /3 " in head else page(b"<p>a", "text/html"))

    with picture_sites.site({f"/{at}": note for at in range(4)}) as site:
        records = [Record(str(at), f"{site.url}/{at}") for at in range(4)]
        list(fetching.fetched(records, 0.3, allow_private=True))
    assert len(asked) == 5 and min(after - before for before, after in pairwise(asked)) >= 0.3


@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_does_not_wait_for_the_delay(tmp_path: Path) -> None:
    with picture_sites.site({f"/{at}": page(b"<p>a", "text/html") for at in range(3)}) as site:
        (tmp_path / "list.txt").write_text("".join(f"{site.url}/{at}\n" for at in range(3)))
        command = (*COMMAND, tmp_path / "list.txt", "--out", tmp_path / "out", "--allow-private", "--delay", "3000")
        run = subprocess.Popen(command, stderr=subprocess.PIPE)
        until(lambda: len(site.asked) == 2)  # robots.txt and the first page
        run.send_signal(signal.SIGINT)
        run.communicate(timeout=600)
        assert run.returncode == 130 and len(site.asked) == 2
