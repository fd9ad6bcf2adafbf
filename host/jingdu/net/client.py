"""GET, and nothing else: no cookies, no passwords, no cache; each redirect is judged like the first address."""

from __future__ import annotations

import http.client
import ssl
import zlib
from collections.abc import Callable
from contextlib import closing, suppress
from email.message import Message
from typing import Any, Final, NamedTuple

from jingdu import __version__
from jingdu.net import FetchError
from jingdu.net.address_policy import PUBLIC, AddressPolicy, Url, parse, referer
from jingdu.net.connection import Clock, connect, proxy_for

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
    """What is at ``address``; raises `FetchError`. ``page`` is where the address was read, for the Referer.

    ``before`` is called with the address of each redirect, and may raise.
    """
    clock = Clock(limits.silence, limits.deadline)
    url = parse(address)
    try:
        for _ in range(limits.redirects + 1):
            headers = {"User-Agent": AGENT, "Accept": accept, "Accept-Encoding": "gzip, deflate", "Connection": "close"}
            if source := referer(page, url):
                headers["Referer"] = source
            answer = _ask(url, headers, limits.largest, policy, clock)
            if isinstance(answer, Answer):
                return answer
            before(str(answer))
            url = answer
    except (OSError, http.client.HTTPException, ValueError) as error:
        clock.left()
        raise _fetch_error(error, limits) from error
    raise FetchError("redirects", "leads through too many redirects")


def _ask(url: Url, headers: dict[str, str], largest: int, policy: AddressPolicy, clock: Clock) -> Answer | Url:
    """The answer, or the address that it redirects to."""
    proxy = proxy_for(url) if policy.proxies else None
    asked = url.path
    if proxy and url.scheme == "http":
        asked = str(url)
        headers |= {"Proxy-Authorization": proxy.authorization} if proxy.authorization else {}
    connection = connect(url, proxy, policy, clock)
    with closing(connection), clock.bounds(connection.sock):
        connection.request("GET", asked, headers={"Host": url.authority, **headers})
        with connection.getresponse() as answer:
            if answer.status in _MOVED and (there := answer.headers.get("Location")):
                with suppress(UnicodeError):  # servers write it in UTF-8 where they should not
                    there = there.encode("latin-1").decode("utf-8")
                return parse(there, url)
            if answer.status != 200:
                reason = http.client.responses.get(answer.status, "")  # a server's own words could be anything
                raise FetchError("status", f"was answered with {answer.status} {reason}".rstrip())
            return Answer(_body(answer, largest, clock), str(url), answer.headers)


def _body(answer: http.client.HTTPResponse, largest: int, clock: Clock) -> bytes:
    """All of a body; neither what comes nor what is in it may exceed ``largest`` bytes.

    All members of a gzip stream are read. What follows the end of a packed stream is no part of the body: it is
    counted and, as browsers do, ignored.
    """
    too_large = FetchError("large", f"is larger than {largest / 2**20:.3g} MiB")
    if answer.length is not None and answer.length > largest:
        raise too_large
    encoding = answer.headers.get("Content-Encoding", "").strip().lower()
    if encoding not in ("", "identity", "gzip", "x-gzip", "deflate"):
        raise FetchError("broken", f"came packed as {encoding[:40]}, which was not asked for")
    packed = _Packed(encoding.endswith("gzip")) if encoding not in ("", "identity") else None
    data = bytearray()
    received = 0
    while piece := answer.read1(_PIECE):
        received += len(piece)
        data += packed.unpacked(piece, largest + 1 - len(data)) if packed else piece
        if max(len(data), received) > largest:
            raise too_large
    clock.left()  # else what was shut would be whole
    if answer.length or (packed and packed.breaks_off):
        raise FetchError("broken", "came incomplete")
    return bytes(data)


def _fetch_error(error: Exception, limits: Limits) -> FetchError:
    """Why, in words: the system's reason where there is one, and a timeout has none."""
    if isinstance(error, TimeoutError):
        return FetchError("slow", f"gave no answer within {limits.silence:.0f} seconds")
    if isinstance(error, ssl.SSLCertVerificationError):
        return FetchError("unreachable", "has no valid certificate")
    if isinstance(error, http.client.HTTPException):
        return FetchError("broken", "came incomplete or is no http")
    words = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return FetchError("unreachable", f"could not be fetched: {str(words).rstrip('.')}")


class _Packed:
    """The stream of a packed body."""

    def __init__(self, is_gzip: bool) -> None:
        self._is_gzip = is_gzip
        self._members = 0
        self._inflate: Any = None
        self._ended = False

    @property
    def breaks_off(self) -> bool:
        return self._is_gzip if self._inflate is None else not self._inflate.eof

    def unpacked(self, piece: bytes, room: int) -> bytes:
        """What is in ``piece``, at most ``room`` bytes of it; raises `FetchError` where it isn't packed as was said."""
        data = b""
        while piece and not self._ended and len(data) < room:
            if (self._inflate is None or self._inflate.eof) and not self._begins(piece):
                break
            try:
                data += self._inflate.decompress(piece, room - len(data))
            except zlib.error as error:
                raise FetchError("broken", "is not packed as the server says") from error
            piece = self._inflate.unused_data
        return data

    def _begins(self, piece: bytes) -> bool:
        """Begins the stream, or another member of gzip's where ``piece`` is its beginning.

        "deflate" is zlib by the standard and bare deflate from many servers: the first byte shows which.
        """
        if self._members and (not self._is_gzip or piece[:2] != _MAGIC[: len(piece)]):
            self._ended = True
            return False
        self._members += 1
        if self._members > MAX_MEMBERS:
            raise FetchError("broken", f"came packed in more than {MAX_MEMBERS} parts")
        bare = -zlib.MAX_WBITS if piece[0] & 0x0F != 8 else zlib.MAX_WBITS
        self._inflate = zlib.decompressobj(_GZIP if self._is_gzip else bare)
        return True
