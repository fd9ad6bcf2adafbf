"""Downloads pictures concurrently, within limits, in steps that can be cancelled.

A request sends a Referer as a browser does, because some servers require it; it is repeated without one after 401 or
403, and once if the connection broke. AVIF is accepted but not requested, because fewer programs display it.
"""

import tempfile
import time
from collections.abc import Generator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any, Final, NamedTuple

from jingdu.library import jobs, location, repository, wording
from jingdu.library.images import files
from jingdu.net import FetchError, client
from jingdu.net.address_policy import PUBLIC, WITH_FAKE, AddressPolicy
from jingdu.protocol.fields import Fields

ACCEPT: Final = "image/webp,image/png,image/jpeg,image/gif,image/*;q=0.8"
_STEP: Final = 0.1
"""Maximum duration of a step in seconds."""
_RETRIED: Final = frozenset({"unreachable", "broken"})


class Limits(NamedTuple):
    """Limits for one article; the defaults suit a few dozen photographs."""

    picture: client.Limits = client.Limits(files.MAX_PICTURE_BYTES, read_timeout=10.0, timeout=30.0)
    max_total: int = files.MAX_ALL_BYTES
    max_pictures: int = files.MAX_PICTURES
    total_timeout: float = 300.0
    """Seconds for all pictures."""
    workers: int = 6


class Collected(NamedTuple):
    """Progress of a download: address → file name, address → why it is missing, and the number of addresses."""

    stored: dict[str, str]
    missing: dict[str, wording.Why]
    total: int


def fetch(
    addresses: Sequence[str], page: str | None, folder: Path, *, limits: Limits = Limits(),  # noqa: B008 (immutable)
    policy: AddressPolicy = PUBLIC,
) -> Generator[Collected, None, None]:  # fmt: skip
    """Downloads into ``folder``; yields the progress at least every 0.1 s.

    Closing the generator stops the download. No exception is raised for a single picture.
    """
    distinct = list(dict.fromkeys(addresses))
    collected = Collected({}, dict.fromkeys(distinct[limits.max_pictures :], "many"), len(distinct))
    deadline, size = time.monotonic() + limits.total_timeout, 0
    pending = distinct[: limits.max_pictures][::-1]
    running: dict[Future[bytes], str] = {}
    pool = ThreadPoolExecutor(limits.workers, "picture")
    try:
        while pending or running:
            over = "all_large" if size > limits.max_total else "all_slow" if time.monotonic() > deadline else None
            if over:
                collected.missing.update(dict.fromkeys([*pending, *running.values()], over))
                break
            while pending and len(running) < limits.workers:
                address = pending.pop()
                running[pool.submit(_picture, address, page, limits.picture, policy)] = address
            for future in wait(running, _STEP, FIRST_COMPLETED).done:
                size += _collect(future, running.pop(future), folder, collected)
            yield collected
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
    yield collected


def _collect(future: Future[bytes], address: str, folder: Path, collected: Collected) -> int:
    """Stores a picture, or why it is missing; returns its size in bytes."""
    try:
        data = future.result()
        collected.stored[address] = files.store(data, folder)
        return len(data)
    except files.NoPicture as error:
        collected.missing[address] = error.why
    except FetchError as error:
        collected.missing[address] = error.reason
    return 0


def _picture(address: str, page: str | None, limits: client.Limits, policy: AddressPolicy) -> bytes:
    """The bytes of a picture, requested at most twice; raises `FetchError`."""
    try:
        return client.get(address, limits, accept=ACCEPT, page=page, policy=policy).data
    except FetchError as error:
        is_refused = page is not None and str(error.values.get("status", "")).startswith(("401", "403"))
        if not is_refused and error.reason not in _RETRIED:
            raise
        return client.get(address, limits, accept=ACCEPT, page=None if is_refused else page, policy=policy).data


def work(state: jobs.State, options: Mapping[str, Any]) -> Generator[None, None, None]:
    """The job that fetches ``addresses``, found on ``page``, for ``item``; the report lists missing ones."""
    fields = Fields(options)
    item, addresses, page = fields.text("item"), fields.texts("addresses"), fields.text_or_none("page")
    with tempfile.TemporaryDirectory(prefix="jingdu-") as folder:
        collected = Collected({}, {}, 0)
        policy = WITH_FAKE if location.settings().allow_198_18 else PUBLIC
        steps = fetch(addresses, page, Path(folder), policy=policy)
        try:
            for collected in steps:
                state.done, state.total = len(collected.stored) + len(collected.missing), collected.total
                yield
        finally:  # also after a cancellation
            steps.close()
            pictures = {address: Path(folder, name).read_bytes() for address, name in collected.stored.items()}
            if pictures or collected.missing:
                repository.add_pictures(item, pictures, dict(collected.missing))
            state.report = [{"address": address, "why": why} for address, why in collected.missing.items()]
