"""Connections to checked IP addresses, with an overall deadline.

A name is resolved once and the connection goes to the checked address, which prevents DNS rebinding. Certificates are
checked against the name.

The proxies of the environment (``https_proxy``, ``no_proxy`` …, or the system's settings) are used, as some networks
require one. A proxy resolves names itself, so only IP addresses, local names, and names that the local resolver knows
can be checked here. An unsupported kind of proxy is an error: a direct connection would reveal the user's address.
"""

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

_MAX_TRIED: Final = 4
"""Maximum number of a host's addresses to try."""
_LOCAL: Final = ("localhost", "local", "internal", "intranet", "lan", "home", "corp", "private", "home.arpa")


class Clock:
    """The remaining time of a request: ``read_timeout`` seconds for each wait, ``timeout`` in total."""

    def __init__(self, read_timeout: float, timeout: float) -> None:
        self.read_timeout = read_timeout
        self._timeout = timeout
        self._deadline = time.monotonic() + timeout

    def remaining(self) -> float:
        """Seconds that the next step may wait; raises `FetchError` after the deadline."""
        left = self._deadline - time.monotonic()
        if left <= 0:
            raise FetchError("slow", "took longer than {n} seconds", n=f"{self._timeout:.0f}")
        return min(left, self.read_timeout)

    @contextmanager
    def bounds(self, opened: socket.socket) -> Iterator[None]:
        """Shuts a socket down at the deadline, however slowly data arrives; its reader then sees the end."""
        timer = threading.Timer(self._deadline - time.monotonic(), _shut, [opened])
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()


def _shut(opened: socket.socket) -> None:
    with suppress(OSError):
        socket.socket.shutdown(opened, socket.SHUT_RDWR)  # without the TLS closure of an SSL socket


class Proxy(NamedTuple):
    """An HTTP proxy; ``authorization`` is the value of Proxy-Authorization."""

    host: str
    port: int
    authorization: str | None


def proxy_for(url: Url) -> Proxy | None:
    """The environment's proxy for ``url``; raises `FetchError` if it is not supported."""
    proxies = urllib.request.getproxies()
    proxy = proxies.get(url.scheme) or proxies.get("all")
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


def _private() -> FetchError:
    return FetchError("private", "leads to this computer or a private network")


def connect(url: Url, proxy: Proxy | None, policy: AddressPolicy, clock: Clock) -> HTTPConnection:
    """An open connection; raises `FetchError` and ``OSError``."""
    if proxy:
        _check_for_proxy(url, policy, clock)
        addresses = [(proxy.host, proxy.port)]
    else:
        addresses = [address for address in resolve(url, policy, clock) if policy.permits(*address)]
        if not addresses:
            raise _private()
    opened = _open(addresses, clock)
    try:
        if url.scheme == "https":
            if proxy:
                _tunnel(opened, proxy, url, clock)
            opened.settimeout(clock.remaining())
            opened = ssl.create_default_context().wrap_socket(opened, server_hostname=url.host)
    except BaseException:
        opened.close()
        raise
    connection = HTTPConnection(url.host, url.port)
    connection.sock = opened
    connection.sock.settimeout(clock.read_timeout)
    return connection


def resolve(url: Url, policy: AddressPolicy, clock: Clock) -> list[Sockaddr]:
    """The addresses of a host, resolved in a thread, as the system's resolver has no timeout."""
    answer: list[list[Sockaddr] | Exception] = []

    def run() -> None:
        try:
            answer.append(policy.resolve(url.host, url.port))
        except Exception as error:
            answer.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(clock.remaining())
    if not answer:
        raise FetchError("slow", "could not be fetched: its host was not found in time")
    if isinstance(answer[0], Exception):
        raise FetchError("unreachable", "could not be fetched: no such host") from answer[0]
    return answer[0]


def _check_for_proxy(url: Url, policy: AddressPolicy, clock: Clock) -> None:
    """Raises `FetchError` for a host that is not public, as far as the local resolver knows."""
    try:
        addresses = resolve(url, policy, clock)
    except FetchError as error:
        if error.reason != "unreachable":
            raise
        addresses = []  # the proxy may still resolve it
    host = url.host.rstrip(".")
    is_local = "." not in host or any(host == name or host.endswith(f".{name}") for name in _LOCAL)
    if not all(policy.permits(*address) for address in addresses) or (not addresses and is_local):
        raise _private()


def _open(addresses: list[Sockaddr], clock: Clock) -> socket.socket:
    """A socket to the first address that accepts; there is at least one."""
    failure = OSError()
    for address in addresses[:_MAX_TRIED]:
        try:
            return socket.create_connection(address, timeout=clock.remaining())
        except OSError as error:
            failure = error
    raise failure


def _tunnel(opened: socket.socket, proxy: Proxy, url: Url, clock: Clock) -> None:
    """Asks a proxy for a tunnel to the target; raises `FetchError` if it refuses."""
    request = f"CONNECT {url.host}:{url.port} HTTP/1.1\r\nHost: {url.host}:{url.port}\r\n"
    request += f"Proxy-Authorization: {proxy.authorization}\r\n" if proxy.authorization else ""
    opened.settimeout(clock.remaining())
    with clock.bounds(opened):
        opened.sendall(f"{request}\r\n".encode())
        answer = HTTPResponse(opened, method="CONNECT")
        answer.begin()
    if answer.status != 200:
        raise FetchError("proxy", "can't be fetched, because the proxy answered {status}", status=answer.status)
