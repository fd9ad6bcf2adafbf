"""Addresses of pages and pictures, taken apart as browsers do, and the Referer that goes with them."""

from __future__ import annotations

import ipaddress
import re
from typing import Final, NamedTuple
from urllib.parse import quote, urljoin, urlsplit

from jingdu.net import Unfetched
from jingdu.net.address_policy import BLOCKED_PORTS, AddressPolicy, is_public
from jingdu.text.addresses import stripped

MAX_LENGTH: Final = 8000
"""Characters of an address."""
_NAME: Final = re.compile(r"[A-Za-z0-9_.-]{1,253}")
_NUMBER: Final = re.compile(r"(?:0x[0-9a-f]*|[0-9]+)\.?", re.IGNORECASE)
_V6: Final = re.compile(r"[0-9A-Fa-f:.]{2,45}")
_PORTS: Final = {"http": 80, "https": 443}


class Url(NamedTuple):
    """An http(s) address; ``host`` in ASCII without brackets, ``path`` with its query, as they go over the net."""

    scheme: str
    host: str
    port: int
    path: str

    def __str__(self) -> str:
        return f"{self.scheme}://{self.authority}{self.path}"

    @property
    def authority(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def origin(self) -> str:
        return f"{self.scheme}://{self.authority}"


def parse(address: str, base: Url | None = None) -> Url:
    """``address`` (which may be relative to ``base``); raises `Unfetched`. Names and passwords in it are left out."""
    address = stripped(address)
    if len(address) > MAX_LENGTH:
        raise Unfetched("address", f"is longer than {MAX_LENGTH} characters")
    try:
        parts = urlsplit(urljoin(str(base), address) if base else address)
        scheme, host, port = parts.scheme.lower(), parts.hostname, parts.port
    except ValueError:
        raise Unfetched("address", "is not a valid address") from None
    if scheme not in _PORTS or not host or "\\" in parts.netloc:
        raise Unfetched("address", "is not an http or https address")
    port = _PORTS[scheme] if port is None else port
    if port in BLOCKED_PORTS:
        raise Unfetched("address", f"names the port {port}, which is not used for web pages")
    return Url(scheme, _host(host), port, _path(parts.path, parts.query))


def referer(page: str | None, target: Url) -> str | None:
    """The Referer that a browser sends from ``page`` to ``target``: strict-origin-when-cross-origin."""
    try:
        source = parse(page) if page else None
    except Unfetched:
        return None
    if source is None or (source.scheme == "https" and target.scheme == "http"):
        return None
    return str(source) if source.origin == target.origin else f"{source.origin}/"


def _host(host: str) -> str:
    """A host in the form in which it is resolved; decimal, octal and hex writings of IPv4 become the usual one."""
    if ":" in host:
        if not _V6.fullmatch(host):  # a zone ("%eth0") too is refused here
            raise Unfetched("address", "is not a valid address")
        return host.lower()
    try:
        host = host if host.isascii() else host.encode("idna").decode()
    except UnicodeError:
        raise Unfetched("address", "is not a valid address") from None
    if not _NAME.fullmatch(host):
        raise Unfetched("address", "is not a valid address")
    return _ipv4(host.lower())


def _ipv4(host: str) -> str:
    """WHATWG URL's IPv4 parser: a host whose last part is a number is an IPv4 address, or none at all."""
    parts = host.removesuffix(".").split(".")
    if not _NUMBER.fullmatch(parts[-1]):
        return host
    try:
        numbers = [_number(part) for part in parts]
    except ValueError:
        numbers = []
    *leading, last = numbers or [256, 256]
    if len(numbers) > 4 or any(number > 255 for number in leading) or last >= 256 ** (5 - len(numbers)):
        raise Unfetched("address", "is not a valid address")
    whole = last + sum(number << 8 * (3 - place) for place, number in enumerate(leading))
    return ".".join(str(whole >> shift & 255) for shift in (24, 16, 8, 0))


def _number(part: str) -> int:
    if part.startswith("0x"):
        return int(part[2:] or "0", 16)
    return int(part, 8 if len(part) > 1 and part.startswith("0") else 10)


def _path(path: str, query: str) -> str:
    path, query = (quote(part, safe="!#$%&'()*+,/:;=?@[]~") for part in (path, query))
    return (path or "/") + (f"?{query}" if query else "")


def policy_for(typed: Url) -> AddressPolicy:
    """The public net, and this computer or a private address where the user typed just that.

    A name that merely leads there is refused, and so is a redirect to another local address.
    """

    def permits(address: str, port: int) -> bool:
        return is_public(address, fake=True) or (port == typed.port and _is_meant(typed.host, address))

    return AddressPolicy(permits=permits)


def _is_meant(host: str, address: str) -> bool:
    try:
        ip = ipaddress.ip_address(address)
        return ip.is_loopback if host == "localhost" else ip == ipaddress.ip_address(host)
    except ValueError:
        return False
