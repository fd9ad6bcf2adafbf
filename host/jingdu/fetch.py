"""The bytes of a web page, for ``jingdu read URL``: over http or https, within bounds of time and size."""

from __future__ import annotations

import http.client
import re
import time
import urllib.error
import urllib.request
import zlib
from typing import Any, Final, NamedTuple
from urllib.parse import quote, urlsplit, urlunsplit

from jingdu import __version__
from jingdu.commands import InputError

LARGEST: Final = 64 * 1024 * 1024
"""Bytes of a page, after decompression."""
SILENCE: Final = 20.0
"""Seconds without a byte after which a server is given up."""
DEADLINE: Final = 60.0
"""Seconds a page may take in all."""

_PIECE: Final = 64 * 1024
_READABLE: Final = re.compile(r"text/|application/(xhtml\+|[\w.+-]*\+)?xml", re.IGNORECASE)
_HEADERS: Final = {
    "User-Agent": f"Mozilla/5.0 (compatible; Jingdu/{__version__})",
    "Accept": "text/html,application/xhtml+xml;q=0.9,*/*;q=0.5",
    "Accept-Encoding": "gzip, deflate",
}


class Download(NamedTuple):
    data: bytes
    url: str
    """Where the page was found, after redirects."""
    charset: str | None
    """What the server says the bytes are written in."""


def fetch(url: str) -> Download:
    """The page at ``url``; raises `InputError`."""
    asked = urllib.request.Request(_ascii(url), headers=_HEADERS)
    try:
        with urllib.request.build_opener(_HttpOnly).open(asked, timeout=SILENCE) as answer:
            _check_kind(answer.headers.get_content_type(), url)
            data = _read(answer, answer.headers.get("Content-Encoding", ""), url)
            return Download(data, answer.url, answer.headers.get_content_charset())
    except urllib.error.HTTPError as error:
        raise InputError(_refusal(error.code, url)) from None
    except (OSError, http.client.HTTPException, ValueError, zlib.error) as error:
        raise InputError(f"{url} could not be fetched: {_reason(error)}.") from None


class _HttpOnly(urllib.request.HTTPRedirectHandler):
    """Follows redirects, but to no other kind of address: urllib would go on to ftp."""

    def redirect_request(self, req: Any, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> Any:
        return super().redirect_request(req, fp, code, msg, headers, _ascii(newurl))


def _ascii(url: str) -> str:
    """``url`` as it goes over the net: the host in IDNA, other characters in per cents."""
    try:
        parts = urlsplit(url.strip())
        if parts.scheme.lower() not in ("http", "https") or not parts.hostname:
            raise InputError(f"{url} is not an http or https address.")
        place = parts.hostname.encode("idna").decode() if not parts.netloc.isascii() else parts.netloc
        port = f":{parts.port}" if parts.port and not parts.netloc.isascii() else ""
    except ValueError:
        raise InputError(f"{url} is not a valid address.") from None
    path, query = (quote(part, safe="!#$%&'()*+,/:;=?@[]~") for part in (parts.path, parts.query))
    return urlunsplit((parts.scheme, place + port, path or "/", query, ""))


def _check_kind(kind: str, url: str) -> None:
    if not _READABLE.match(kind):
        raise InputError(f"{url} is not a web page but {kind}.")


def _read(answer: http.client.HTTPResponse, encoding: str, url: str) -> bytes:
    """The whole body, unpacked as it comes, so that a small answer can't grow without end."""
    unpack = _unpacker(encoding.strip().lower(), url)
    ends = time.monotonic() + DEADLINE
    data = bytearray()
    while piece := answer.read1(_PIECE):
        data += unpack(piece)
        if len(data) > LARGEST:
            raise InputError(f"The page at {url} is larger than {LARGEST // 2**20} MiB.")
        if time.monotonic() > ends:
            raise InputError(f"The page at {url} took longer than {DEADLINE:.0f} seconds.")
    return bytes(data)


def _unpacker(encoding: str, url: str) -> Any:
    if encoding in ("", "identity"):
        return bytes
    if encoding in ("gzip", "x-gzip"):
        inflate = zlib.decompressobj(16 + zlib.MAX_WBITS)
        return lambda piece: inflate.decompress(piece, LARGEST + 1)
    if encoding == "deflate":
        return _Deflate().decompress
    raise InputError(f"{url} came packed as {encoding}, which was not asked for.")


class _Deflate:
    """ "deflate" is zlib by the standard and bare deflate from many servers: the first byte tells."""

    def __init__(self) -> None:
        self._inflate: Any = None

    def decompress(self, piece: bytes) -> bytes:
        if self._inflate is None:
            self._inflate = zlib.decompressobj(zlib.MAX_WBITS if piece[0] & 0x0F == 8 else -zlib.MAX_WBITS)
        unpacked: bytes = self._inflate.decompress(piece, LARGEST + 1)
        return unpacked


def _refusal(code: int, url: str) -> str:
    """What the status says, in the standard's words; urllib's own are several lines long."""
    if 300 <= code < 400:
        return f"The redirects of {url} lead round in a circle or to no http or https address."
    return f"The server answered {code} {http.client.responses.get(code, '')}".rstrip() + f" for {url}."


def _reason(error: BaseException) -> str:
    """Why, in words: urllib wraps the system's own reason, and a timeout has none."""
    reason = getattr(error, "reason", None) or error
    if isinstance(reason, TimeoutError):
        return f"no answer within {SILENCE:.0f} seconds"
    text = getattr(reason, "strerror", None) or str(reason) or type(reason).__name__
    return str(text).rstrip(".")
