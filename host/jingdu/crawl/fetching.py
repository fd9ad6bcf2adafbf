"""Fetches a list of addresses: one request per host at a time, with a delay, respecting robots.txt (RFC 9309)."""

import re
import time
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import UTC, datetime
from functools import lru_cache
from itertools import islice, zip_longest
from threading import BoundedSemaphore, Event, Lock
from typing import Final, NamedTuple
from urllib.parse import urlsplit
from urllib.robotparser import RobotFileParser

from jingdu.crawl.records import MAX_BYTES, Record, checked
from jingdu.net import FetchError, client
from jingdu.net.address_policy import WITH_FAKE, AddressPolicy, parse, policy_for

AGENT: Final = "Jingdu"
"""Product token in robots.txt."""
MAX_ROBOTS: Final = 512 * 1024
"""Bytes of a robots.txt; RFC 9309 requires at least 500 KiB."""
_WINDOW: Final = 20_000
"""Addresses that are interleaved at once."""
_THREADS: Final = 32
"""Concurrent requests, to different hosts."""
_AHEAD: Final = 1000
"""Pages fetched, being fetched or waiting for an earlier one, so that a slow host does not block the others."""
_AHEAD_BYTES: Final = 64 * 2**20
"""Bytes of fetched pages that wait for an earlier one."""
_MAX_HOSTS: Final = 10_000
"""Hosts whose robots.txt and last request are remembered."""
_HTML: Final = "text/html,application/xhtml+xml;q=0.9"


class Fetch(NamedTuple):
    delay: float = 1.0
    """Seconds between two requests to a host."""
    private: bool = False
    """Whether to allow addresses of private networks."""


class Forbidden(Exception):
    """robots.txt disallows the address."""


class Host:
    """The state of a host: its robots.txt, or why that could not be fetched, and when the next request is allowed."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.free_at = 0.0
        self.robots: RobotFileParser | FetchError | None = None


def interleaved(records: Iterator[Record]) -> Iterator[Record]:
    """Reorders records deterministically, so that those of a host are far apart."""
    while window := list(islice(records, _WINDOW)):
        hosts: defaultdict[str, list[Record]] = defaultdict(list)
        for record in window:
            hosts[_host(record.url)].append(record)
        for each in zip_longest(*hosts.values()):
            yield from filter(None, each)


def fetched(records: Iterable[Record], fetch: Fetch) -> Iterator[Record]:
    """The records with their pages, or with faults, in order."""
    fetcher = Fetcher(fetch)
    pending: deque[Future[Record]] = deque()
    threads, unfetched = ThreadPoolExecutor(_THREADS, "fetch"), BoundedSemaphore(2 * _THREADS)
    try:
        for record in records:
            unfetched.acquire()
            pending.append(threads.submit(fetcher.get, record))
            pending[-1].add_done_callback(lambda _: unfetched.release())
            while pending and (pending[0].done() or _is_full(pending)):
                yield pending.popleft().result()
        while pending:
            yield pending.popleft().result()
    finally:
        fetcher.closed.set()
        threads.shutdown(wait=False, cancel_futures=True)


def _is_full(pending: deque[Future[Record]]) -> bool:
    size = sum(len(future.result().data) for future in pending if future.done())
    return len(pending) >= _AHEAD or size >= _AHEAD_BYTES


class Fetcher:
    """Fetches pages with delays and by robots.txt; thread-safe."""

    def __init__(self, fetch: Fetch) -> None:
        self._fetch = fetch
        self._hosts = lru_cache(_MAX_HOSTS)(lambda _: Host())
        self._lock = Lock()
        self.closed = Event()
        """Ends waiting and fetching when it is set."""

    def get(self, record: Record) -> Record:
        """The record with its page, or with a fault."""
        url = record.url or ""
        record = record._replace(time=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"))
        try:
            return self._get(record, url)
        except Forbidden:
            return record._replace(fault="robots")
        except FetchError as error:
            return record._replace(status=_status(error), fault=_FAULTS.get(error.reason, "unfetched"))

    def _host(self, url: str) -> Host:
        with self._lock:
            return self._hosts(_host(url))

    def _get(self, record: Record, url: str) -> Record:
        host = self._host(url)
        with host.lock:
            self._check(url)
            if self.closed.wait(max(0.0, host.free_at - time.monotonic())):
                raise InterruptedError
            try:
                answer = client.get(
                    url, client.Limits(MAX_BYTES), accept=_HTML, policy=self._policy(url), before=self._check
                )
            finally:
                host.free_at = time.monotonic() + self._delay(host)
        charset = answer.headers.get_content_charset()
        page = record._replace(url=answer.url, status=200, charset=charset, data=answer.data)
        return checked(page, answer.headers.get_content_type())

    def _policy(self, url: str) -> AddressPolicy:
        return policy_for(parse(url)) if self._fetch.private else WITH_FAKE

    def _check(self, url: str) -> None:
        """Raises `Forbidden`, or why robots.txt could not be fetched."""
        host = self._host(url)
        host.robots = host.robots or self._robots(url)
        if isinstance(host.robots, FetchError):
            raise host.robots
        if not host.robots.can_fetch(AGENT, url):
            raise Forbidden

    def _robots(self, url: str) -> RobotFileParser | FetchError:
        """The host's robots.txt; without one everything is allowed, after a server error nothing."""
        parts = urlsplit(url)
        address = f"{parts.scheme}://{parts.netloc}/robots.txt"
        try:
            answer = client.get(address, client.Limits(MAX_ROBOTS), policy=self._policy(address))
            rules = answer.data.decode("utf-8", "replace").splitlines()
        except FetchError as error:
            status = _status(error)
            if status is None:
                return error
            rules = [] if status < 500 else ["User-agent: *", "Disallow: /"]
        robots = RobotFileParser()
        robots.parse(rules)
        return robots

    def _delay(self, host: Host) -> float:
        delay = host.robots.crawl_delay(AGENT) if isinstance(host.robots, RobotFileParser) else None
        return max(self._fetch.delay, float(delay or 0))


_FAULTS: Final = {"status": "http_status", "large": "page_too_large"}


def _status(error: FetchError) -> int | None:
    found = re.search(r"\b[1-5]\d\d\b", error.words) if error.reason == "status" else None
    return int(found[0]) if found else None


def _host(url: str | None) -> str:
    try:
        return urlsplit(url or "").netloc.lower()
    except ValueError:
        return ""
