"""A connection to an address that was judged, in which nothing may last longer than its deadline.

The name is resolved once; what is judged is what is connected to, so a name that changes its
address in between (DNS rebinding) gains nothing. Certificates are checked against the name.

The proxies of the environment (``https_proxy``, ``no_proxy`` …, or the system's settings) are used, because many can
reach nothing without one. A proxy resolves names itself, so the address connected to can't be seen; what can be judged
here is: hosts written as numbers, names that mean this computer or its network, and every name that the local resolver
knows. A proxy of a kind that we can't speak with is a refusal: a connection without it would show the user's address.
"""

from __future__ import annotations

import base64
import socket
import ssl
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPResponse
from typing import Final, NamedTuple
from urllib.parse import unquote, urlsplit

from jingdu.net import FetchError
from jingdu.net.address_policy import AddressPolicy, Sockaddr, Url

_PRIVATE: Final = "leads to this computer or a private network"
_MAX_TRIED: Final = 4
"""Addresses of one name that are tried."""
_LOCAL: Final = ("localhost", "local", "internal", "intranet", "lan", "home", "corp", "private", "home.arpa")


class Clock:
    """The remaining time: ``silence`` seconds for each wait, ``deadline`` for everything."""

    def __init__(self, silence: float, deadline: float) -> None:
        self.silence = silence
        self._deadline = deadline
        self._ends = time.monotonic() + deadline

    def left(self) -> float:
        """Seconds that the next step may wait; raises `FetchError` when the time is over."""
        left = self._ends - time.monotonic()
        if left <= 0:
            raise FetchError("slow", f"took longer than {self._deadline:.0f} seconds")
        return min(left, self.silence)

    @contextmanager
    def bounds(self, opened: socket.socket) -> Iterator[None]:
        """Shuts a socket when the time is over, so that slow drips gain nothing: its reader is at the end then."""
        timer = threading.Timer(self._ends - time.monotonic(), _shut, [opened])
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()


def _shut(opened: socket.socket) -> None:
    with suppress(OSError):
        socket.socket.shutdown(opened, socket.SHUT_RDWR)  # of an SSL socket too


class Proxy(NamedTuple):
    host: str
    port: int
    authorization: str | None


def proxy_for(url: Url) -> Proxy | None:
    """The proxy that the environment wants for ``url``; raises `FetchError` where it can't be used."""
    known = urllib.request.getproxies()
    proxy = known.get(url.scheme) or known.get("all")
    if not proxy or urllib.request.proxy_bypass(url.host):
        return None
    parts = urlsplit(proxy if "://" in proxy else f"http://{proxy}")
    try:
        port = parts.port or 80
    except ValueError:
        port = 0
    if parts.scheme != "http" or not parts.hostname or not port:
        raise FetchError("proxy", "can't be fetched, because only a proxy of the kind http://HOST:PORT can be used")
    user = f"{unquote(parts.username or '')}:{unquote(parts.password or '')}"
    authorization = f"Basic {base64.b64encode(user.encode()).decode()}" if parts.username is not None else None
    return Proxy(parts.hostname, port, authorization)


def connect(url: Url, proxy: Proxy | None, policy: AddressPolicy, clock: Clock) -> HTTPConnection:
    """A connection that is open; raises `FetchError`, ``OSError``."""
    if proxy:
        _judge_for_proxy(url, policy, clock)
        opened = _through(proxy, url, clock)
    else:
        permitted = [where for where in resolve(url, policy, clock) if policy.permits(*where)]
        if not permitted:
            raise FetchError("private", _PRIVATE)
        opened = _open(permitted, policy, clock)
    connection = HTTPConnection(url.host, url.port)
    connection.sock = _secure(opened, url, clock)
    connection.sock.settimeout(clock.silence)
    return connection


def resolve(url: Url, policy: AddressPolicy, clock: Clock) -> list[Sockaddr]:
    """The addresses of a host. The system's resolver knows no deadline, so it works in a thread of its own."""
    answer: list[list[Sockaddr] | Exception] = []

    def ask() -> None:
        try:
            answer.append(policy.resolve(url.host, url.port))
        except Exception as error:
            answer.append(error)

    thread = threading.Thread(target=ask, daemon=True)
    thread.start()
    thread.join(clock.left())
    if not answer:
        raise FetchError("slow", "could not be fetched: its host was not found in time")
    if isinstance(answer[0], Exception):
        raise FetchError("unreachable", "could not be fetched: no such host") from answer[0]
    return answer[0]


def _judge_for_proxy(url: Url, policy: AddressPolicy, clock: Clock) -> None:
    """Raises for a host that would lead nowhere public, as far as it can be known without the proxy."""
    try:
        known = resolve(url, policy, clock)
    except FetchError as error:
        if error.reason != "unreachable":
            raise
        known = []  # in such networks only the proxy may know the names
    host = url.host.rstrip(".")
    is_local = "." not in host or any(host == name or host.endswith(f".{name}") for name in _LOCAL)
    if not all(policy.permits(*where) for where in known) or (not known and is_local):
        raise FetchError("private", _PRIVATE)


def _open(addresses: list[Sockaddr], policy: AddressPolicy, clock: Clock) -> socket.socket:
    """A socket to the first address that answers; who is at its other end is judged again."""
    failure: OSError | None = None
    for where in addresses[:_MAX_TRIED]:
        try:
            opened = socket.create_connection(where, timeout=clock.left())
        except OSError as error:
            failure = error
            continue
        peer = opened.getpeername()
        if policy.permits(str(peer[0]), int(peer[1])):
            return opened
        opened.close()
        raise FetchError("private", _PRIVATE)
    raise failure or OSError("no address")


def _secure(opened: socket.socket, url: Url, clock: Clock) -> socket.socket:
    if url.scheme == "http":
        return opened
    opened.settimeout(clock.left())
    try:
        return ssl.create_default_context().wrap_socket(opened, server_hostname=url.host)
    except BaseException:
        opened.close()
        raise


def _through(proxy: Proxy, url: Url, clock: Clock) -> socket.socket:
    """A socket to a proxy: for https a tunnel, in which the certificate will be the target's own."""
    opened = socket.create_connection((proxy.host, proxy.port), timeout=clock.left())
    try:
        if url.scheme == "https":
            _tunnel(opened, proxy, url, clock)
    except BaseException:
        opened.close()
        raise
    return opened


def _tunnel(opened: socket.socket, proxy: Proxy, url: Url, clock: Clock) -> None:
    """Asks the proxy for a way through; it answers with a status, and then with the target's own bytes."""
    asking = f"CONNECT {url.host}:{url.port} HTTP/1.1\r\nHost: {url.host}:{url.port}\r\n"
    asking += f"Proxy-Authorization: {proxy.authorization}\r\n" if proxy.authorization else ""
    opened.settimeout(clock.left())
    with clock.bounds(opened):
        opened.sendall(f"{asking}\r\n".encode())
        answer = HTTPResponse(opened, method="CONNECT")
        answer.begin()
    if answer.status != 200:
        raise FetchError("proxy", f"can't be fetched, because the proxy answered {answer.status}")
