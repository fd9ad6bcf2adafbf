"""GET requests without cookies, credentials or cache; every redirect is checked like the first address."""

import http.client
import ssl
import zlib
from collections.abc import Callable
from contextlib import closing, suppress
from email.message import Message
from typing import Any, Final, NamedTuple

from jingdu import __version__
from jingdu.i18n import system_message
from jingdu.net import FetchError
from jingdu.net.address_policy import PUBLIC, AddressPolicy, Url, parse, referer
from jingdu.net.connection import Clock, connect, proxy_for

_CHUNK: Final = 64 * 1024
_REDIRECTS: Final = frozenset({301, 302, 303, 307, 308})
MAX_REDIRECTS: Final = 5
MAX_MEMBERS: Final = 10_000
"""Maximum members of a gzip stream (RFC 1952, 2.2); bgzip writes members of 64 KiB."""
_GZIP: Final = 16 + zlib.MAX_WBITS
_MAGIC: Final = b"\x1f\x8b"
AGENT: Final = f"Mozilla/5.0 (compatible; Jingdu/{__version__})"


class Limits(NamedTuple):
    max_size: int
    """Maximum bytes, both before and after decompression."""
    read_timeout: float = 20.0
    """Seconds without a byte."""
    timeout: float = 60.0
    """Seconds in total."""


class Answer(NamedTuple):
    """A response with status 200."""

    data: bytes
    url: str
    """The final address, after redirects."""
    headers: Message


def get(
    address: str, limits: Limits, *, accept: str = "*/*", page: str | None = None, policy: AddressPolicy = PUBLIC,
    on_redirect: Callable[[str], None] = lambda _: None,
) -> Answer:  # fmt: skip
    """Requests ``address``; raises `FetchError`.

    ``page`` is the address of the page that links to it, for the Referer. ``on_redirect`` is called with the
    address of each redirect and may raise.
    """
    clock = Clock(limits.read_timeout, limits.timeout)
    url = parse(address)
    try:
        for _ in range(MAX_REDIRECTS + 1):
            headers = {"User-Agent": AGENT, "Accept": accept, "Accept-Encoding": "gzip, deflate", "Connection": "close"}
            if source := referer(page, url):
                headers["Referer"] = source
            answer = _request(url, headers, limits.max_size, policy, clock)
            if isinstance(answer, Answer):
                return answer
            on_redirect(str(answer))
            url = answer
    except (OSError, http.client.HTTPException, ValueError) as error:
        clock.remaining()
        raise _fetch_error(error, limits) from error
    raise FetchError("redirects", "leads through too many redirects")


def _request(url: Url, headers: dict[str, str], max_size: int, policy: AddressPolicy, clock: Clock) -> Answer | Url:
    """The answer, or the target of a redirect."""
    proxy = proxy_for(url)
    target = url.path
    if proxy and url.scheme == "http":
        target = str(url)
        headers |= {"Proxy-Authorization": proxy.authorization} if proxy.authorization else {}
    with closing(connect(url, proxy, policy, clock)) as connection, clock.bounds(connection.sock):
        connection.request("GET", target, headers={"Host": url.authority, **headers})
        with connection.getresponse() as answer:
            if answer.status in _REDIRECTS and (location := answer.headers.get("Location")):
                with suppress(UnicodeError):  # some servers send UTF-8
                    location = location.encode("latin-1").decode("utf-8")
                return parse(location, url)
            if answer.status != 200:
                reason = http.client.responses.get(answer.status, "")  # not the server's own text, which is untrusted
                raise FetchError("status", "returned {status}", status=f"{answer.status} {reason}".rstrip())
            return Answer(_body(answer, max_size, clock), str(url), answer.headers)


def _body(answer: http.client.HTTPResponse, max_size: int, clock: Clock) -> bytes:
    """The decompressed body.

    All members of a gzip stream are read. Bytes after the end of a compressed stream count against ``max_size`` but
    are ignored, as browsers do.
    """
    too_large = FetchError("large", "is larger than {n} MiB", n=f"{max_size / 2**20:.3g}")
    if answer.length is not None and answer.length > max_size:
        raise too_large
    encoding = answer.headers.get("Content-Encoding", "").strip().lower()
    if encoding not in ("", "identity", "gzip", "x-gzip", "deflate"):
        raise FetchError("broken", "is compressed as {encoding}, which was not requested", encoding=encoding[:40])
    decoder = _Decoder(encoding.endswith("gzip")) if encoding not in ("", "identity") else None
    data = bytearray()
    received = 0
    while chunk := answer.read1(_CHUNK):
        received += len(chunk)
        data += decoder.decode(chunk, max_size + 1 - len(data)) if decoder else chunk
        if max(len(data), received) > max_size:
            raise too_large
    clock.remaining()  # the data may have ended because `Clock.bounds` shut the socket down
    if answer.length or (decoder and decoder.is_incomplete):
        raise FetchError("broken", "was incomplete")
    return bytes(data)


def _fetch_error(error: Exception, limits: Limits) -> FetchError:
    """The `FetchError` for an exception of the network or of TLS."""
    if isinstance(error, TimeoutError):
        return FetchError("slow", "did not answer within {n} seconds", n=f"{limits.read_timeout:.0f}")
    if isinstance(error, ssl.SSLCertVerificationError):
        return FetchError("unreachable", "has no valid certificate")
    if isinstance(error, http.client.HTTPException):
        return FetchError("broken", "was not a complete HTTP response")
    words = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return FetchError("unreachable", "could not be fetched: {why}", why=system_message(str(words).rstrip(".")))


class _Decoder:
    """Decompresses gzip or deflate incrementally."""

    def __init__(self, is_gzip: bool) -> None:
        self._is_gzip = is_gzip
        self._members = 0
        self._decompressor: Any = None
        self._ended = False

    @property
    def is_incomplete(self) -> bool:
        return self._is_gzip if self._decompressor is None else not self._decompressor.eof

    def decode(self, chunk: bytes, limit: int) -> bytes:
        """At most ``limit`` bytes; raises `FetchError` for invalid data."""
        data = b""
        while chunk and not self._ended and len(data) < limit:
            if (self._decompressor is None or self._decompressor.eof) and not self._start(chunk):
                break
            try:
                data += self._decompressor.decompress(chunk, limit - len(data))
            except zlib.error as error:
                raise FetchError("broken", "is not compressed as its server says") from error
            chunk = self._decompressor.unused_data
        return data

    def _start(self, chunk: bytes) -> bool:
        """Starts the stream or the next gzip member; False if ``chunk`` is trailing garbage.

        "deflate" means zlib, but many servers send raw deflate: the first byte tells them apart.
        """
        if self._members and (not self._is_gzip or chunk[:2] != _MAGIC[: len(chunk)]):
            self._ended = True
            return False
        self._members += 1
        if self._members > MAX_MEMBERS:
            raise FetchError("broken", "is compressed in more than {n} parts", n=MAX_MEMBERS)
        deflate = -zlib.MAX_WBITS if chunk[0] & 0x0F != 8 else zlib.MAX_WBITS
        self._decompressor = zlib.decompressobj(_GZIP if self._is_gzip else deflate)
        return True
