"""Fetches a list of addresses: one request per host at a time, with a delay, respecting robots.txt (RFC 9309)."""

import time
from bisect import insort
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import closing
from datetime import UTC, datetime
from functools import lru_cache
from itertools import islice, zip_longest
from threading import Condition, Thread
from typing import Final, NamedTuple
from urllib.parse import urlsplit
from urllib.robotparser import RobotFileParser

from jingdu.crawl.records import MAX_BYTES, Record, checked
from jingdu.net import FetchError, client
from jingdu.net.address_policy import WITH_FAKE, AddressPolicy, parse, policy_for

ROBOTS_AGENT: Final = "Jingdu"
MAX_ROBOTS_BYTES: Final = 512 * 1024
"""RFC 9309 requires at least 500 KiB."""
_WINDOW: Final = 20_000
"""Number of addresses that `interleaved` reorders together."""
_THREADS: Final = 32
"""Concurrent requests, to different hosts."""
_AHEAD: Final = 1000
"""Maximum pages submitted but not yet yielded; large, so that a slow host does not block the others."""
_AHEAD_BYTES: Final = 64 * 2**20
"""Maximum bytes of fetched pages that wait for an earlier one."""
_MAX_HOSTS: Final = 10_000
"""Number of hosts for which robots.txt and the time of the last request are cached."""
_HTML: Final = "text/html,application/xhtml+xml;q=0.9"


class Moved(Exception):
    """A redirect to another address, which has to wait until its host is free; the message is the address."""


class Host:
    """The state of a host: its robots.txt, or why that could not be fetched, and when the next request is allowed."""

    def __init__(self) -> None:
        self.is_busy = False
        self.free_at = 0.0
        self.robots: RobotFileParser | FetchError | None = None


def interleaved(records: Iterator[Record]) -> Iterator[Record]:
    """Reorders records deterministically, so that records of the same host are far apart."""
    while window := list(islice(records, _WINDOW)):
        hosts: defaultdict[str, list[Record]] = defaultdict(list)
        for record in window:
            hosts[_host(record.url)].append(record)
        for each in zip_longest(*hosts.values()):
            yield from filter(None, each)


def fetched(records: Iterable[Record], delay: float, *, allow_private: bool = False) -> Iterator[Record]:
    """The records with their pages, or with faults, in order; arguments are those of `Fetcher`."""
    pending: deque[Future[Record]] = deque()
    with closing(Fetcher(delay, allow_private=allow_private)) as fetcher:
        for number, record in enumerate(records):
            pending.append(fetcher.submit(number, record))
            while pending and (pending[0].done() or len(pending) >= _AHEAD):
                yield fetcher.wait(pending.popleft())
        while pending:
            yield fetcher.wait(pending.popleft())


class _Task(NamedTuple):
    """A page to fetch; tasks are ordered by ``number``, the position of the record."""

    number: int
    record: Record
    url: str
    host: Host
    result: Future[Record]
    redirects: int = 0


