"""GET, and nothing else: no cookies, no passwords, no cache; each redirect is judged like the first address."""

from __future__ import annotations

import http.client
import ssl
from collections.abc import Mapping
from contextlib import suppress
from email.message import Message
from typing import Final, NamedTuple

from jingdu import __version__
from jingdu.net import Unfetched
from jingdu.net.address_policy import PUBLIC, AddressPolicy
from jingdu.net.connection import Clock, connect
from jingdu.net.proxies import proxy_for
from jingdu.net.unpack import Unpacker
from jingdu.net.url import Url, parse, referer

_PIECE: Final = 64 * 1024
_MOVED: Final = frozenset({301, 302, 303, 307, 308})
AGENT: Final = f"Mozilla/5.0 (compatible; Jingdu/{__version__})"


class Limits(NamedTuple):
    """Bytes after unpacking; seconds without a byte, and in all; redirects."""

    largest: int
    silence: float = 20.0
    deadline: float = 60.0
    redirects: int = 5


class Answer(NamedTuple):
    data: bytes
    url: str
    """Where it was found, after redirects."""
    headers: Message


def get(
    address: str, limits: Limits, *, accept: str = "*/*", page: str | None = None, policy: AddressPolicy = PUBLIC
) -> Answer:
    """What stands at ``address``; raises `Unfetched`. ``page`` is where the address was read, for the Referer."""
    clock = Clock(limits.silence, limits.deadline)
    url = parse(address)
    try:
        for _ in range(limits.redirects + 1):
            answer = _ask(url, _headers(accept, page, url), limits.largest, policy, clock)
            if isinstance(answer, Answer):
                return answer
            url = answer
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise _unfetched(error, limits) from error
    raise Unfetched("redirects", "leads through too many redirects")


def _headers(accept: str, page: str | None, url: Url) -> dict[str, str]:
    headers = {"User-Agent": AGENT, "Accept": accept, "Accept-Encoding": "gzip, deflate", "Connection": "close"}
    source = referer(page, url)
    return headers | {"Referer": source} if source else headers


def _ask(url: Url, headers: Mapping[str, str], largest: int, policy: AddressPolicy, clock: Clock) -> Answer | Url:
    """The answer, or where it sends us."""
    connection = connect(url, policy, clock)
    try:
        target, extra = _target(url, policy)
        connection.request("GET", target, headers={"Host": url.authority, **headers, **extra})
        answer = connection.getresponse()
        if answer.status in _MOVED and (there := answer.headers.get("Location")):
            return _next(there, url)
        if answer.status != 200:
            raise Unfetched("status", _status(answer.status))
        return Answer(_body(answer, largest), str(url), answer.headers)
    finally:
        connection.end()


def _target(url: Url, policy: AddressPolicy) -> tuple[str, dict[str, str]]:
    """The target of the request and what a proxy adds to its headers."""
    proxy = proxy_for(url) if policy.proxies and url.scheme == "http" else None
    if proxy is None:
        return url.path, {}
    return str(url), {"Proxy-Authorization": proxy.authorization} if proxy.authorization else {}


def _next(location: str, url: Url) -> Url:
    """The address of a redirect; servers write it in UTF-8 where they should not."""
    with suppress(UnicodeError):
        location = location.encode("latin-1").decode("utf-8")
    return parse(location, url)


def _body(answer: http.client.HTTPResponse, largest: int) -> bytes:
    length = answer.length
    if length is not None and length > largest:
        raise Unfetched("large", f"is larger than {largest / 2**20:.3g} MiB")
    unpacker = Unpacker(answer.headers.get("Content-Encoding", ""), largest)
    while piece := answer.read1(_PIECE):
        unpacker.add(piece)
    if answer.length:
        raise Unfetched("broken", "came incomplete")
    return unpacker.end()


def _status(code: int) -> str:
    """What the status says, in the standard's words; a server's own could be anything."""
    return f"was answered with {code} {http.client.responses.get(code, '')}".rstrip()


def _unfetched(error: Exception, limits: Limits) -> Unfetched:
    """Why, in words: the system's reason where there is one, and a timeout has none."""
    if isinstance(error, TimeoutError):
        return Unfetched("slow", f"gave no answer within {limits.silence:.0f} seconds")
    if isinstance(error, ssl.SSLCertVerificationError):
        return Unfetched("unreachable", "has no valid certificate")
    if isinstance(error, http.client.HTTPException):
        return Unfetched("broken", "came incomplete or is no http")
    words = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return Unfetched("unreachable", f"could not be fetched: {str(words).rstrip('.')}")
