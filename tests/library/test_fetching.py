"""Fetches pictures from real servers: concurrent, limited in size and time, and cancellable."""

import socket
import threading
from contextlib import suppress
from pathlib import Path

from jingdu.library.fetching import Collected, Limits, fetch
from tests.support.picture_sites import Site, Slowly, moved, page, site
from tests.support.pictures import jpeg, png

LIMITS = Limits(Limits().picture._replace(read_timeout=60, timeout=60), total_timeout=120)


def collect(served: Site, folder: Path, paths: list[str], limits: Limits = LIMITS, at: str | None = None) -> Collected:
    *_, last = fetch([served.url + path for path in paths], at, folder, limits=limits, policy=served.policy())
    return Collected(
        {address.removeprefix(served.url): name for address, name in last.stored.items()},
        {address.removeprefix(served.url): why for address, why in last.missing.items()},
        last.total,
    )


def test_pictures_are_stored_and_failures_reported(tmp_path: Path) -> None:
    paths = {
        "/png": page(png()),
        "/same": page(png()),
        "/wrongly-typed": page(jpeg(), kind="text/html"),
        "/moved": moved("/png"),
        "/html": page(b"<!doctype html><p>Log in first", kind="image/png"),
        "/svg": page(b"<svg/>", kind="image/svg+xml"),
        "/bomb": page(png(60_000, 60_000)),
        "/short": page(png(), Content_Length="9999"),
        "/private": moved("http://192.168.1.1/router.png"),
    }
    with site(paths) as served:
        result = collect(served, tmp_path, [*paths, "/missing"])
    assert set(result.stored) == {"/png", "/same", "/wrongly-typed", "/moved"}
    assert result.stored["/png"] == result.stored["/same"] == result.stored["/moved"]
    assert {path.name for path in tmp_path.iterdir()} == set(result.stored.values())
    assert result.missing == {
        "/html": "no_picture", "/svg": "vector", "/bomb": "huge", "/short": "broken", "/private": "private",
        "/missing": "status",
    }  # fmt: skip
    assert len(result.stored) + len(result.missing) == result.total == 10


def test_a_rejected_referer_is_omitted_in_a_retry(tmp_path: Path) -> None:
    def reject_referer(head: bytes, connected: socket.socket) -> None:
        connected.sendall(page(b"", status="403 Forbidden") if b"Referer" in head else page(png()))

    with site({"/a": reject_referer}) as served:
        assert collect(served, tmp_path, ["/a"], at="http://b.example/story?key").stored
        assert "Referer: http://b.example/\r\n" in served.asked[0]


def test_a_broken_connection_is_retried_once(tmp_path: Path) -> None:
    times: list[int] = []

    def fail_first(_head: bytes, connected: socket.socket) -> None:
        times.append(1)
        connected.sendall(page(png()) if len(times) == 2 else b"")

    with site({"/a": fail_first}) as served:
        assert collect(served, tmp_path, ["/a"]).stored


def test_pictures_beyond_the_limit_are_not_fetched(tmp_path: Path) -> None:
    with site({f"/{n}": page(png(shade=n)) for n in range(6)}) as served:
        result = collect(served, tmp_path, [f"/{n}" for n in range(6)], LIMITS._replace(max_pictures=4))
    assert set(result.stored) == {"/0", "/1", "/2", "/3"}
    assert result.missing == {"/4": "many", "/5": "many"}


def test_the_total_size_is_bounded(tmp_path: Path) -> None:
    size = len(png(40, 40))
    with site({f"/{n}": page(png(40, 40, n)) for n in range(9)}) as served:
        limits = LIMITS._replace(max_total=3 * size, workers=1)
        result = collect(served, tmp_path, [f"/{n}" for n in range(9)], limits)
    assert 3 <= len(result.stored) <= 5
    assert set(result.missing.values()) == {"all_large"}


def test_the_total_time_is_bounded(tmp_path: Path) -> None:
    stop = threading.Event()

    def slow(_head: bytes, connected: socket.socket) -> None:
        with suppress(OSError):
            while not stop.wait(0.05):
                connected.sendall(b"H")

    limits = Limits(Limits().picture._replace(read_timeout=600, timeout=600), total_timeout=0.5)
    with site({f"/{n}": slow for n in range(20)}) as served:
        result = collect(served, tmp_path, [f"/{n}" for n in range(20)], limits)
    stop.set()  # Python waits for these threads at exit
    assert result.missing == {f"/{n}": "all_slow" for n in range(20)}


def test_concurrent_requests_are_limited(tmp_path: Path) -> None:
    barrier = threading.Barrier(3)
    waiting = Slowly(page(png()), lambda: barrier.wait(300))
    with site({f"/{n}": waiting for n in range(9)}) as served:
        limits = Limits(Limits().picture._replace(read_timeout=300, timeout=300), total_timeout=600, workers=3)
        assert len(collect(served, tmp_path, [f"/{n}" for n in range(9)], limits).stored) == 9
        assert waiting.busiest == 3


def test_fetching_can_be_cancelled(tmp_path: Path) -> None:
    with site({f"/{n}": page(png(shade=n)) for n in range(50)}) as served:
        work = fetch([f"{served.url}/{n}" for n in range(50)], None, tmp_path, limits=LIMITS, policy=served.policy())
        first = next(work)
        work.close()
        asked = len(served.asked)
        assert len(first.stored) + len(first.missing) < 50
        assert asked < 50
    assert all(path.suffix == ".png" for path in tmp_path.iterdir())


def test_steps_are_short_while_a_server_is_silent(tmp_path: Path) -> None:
    """The host answers requests between steps."""
    release = threading.Event()

    def silent(_head: bytes, connected: socket.socket) -> None:
        release.wait(300)
        connected.sendall(page(png()))

    with site({"/a": silent}) as served:
        limits = Limits(Limits().picture._replace(read_timeout=300, timeout=300), total_timeout=300)
        work = fetch([f"{served.url}/a"], None, tmp_path, limits=limits, policy=served.policy())
        for _ in range(5):
            assert next(work)[:2] == ({}, {})
        release.set()
        *_, last = work
        assert len(last.stored) == 1
