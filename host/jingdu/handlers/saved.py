"""saved: whether the library has the article of an address."""

from __future__ import annotations

from jingdu.library import finding
from jingdu.messages.library import Saved, SavedResult


def handle(request: Saved) -> SavedResult:
    """The newest article of the address, that of its canonical one too; None where there is none."""
    return SavedResult(finding.by_url(request.url))
