"""Which addresses of the net may be connected to: those that everyone in the world can reach.

A page may name any address for its pictures; none of them may lead us to this computer, to the
user's own network, or to what is reserved. The tables are IANA's special-purpose registries (RFC
6890 and its successors). An IPv6 address that carries an IPv4 one (mapped, 6to4, NAT64) is judged
by what it carries, an ISATAP one (RFC 5214) by both; one with a zone (``fe80::1%eth0``) is never for us.

``198.18.0.0/15`` is reserved for benchmarks, but proxies that give every name an address of their
own take theirs from it, so a setting lets it through.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable
from typing import Final, NamedTuple

Sockaddr = tuple[str, int]
"""An address as a text, and a port."""

_FAKE: Final = ipaddress.ip_network("198.18.0.0/15")
_NOT_PUBLIC: Final = tuple(
    map(
        ipaddress.ip_network,
        "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 "
        "192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.51.100.0/24 "
        "203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 "
        "2001::/23 2001:db8::/32 2620:4f:8000::/48 3fff::/20".split(),
    )
)
_GLOBAL: Final = ipaddress.IPv6Network("2000::/3")
"""All of IPv6 that is given out for use in the whole net."""
_MAPPED: Final = ipaddress.IPv6Network("::ffff:0:0/96")
_NAT64: Final = ipaddress.IPv6Network("64:ff9b::/96")
_SIX_TO_FOUR: Final = ipaddress.IPv6Network("2002::/16")
_ISATAP: Final = frozenset({0x0000_5EFE, 0x0200_5EFE})
"""What precedes the IPv4 address in the interface identifier of an ISATAP address."""

BLOCKED_PORTS: Final = frozenset(
    map(
        int,
        "0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 "
        "123 135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 "
        "990 993 995 1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 "
        "10080".split(),
    )
)
"""Ports on which browsers never speak http either (WHATWG Fetch, "port blocking")."""


def is_public(address: str, *, fake: bool = False) -> bool:
    """Whether ``address`` (of either IP) may be connected to; ``fake`` lets 198.18.0.0/15 through."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return False
    if isinstance(ip, ipaddress.IPv4Address):
        return _is_public(ip, fake)
    carried, tunnelled = _carried(ip), _tunnelled(ip)
    if ip.scope_id or (carried is None and ip not in _GLOBAL):
        return False
    return _is_public(carried or ip, fake) and (tunnelled is None or _is_public(tunnelled, fake))


def _is_public(ip: ipaddress.IPv4Address | ipaddress.IPv6Address, fake: bool) -> bool:
    if ip in _FAKE:
        return fake
    return not any(ip in network for network in _NOT_PUBLIC)


def _tunnelled(ip: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    """The IPv4 address that an ISATAP router sends packets for ``ip`` to."""
    number = int(ip)
    return ipaddress.IPv4Address(number & 0xFFFFFFFF) if number >> 32 & 0xFFFFFFFF in _ISATAP else None


def _carried(ip: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    number = int(ip)
    if ip in _MAPPED or ip in _NAT64:
        return ipaddress.IPv4Address(number & 0xFFFFFFFF)
    return ipaddress.IPv4Address(number >> 80 & 0xFFFFFFFF) if ip in _SIX_TO_FOUR else None


def _system(host: str, port: int) -> list[Sockaddr]:
    """What the system's resolver says of a host; numbers of any writing become addresses here."""
    import socket

    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys((str(where[0]), port) for *_, where in found))


class AddressPolicy(NamedTuple):
    """How names are resolved, and which addresses may be connected to."""

    permits: Callable[[str, int], bool] = lambda address, _port: is_public(address)
    resolve: Callable[[str, int], list[Sockaddr]] = _system
    proxies: bool = True
    """Whether the proxies of the environment are used."""


PUBLIC: Final = AddressPolicy()
"""The whole net, and nothing of this computer or its networks."""
WITH_FAKE: Final = AddressPolicy(permits=lambda address, _port: is_public(address, fake=True))
"""For who sits behind a proxy that resolves every name into 198.18.0.0/15."""
