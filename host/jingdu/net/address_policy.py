"""Parses addresses as browsers do, and decides to which IP addresses connections are allowed.

A page may name any address for its pictures, but only globally reachable ones are permitted: not this computer, private
networks or reserved ranges. The tables are IANA's special-purpose registries (RFC 6890 and its successors). An IPv6
address that embeds an IPv4 one (mapped, 6to4, NAT64) is judged by the latter, an ISATAP one (RFC 5214) by both; one
with a zone (``fe80::1%eth0``) is refused.

``198.18.0.0/15`` is reserved for benchmarks, but fake-IP proxies resolve every name into it, so a setting allows it.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable
from typing import Final, NamedTuple
from urllib.parse import quote, urljoin, urlsplit

from jingdu.net import FetchError
from jingdu.text.addresses import MAX_ADDRESS, stripped

_NAME: Final = re.compile(r"[A-Za-z0-9_.-]{1,253}")
_NUMBER: Final = re.compile(r"(?:0x[0-9a-f]*|[0-9]+)\.?", re.I)
_V6: Final = re.compile(r"[0-9A-Fa-f:.]{2,45}")
_PORTS: Final = {"http": 80, "https": 443}
Sockaddr = tuple[str, int]
"""IP address and port."""

_FAKE: Final = ipaddress.ip_network("198.18.0.0/15")
_NOT_PUBLIC: Final = tuple(ipaddress.ip_network(network) for network in (
    "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 "
    "192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.51.100.0/24 203.0.113.0/24 "
    "224.0.0.0/4 240.0.0.0/4 2001::/23 2001:db8::/32 2620:4f:8000::/48 3fff::/20"
).split())  # fmt: skip
_GLOBAL: Final = ipaddress.IPv6Network("2000::/3")
"""IPv6 global unicast addresses."""
_NAT64: Final = ipaddress.IPv6Network("64:ff9b::/96")
_ISATAP: Final = frozenset({0x0000_5EFE, 0x0200_5EFE})
"""Prefixes of the IPv4 address in the interface identifier of an ISATAP address."""

BLOCKED_PORTS: Final = frozenset(int(port) for port in (
    "0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123 "
    "135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993 "
    "995 1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080"
).split())  # fmt: skip
"""Bad ports, which browsers block too (WHATWG Fetch, "port blocking")."""


class Url(NamedTuple):
    """An http(s) address: ``host`` in ASCII without brackets, ``path`` percent-encoded and with its query."""

    scheme: str
    host: str
    port: int
    path: str

    def __str__(self) -> str:
        return f"{self.scheme}://{self.authority}{self.path}"

    @property
    def authority(self) -> str:
        """The host, in brackets if it is IPv6, and the port unless it is the default."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def origin(self) -> str:
        return f"{self.scheme}://{self.authority}"


def parse(address: str, base: Url | None = None) -> Url:
    """Parses ``address``, which may be relative to ``base``, ignoring user names and passwords; raises `FetchError`."""
    address = stripped(address)
    if len(address) > MAX_ADDRESS:
        raise FetchError("address", "is longer than {n} characters", n=MAX_ADDRESS)
    try:
        parts = urlsplit(urljoin(str(base), address) if base else address)
        scheme, port = parts.scheme.lower(), parts.port
        if scheme not in _PORTS or not parts.hostname or "\\" in parts.netloc:
            raise FetchError("address", "is not an http or https address")
        port = _PORTS[scheme] if port is None else port
        if port in BLOCKED_PORTS:
            raise FetchError("address", "names the port {port}, which is not used for web pages", port=port)
        host = _host(parts.hostname)
    except (ValueError, OSError):
        raise FetchError("address", "is not a valid address") from None
    path, query = (quote(part, safe="!#$%&'()*+,/:;=?@[]~") for part in (parts.path, parts.query))
    return Url(scheme, host, port, (path or "/") + (f"?{query}" if query else ""))


def referer(page: str | None, target: Url) -> str | None:
    """The Referer by the policy strict-origin-when-cross-origin, the default of browsers."""
    try:
        source = parse(page) if page else None
    except FetchError:
        return None
    if source is None or (source.scheme == "https" and target.scheme == "http"):
        return None
    return str(source) if source.origin == target.origin else f"{source.origin}/"


def _host(host: str) -> str:
    """A host in ASCII; decimal, octal and hexadecimal IPv4 addresses become dotted.

    Raises ``ValueError`` or ``OSError`` if it is invalid.
    """
    is_v6 = ":" in host
    name = host if host.isascii() or is_v6 else host.encode("idna").decode()
    if not (_V6 if is_v6 else _NAME).fullmatch(name):  # a zone ("%eth0") does not match
        raise ValueError(name)
    return name.lower() if is_v6 else _ipv4(name.lower())


def _ipv4(host: str) -> str:
    """WHATWG URL's IPv4 parser: a host whose last part is a number is an IPv4 address or invalid (``OSError``)."""
    import socket

    name = re.sub(r"\b0x(?=\.|\Z)", "0", host.removesuffix("."))
    return socket.inet_ntoa(socket.inet_aton(name)) if _NUMBER.fullmatch(name.rpartition(".")[2]) else host


def policy_for(typed: Url) -> AddressPolicy:
    """A policy that permits public addresses, and the private address that the user typed literally.

    Names that resolve to private addresses and redirects to other ones are refused.
    """

    def permits(address: str, port: int) -> bool:
        if (public := is_public(address, fake=True)) or port != typed.port:
            return public
        try:
            ip = ipaddress.ip_address(address)
            return ip.is_loopback if typed.host == "localhost" else ip == ipaddress.ip_address(typed.host)
        except ValueError:
            return False

    return AddressPolicy(permits=permits)


def is_public(address: str, *, fake: bool = False) -> bool:
    """Whether an IPv4 or IPv6 address is globally reachable; ``fake`` allows 198.18.0.0/15."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return False
    if isinstance(ip, ipaddress.IPv4Address):
        return _is_public(ip, fake)
    number = int(ip)
    last = ipaddress.IPv4Address(number & 0xFFFFFFFF)
    embedded = ip.ipv4_mapped or ip.sixtofour or (last if ip in _NAT64 else None)
    if ip.scope_id or (embedded is None and ip not in _GLOBAL):
        return False
    return _is_public(embedded or ip, fake) and (number >> 32 & 0xFFFFFFFF not in _ISATAP or _is_public(last, fake))


def _is_public(ip: ipaddress.IPv4Address | ipaddress.IPv6Address, fake: bool) -> bool:
    return fake if ip in _FAKE else not any(ip in network for network in _NOT_PUBLIC)


def _system(host: str, port: int) -> list[Sockaddr]:
    import socket

    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys((str(address[0]), port) for *_, address in found))


class AddressPolicy(NamedTuple):
    """How names are resolved, and to which addresses connections are allowed."""

    permits: Callable[[str, int], bool] = lambda address, _port: is_public(address)
    resolve: Callable[[str, int], list[Sockaddr]] = _system


PUBLIC: Final = AddressPolicy()
WITH_FAKE: Final = AddressPolicy(permits=lambda address, _port: is_public(address, fake=True))
"""For users of a fake-IP proxy, which resolves every name into 198.18.0.0/15."""