class Fetcher:
    """Fetches pages in `_THREADS` threads, with delays and respecting robots.txt.

    No thread waits for a busy host, or for its delay, while there is a page of another host. A redirect becomes a new
    task; only redirects of a robots.txt are followed immediately.
    """

    def __init__(self, delay: float, *, allow_private: bool) -> None:
        """``delay``: seconds between two requests to a host; ``allow_private``: also fetch from private networks."""
        self._delay, self._allow_private = delay, allow_private
        self._hosts = lru_cache(_MAX_HOSTS)(lambda _: Host())
        self._changed = Condition()
        """Guards the attributes below and all hosts."""
        self._tasks: list[_Task] = []
        """Tasks that have not begun, by number."""
        self._running = 0
        self._waiting_bytes = 0
        self._is_closed = False
        for _ in range(_THREADS):
            Thread(target=self._work, daemon=True).start()

    def submit(self, number: int, record: Record) -> Future[Record]:
        """Queues a page; the future returns its record."""
        with self._changed:
            url = record.url or ""
            task = _Task(number, record, url, self._hosts(_host(url)), Future())
            self._tasks.append(task)
            self._changed.notify()
        return task.result

    def wait(self, result: Future[Record]) -> Record:
        record = result.result()
        with self._changed:
            self._waiting_bytes -= len(record.data)
            self._changed.notify()
        return record

    def close(self) -> None:
        """Ends the threads, without waiting for them."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()

    def _work(self) -> None:
        while task := self._next():
            moved = None
            try:
                record = self._get(task)
                with self._changed:
                    self._waiting_bytes += len(record.data)
                task.result.set_result(record)
            except Moved as error:
                moved = str(error)
            except BaseException as error:
                task.result.set_exception(error)
            with self._changed:
                self._running -= 1
                task.host.is_busy = False
                if moved is not None:
                    host = self._hosts(_host(moved))
                    insort(self._tasks, task._replace(url=moved, host=host, redirects=task.redirects + 1))

    def _next(self) -> _Task | None:
        """Waits for a task whose host is free, and returns the first; None after `close`."""
        with self._changed:
            while not self._is_closed:
                now = time.monotonic()
                idle = [task for task in self._allowed() if not task.host.is_busy]
                if task := next((task for task in idle if task.host.free_at <= now), None):
                    self._tasks.remove(task)
                    self._running += 1
                    task.host.is_busy = True
                    self._changed.notify()  # for another thread, which takes the next task
                    return task
                self._changed.wait(min((task.host.free_at - now for task in idle), default=None))
        return None

    def _allowed(self) -> Sequence[_Task]:
        """The tasks that may begin: all; but if too many bytes wait, only the first, while none is running."""
        if self._waiting_bytes < _AHEAD_BYTES:
            return self._tasks
        return () if self._running else self._tasks[:1]

    def _get(self, task: _Task) -> Record:
        """The record with its page, or with a fault; raises `Moved`."""
        record = task.record._replace(time=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"))
        try:
            return self._page(record, task)
        except FetchError as error:
            return record._replace(status=_status(error), fault=_FAULTS.get(error.reason, "unfetched"))

    def _page(self, record: Record, task: _Task) -> Record:
        """The record with its page, if robots.txt allows it; raises `Moved` and `FetchError`."""
        # redirects to other private addresses are refused
        policy = policy_for(parse(task.record.url or "")) if self._allow_private else WITH_FAKE
        host = task.host
        host.robots = host.robots or self._robots(task.url, policy)
        if isinstance(host.robots, FetchError):
            raise host.robots
        if not host.robots.can_fetch(ROBOTS_AGENT, task.url):
            return record._replace(fault="robots")

        def move(url: str) -> None:
            if task.redirects == client.MAX_REDIRECTS:
                raise FetchError("redirects", "leads through too many redirects")
            raise Moved(url)

        try:
            answer = client.get(task.url, client.Limits(MAX_BYTES), accept=_HTML, policy=policy, on_redirect=move)
        finally:
            host.free_at = time.monotonic() + max(self._delay, float(host.robots.crawl_delay(ROBOTS_AGENT) or 0))
        charset = answer.headers.get_content_charset()
        page = record._replace(url=answer.url, status=200, charset=charset, data=answer.data)
        return checked(page, answer.headers.get_content_type())

    def _robots(self, url: str, policy: AddressPolicy) -> RobotFileParser | FetchError:
        """The host's robots.txt; without one everything is allowed, after a server error nothing."""
        parts = urlsplit(url)
        address = f"{parts.scheme}://{parts.netloc}/robots.txt"
        try:
            answer = client.get(address, client.Limits(MAX_ROBOTS_BYTES), policy=policy)
            rules = answer.data.decode("utf-8", "replace").splitlines()
        except FetchError as error:
            status = _status(error)
            if status is None:
                return error
            rules = [] if status < 500 else ["User-agent: *", "Disallow: /"]
        robots = RobotFileParser()
        robots.parse(rules)
        return robots


_FAULTS: Final = {"status": "http_status", "large": "page_too_large"}


def _status(error: FetchError) -> int | None:
    return int(str(error.values["status"])[:3]) if error.reason == "status" else None


def _host(url: str | None) -> str:
    try:
        return urlsplit(url or "").netloc.lower()
    except ValueError:
        return ""
