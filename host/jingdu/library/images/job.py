"""The job that fetches the pictures which the browser did not have, and puts them into the article."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from jingdu.library import place, repository
from jingdu.library.images.fetching import Collected, fetch
from jingdu.library.jobs import State
from jingdu.net.address_policy import PUBLIC, WITH_FAKE, AddressPolicy
from jingdu.protocol.fields import Fields


def work(state: State, options: Mapping[str, Any]) -> Iterator[None]:
    """Fetches ``addresses`` for ``item``; ``page`` is where they stand.

    The report lists what can't be had, and why by its code.
    """
    asked = Fields(options)
    item, addresses, page = asked.text("item"), asked.texts("addresses"), asked.text_or_none("page")
    with tempfile.TemporaryDirectory(prefix="jingdu-") as folder:
        collected = Collected({}, {}, 0)
        steps = fetch(addresses, page, Path(folder), gate=gate())
        try:
            for collected in steps:
                state.done, state.total = collected.done, collected.total
                yield
        finally:  # what came before it was cancelled is kept too
            steps.close()
            _keep(item, collected, Path(folder))
            state.report = [{"address": address, "why": why} for address, why in collected.missing.items()]


def gate() -> AddressPolicy:
    """Which addresses may be connected to, by the user's settings."""
    return WITH_FAKE if place.settings().allow_198_18 else PUBLIC


def _keep(item: str, collected: Collected, folder: Path) -> None:
    if collected.kept or collected.missing:
        kept = {address: (folder / name).read_bytes() for address, name in collected.kept.items()}
        repository.add_pictures(item, kept, dict(collected.missing))
