"""A crawl on this machine: inputs → records → rows → shards. It resumes after an interruption at any moment."""

import hashlib
import json
import os
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path
from typing import Any, NamedTuple

from jingdu import __version__
from jingdu.crawl import fetching
from jingdu.crawl.pool import Pool
from jingdu.crawl.records import Options, Record, Row, columns, weights
from jingdu.crawl.shards import Shards
from jingdu.crawl.sources import Source, check, is_list
from jingdu.storage import atomic


@dataclass(frozen=True)
class Crawl:
    inputs: Sequence[str]
    folder: Path
    options: Options = field(default_factory=Options)
    form: str = "parquet"
    shard_size: int = 10_000
    workers: int = field(default_factory=lambda: os.cpu_count() or 1)
    sample: float = 1.0
    """Share of the records, chosen by their ids."""
    column: str = "html"
    """Column of JSON lines and Parquet with the HTML."""
    delay: float = 1.0
    allow_private: bool = False
    """As for `fetching.Fetcher`."""

    def key(self) -> dict[str, Any]:
        """Everything that determines the output: all options but the number of workers and the delay."""
        return {
            "version": __version__, "weights": weights(), "inputs": list(map(os.path.abspath, self.inputs)),
            "options": self.options._asdict(), "size": self.shard_size, "format": self.form, "sample": self.sample,
            "column": self.column, "private": self.allow_private,
        }  # fmt: skip


@dataclass
class Progress:
    records: int = 0
    """Number of records read in this run."""
    before: int = 0
    """Bytes of the inputs read by earlier runs."""
    position: int = 0
    """Bytes of the inputs read so far."""
    total: int | None = None
    """Bytes of all inputs; None if one is a folder."""
    counts: dict[str, int] = field(default_factory=dict)
    """Fault, or empty for articles → records of all runs."""


def extract(crawl: Crawl, report: Callable[[Progress], None] = lambda _: None) -> Progress:
    """Reads the inputs from where the last run stopped; raises `InputError`, and a `Fault` of the disk."""
    check(crawl.inputs)
    shards = Shards(crawl.folder, crawl.form, crawl.shard_size, columns(crawl.options), crawl.key())
    progress = Progress(counts=shards.counts)
    if shards.done:
        return progress
    sources = [Source(path, crawl.column) for path in crawl.inputs]
    has_folder = any(os.path.isdir(path) for path in crawl.inputs)
    progress.total = None if has_folder else sum(source.size for source in sources)
    with ExitStack() as stack:
        stack.callback(shards.close)
        mark_duplicate = _duplicate_marker(crawl, shards, stack)
        records = stack.enter_context(closing(_records(crawl, sources, shards.next, progress)))
        pool = stack.enter_context(closing(Pool(crawl.workers, crawl.options)))
        for position, row in pool.rows(records):
            mark_duplicate(row)
            shards.add(row, (position.input, position.record))
            progress.position = position.bytes
            progress.records += 1
            report(progress)
        shards.end((len(sources), 0))
    return progress


class _Position(NamedTuple):
    """The position after a record: index of the input, its sampled records so far, and bytes of all inputs so far."""

    input: int
    record: int
    bytes: int


def _records(
    crawl: Crawl, sources: Sequence[Source], start: tuple[int, int], progress: Progress
) -> Generator[tuple[_Position, Record], None, None]:
    """The records from a position on, each with the position after it."""
    first, skipped = start
    finished = sum(source.size for source in sources[:first])
    for number, source in enumerate(sources[first:], first):
        for at, record in enumerate(_read(source, skipped, crawl), skipped + 1):
            size = finished + source.position
            if start != (0, 0):
                progress.before = progress.before or size
            yield _Position(number, at, size), record
        skipped = 0
        finished += source.size


def _read(source: Source, skipped: int, crawl: Crawl) -> Iterator[Record]:
    """The sampled records of an input except the first ``skipped``; the addresses of a list are fetched."""
    records = (record for record in source.records() if _is_sampled(record, crawl.sample))
    if is_list(source.path):
        rest = islice(fetching.interleaved(records), skipped, None)
        return fetching.fetched(rest, crawl.delay, allow_private=crawl.allow_private)
    return islice(records, skipped, None)


def _is_sampled(record: Record, share: float) -> bool:
    digest = hashlib.blake2b(record.id.encode("utf-8", "replace"), digest_size=4).digest()
    return int.from_bytes(digest) < share * 2**32


def _duplicate_marker(crawl: Crawl, shards: Shards, stack: ExitStack) -> Callable[[Row], None]:
    """A function that turns near-duplicates of earlier rows, also of earlier runs, into faults."""
    if not crawl.options.fingerprints:
        return lambda row: None
    from jingdu.crawl.fingerprints import Seen

    path = crawl.folder / f"{atomic.TEMPORARY}{atomic.mark()}-seen"
    seen = Seen(path)
    stack.callback(path.unlink)
    stack.callback(seen.close)
    for fingerprint in chain.from_iterable(map(_fingerprints, shards.complete())):
        seen.add(fingerprint)

    def mark(row: Row) -> None:
        if row["fingerprint"] and seen.add(row["fingerprint"]):
            kept = ("url", "id", "time", "status", "lang", "words", "extractor", "weights")
            row.update({name: None for name in row if name not in kept}, fault="duplicate")

    return mark


def _fingerprints(shard: Path) -> Iterator[list[int]]:
    if shard.suffix == ".parquet":
        from pyarrow import parquet

        for batch in parquet.ParquetFile(shard).iter_batches(columns=["fingerprint"]):
            yield from (found for found in batch["fingerprint"].to_pylist() if found)
    else:
        with open(shard, encoding="utf-8") as lines:
            yield from (found for line in lines if (found := json.loads(line).get("fingerprint")))
