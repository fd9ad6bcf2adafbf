"""Pictures over the net: several at a time, each and all within limits, in steps that can be broken off.

A request has the page's address as a browser's has (some servers refuse pictures without it), and is repeated without
it where the server refuses, and once where the connection broke. AVIF is accepted, but not asked for, because fewer
programs show it.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Generator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any, Final, NamedTuple

from jingdu.library import place, repository
from jingdu.library.images import files
from jingdu.library.images.files import NoPicture
from jingdu.library.jobs import State
from jingdu.library.wording import Why
from jingdu.net import Unfetched, client
from jingdu.net.address_policy import PUBLIC, WITH_FAKE, AddressPolicy
from jingdu.protocol.fields import Fields

ACCEPT: Final = "image/webp,image/png,image/jpeg,image/gif,image/*;q=0.8"
_STEP: Final = 0.1
"""Seconds that a step lasts at most."""
_AGAIN: Final = frozenset({"unreachable", "broken"})


class Limits(NamedTuple):
    """What pictures may cost; the defaults suit an article with a few dozen photographs."""

    largest: int = 20 * 2**20
    """Bytes of one."""
    together: int = 200 * 2**20
    """Bytes of all."""
    most: int = 300
    """Pictures of one article."""
    silence: float = 10.0
    """Seconds without a byte."""
    each: float = 30.0
    """Seconds for one."""
    all: float = 300.0
    """Seconds for all."""
    at_once: int = 6


USUAL: Final = Limits()


class Collected(NamedTuple):
    """Address → name in the folder; address → why it is missing; how many there are in all."""

    kept: dict[str, str]
    missing: dict[str, Why]
    total: int

    @property
    def done(self) -> int:
        return len(self.kept) + len(self.missing)


def fetch(
    addresses: Sequence[str], page: str | None, folder: Path, *, limits: Limits = USUAL, policy: AddressPolicy = PUBLIC
) -> Generator[Collected, None, None]:
    """Fetches into ``folder``; yields how far it is at least every tenth of a second.

    Closing the iterator stops it: nothing new is begun. Nothing is raised for a picture.
    """
    wanted = list(dict.fromkeys(addresses))
    collected = Collected({}, dict.fromkeys(wanted[limits.most :], "many"), len(wanted))
    ends, size = time.monotonic() + limits.all, 0
    waiting = wanted[: limits.most][::-1]
    working: dict[Future[bytes], str] = {}
    workers = ThreadPoolExecutor(limits.at_once, "picture")
    try:
        while waiting or working:
            over = "all_large" if size > limits.together else "all_slow" if time.monotonic() > ends else None
            if over:
                collected.missing.update(dict.fromkeys([*waiting, *working.values()], over))
                break
            while waiting and len(working) < limits.at_once:
                address = waiting.pop()
                working[workers.submit(_picture, address, page, limits, policy)] = address
            for future in wait(working, _STEP, FIRST_COMPLETED).done:
                size += _collect(future, working.pop(future), folder, collected)
            yield collected
    finally:
        workers.shutdown(wait=False, cancel_futures=True)
    yield collected


def _collect(future: Future[bytes], address: str, folder: Path, collected: Collected) -> int:
    """Keeps what came, or why it didn't; how many bytes that were."""
    try:
        data = future.result()
        collected.kept[address] = files.keep(data, folder)
    except NoPicture as error:
        collected.missing[address] = error.why
        return 0
    except Unfetched as error:
        collected.missing[address] = "no_picture" if error.reason == "kind" else error.reason
        return 0
    return len(data)


def _picture(address: str, page: str | None, limits: Limits, policy: AddressPolicy) -> bytes:
    bounds = client.Limits(limits.largest, limits.silence, limits.each)
    try:
        return client.get(address, bounds, accept=ACCEPT, page=page, policy=policy).data
    except Unfetched as error:
        refused = error.reason == "status" and page is not None and any(code in error.words for code in ("401", "403"))
        if not refused and error.reason not in _AGAIN:
            raise
        return client.get(address, bounds, accept=ACCEPT, page=None if refused else page, policy=policy).data


def work(state: State, options: Mapping[str, Any]) -> Generator[None, None, None]:
    """Fetches ``addresses`` for ``item``; ``page`` is where they stand.

    The report lists what is missing, and why by its code.
    """
    asked = Fields(options)
    item, addresses, page = asked.text("item"), asked.texts("addresses"), asked.text_or_none("page")
    with tempfile.TemporaryDirectory(prefix="jingdu-") as folder:
        collected = Collected({}, {}, 0)
        steps = fetch(addresses, page, Path(folder), policy=address_policy())
        try:
            for collected in steps:
                state.done, state.total = collected.done, collected.total
                yield
        finally:  # what came before it was cancelled is kept too
            steps.close()
            kept = {address: Path(folder, name).read_bytes() for address, name in collected.kept.items()}
            if kept or collected.missing:
                repository.add_pictures(item, kept, dict(collected.missing))
            state.report = [{"address": address, "why": why} for address, why in collected.missing.items()]


def address_policy() -> AddressPolicy:
    """Which addresses may be connected to, by the user's settings."""
    return WITH_FAKE if place.settings().allow_198_18 else PUBLIC
