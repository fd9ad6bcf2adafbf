"""The HTTP client for pages and pictures, with protection against SSRF.

An address is parsed as browsers do (`address_policy`), its name is resolved once, and the connection goes to the
checked IP address (`connection`). Redirects are checked likewise (`client`). Every failure is a `FetchError`.
"""

from typing import Literal

from jingdu.i18n import gettext

Reason = Literal["address", "private", "unreachable", "status", "redirects", "large", "slow", "broken", "proxy"]


class FetchError(Exception):
    """A failed request: a stable ``reason``, and a ``predicate`` about the address, in the user's language.

    ``values`` are the values inserted into the message, such as the ``status`` that a server returned.
    """

    def __init__(self, reason: Reason, message: str, **values: object) -> None:
        self.reason = reason
        self.values = values
        self.predicate = gettext(message, **values)
        super().__init__(f"{reason}: {self.predicate}")
