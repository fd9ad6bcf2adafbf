"""The bytes of a web page, for ``jingdu read URL``: over http or https, within bounds of time and size."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from jingdu.faults import InputError
from jingdu.i18n import gettext as _
from jingdu.net import Unfetched, client
from jingdu.net.address_policy import WITH_FAKE, parse, policy_for

MAX_BYTES: Final = 64 * 1024 * 1024
"""Bytes of a page, after decompression."""
SILENCE: Final = 20.0
"""Seconds without a byte after which a server is given up."""
DEADLINE: Final = 60.0
"""Seconds a page may take in all."""

_READABLE: Final = re.compile(r"text/|application/(xhtml\+|[\w.+-]*\+)?xml", re.IGNORECASE)
_ACCEPT: Final = "text/html,application/xhtml+xml;q=0.9,*/*;q=0.5"
_HINT: Final = "; read it by itself, or add --allow-private"


class Download(NamedTuple):
    data: bytes
    url: str
    """Where the page was found, after redirects."""
    charset: str | None
    """What the server says the bytes are written in."""


def fetch(address: str, *, allow_private: bool = True) -> Download:
    """The page at ``address``; raises `InputError`.

    Without ``allow_private``, as for an address from a list, it must be one of the public net.
    """
    try:
        limits = client.Limits(MAX_BYTES, SILENCE, DEADLINE)
        policy = policy_for(parse(address)) if allow_private else WITH_FAKE
        answer = client.get(address, limits, accept=_ACCEPT, policy=policy)
    except Unfetched as error:
        hint = _(_HINT) if error.reason == "private" and not allow_private else ""
        raise InputError(f"{address} {_(error.words)}{hint}.") from None
    kind = answer.headers.get_content_type()
    if not _READABLE.match(kind):
        raise InputError(_("{address} is not a web page but {kind}.", address=address, kind=kind))
    return Download(answer.data, answer.url, answer.headers.get_content_charset())
