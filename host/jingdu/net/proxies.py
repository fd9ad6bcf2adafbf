"""The proxies of the environment (``https_proxy``, ``no_proxy`` …, or the system's settings).

They are used, because many can reach nothing without one. A proxy resolves names itself, so the
address connected to can't be seen; what can be judged here is: hosts written as numbers, names
that mean this computer or its network, and every name that the local resolver knows. A proxy of a
kind that we can't speak with is a refusal: a connection without it would show the net who asks.
"""

from __future__ import annotations

import base64
import urllib.request
from typing import Final, NamedTuple
from urllib.parse import unquote, urlsplit

from jingdu.net import Unfetched
from jingdu.net.url import Url

_LOCAL: Final = ("localhost", "local", "internal", "intranet", "lan", "home", "corp", "private", "home.arpa")


class Proxy(NamedTuple):
    host: str
    port: int
    authorization: str | None


def proxy_for(url: Url) -> Proxy | None:
    """The proxy that the environment wants for ``url``; raises `Unfetched` where it can't be used."""
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
        raise Unfetched("proxy", "can't be fetched, because only a proxy of the kind http://HOST:PORT can be used")
    return Proxy(parts.hostname, port, _authorization(parts.username, parts.password))


def is_local_name(host: str) -> bool:
    """Whether a name means something near by, whatever a proxy may make of it."""
    host = host.rstrip(".")
    return "." not in host or any(host == name or host.endswith(f".{name}") for name in _LOCAL)


def _authorization(name: str | None, password: str | None) -> str | None:
    if name is None:
        return None
    both = f"{unquote(name)}:{unquote(password or '')}".encode()
    return f"Basic {base64.b64encode(both).decode()}"
