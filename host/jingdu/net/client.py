"""GET, and nothing else: no cookies, no passwords, no cache; each redirect is judged like the first address."""

from __future__ import annotations

import http.client
import ssl
import zlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from email.message import Message
from typing import Any, Final, NamedTuple

from jingdu import __version__
from jingdu.net import Unfetched
from jingdu.net.address_policy import PUBLIC, AddressPolicy
from jingdu.net.connection import Clock, connect
from jingdu.net.proxies import proxy_for
from jingdu.net.url import Url, parse, referer

_PIECE: Final = 64 * 1024
_MOVED: Final = frozenset({301, 302, 303, 307, 308})
MAX_MEMBERS: Final = 10_000
"""Members of one gzip stream (RFC 1952, 2.2); those of bgzip hold 64 KiB each."""
_GZIP: Final = 16 + zlib.MAX_WBITS
_MAGIC: Final = b"\x1f\x8b"
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
    address: str,
    limits: Limits,
    *,
    accept: str = "*/*",
    page: str | None = None,
    policy: AddressPolicy = PUBLIC,
    before: Callable[[str], None] = lambda _: None,
) -> Answer:
    """What is at ``address``; raises `Unfetched`. ``page`` is where the address was read, for the Referer.

    ``before`` is called with the address of each redirect, and may raise.
    """
    clock = Clock(limits.silence, limits.deadline)
    url = parse(address)
    try:
        for _ in range(limits.redirects + 1):
            answer = _ask(url, _headers(accept, page, url), limits.largest, policy, clock)
            if isinstance(answer, Answer):
                return answer
            before(str(answer))
            url = answer
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise _unfetched(error, limits) from error
    raise Unfetched("redirects", "leads through too many redirects")


def _headers(accept: str, page: str | None, url: Url) -> dict[str, str]:
    headers = {"User-Agent": AGENT, "Accept": accept, "Accept-Encoding": "gzip, deflate", "Connection": "close"}
    source = referer(page, url)
    return headers | {"Referer": source} if source else headers


def _ask(url: Url, headers: Mapping[str, str], largest: int, policy: AddressPolicy, clock: Clock) -> Answer | Url:
    connection = connect(url, policy, clock)
    try:
        target, extra = _target(url, policy)
        connection.request("GET", target, headers={"Host": url.authority, **headers, **extra})
        answer = connection.getresponse()
        if answer.status in _MOVED and (there := answer.headers.get("Location")):
            return _next(there, url)
        if answer.status != 200:
            reason = http.client.responses.get(answer.status, "")  # a server's own words could be anything
            raise Unfetched("status", f"was answered with {answer.status} {reason}".rstrip())
        return Answer(_body(answer, largest), str(url), answer.headers)
    finally:
        connection.end()


def _target(url: Url, policy: AddressPolicy) -> tuple[str, dict[str, str]]:
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


class Unpacker:
    """Takes the pieces of a body; neither what comes nor ``data``, what is in it, exceeds ``largest`` bytes.

    All members of a gzip stream are read. What follows the end of a packed stream is no part of the body: it is
    counted and, as browsers do, ignored.
    """

    def __init__(self, encoding: str, largest: int) -> None:
        encoding = encoding.strip().lower()
        if encoding not in ("", "identity", "gzip", "x-gzip", "deflate"):
            raise Unfetched("broken", f"came packed as {encoding[:40]}, which was not asked for")
        self.data = bytearray()
        self._largest = largest
        self._received = 0
        self._packed = encoding not in ("", "identity")
        self._is_gzip = encoding.endswith("gzip")
        self._inflate: Any = zlib.decompressobj(_GZIP) if self._is_gzip else None
        self._members = 1
        self._ended = False

    def add(self, piece: bytes) -> None:
        """Raises `Unfetched` where there is too much, or where the bytes are not what they were said to be."""
        self._received += len(piece)
        if self._packed:
            self._unpack(piece)
        else:
            self.data += piece
        if max(len(self.data), self._received) > self._largest:
            raise Unfetched("large", f"is larger than {self._largest / 2**20:.3g} MiB")

    def end(self) -> bytes:
        """All of it; raises `Unfetched` where the packed bytes broke off."""
        if self._packed and self._inflate is not None and not self._inflate.eof:
            raise Unfetched("broken", "came incomplete")
        return bytes(self.data)

    def _unpack(self, piece: bytes) -> None:
        """ "deflate" is zlib by the standard and bare deflate from many servers: the first byte shows which."""
        if self._inflate is None:
            self._inflate = zlib.decompressobj(zlib.MAX_WBITS if piece[0] & 0x0F == 8 else -zlib.MAX_WBITS)
        while piece and not self._ended and len(self.data) <= self._largest:
            if self._inflate.eof and not self._next_member(piece):
                self._ended = True
                return
            try:
                self.data += self._inflate.decompress(piece, self._largest + 1 - len(self.data))
            except zlib.error as error:
                raise Unfetched("broken", "is not packed as the server says") from error
            piece = self._inflate.unused_data

    def _next_member(self, piece: bytes) -> bool:
        """Begins another member where ``piece``, which follows one, is the beginning of one."""
        if not self._is_gzip or piece[:2] != _MAGIC[: len(piece)]:
            return False
        self._members += 1
        if self._members > MAX_MEMBERS:
            raise Unfetched("broken", f"came packed in more than {MAX_MEMBERS} parts")
        self._inflate = zlib.decompressobj(_GZIP)
        return True
