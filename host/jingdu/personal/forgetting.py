"""Corrections are removed, and with them what was learned from them."""

from __future__ import annotations

from jingdu.corrections import adjustment, store
from jingdu.personal.learning import NEEDED


def site(name: str) -> bool:
    """Forgets a site; whether there was anything. With too few pages left the adjustment goes too."""
    found = store.files.forget(name)
    if found and sum(len(site.pages) for site in store.files.all()) < NEEDED:
        adjustment.forget()
    return found


def everything() -> int:
    """Forgets all sites and the adjustment; how many sites there were."""
    adjustment.forget()
    return store.files.forget_all()
