"""What engines take: functions over Arrow batches for Spark (``mapInArrow``), callable classes for Ray Data.

    paths (``path``)  →  records (`RECORDS`)  →  rows (`jingdu.crawl.shards.schema`)

An engine may run any of it again, on another machine; the same records always give the same rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, Final, cast

import pyarrow as pa

from jingdu.crawl import warc
from jingdu.crawl.pool import Pool
from jingdu.crawl.records import Options, Record, columns
from jingdu.crawl.shards import schema
from jingdu.sites import site_of

_TEXTS: Final = ("id", "url", "time", "charset", "fault", "site")
RECORDS: Final = pa.schema(
    [*((name, pa.string()) for name in _TEXTS), ("status", pa.int32()), ("html", pa.binary())],
)
"""The columns of records; rows are read from ``html`` and, where they are there, the others and ``profile``."""
_ROWS: Final = 256
"""Records of a batch."""
Batches = Iterator[pa.RecordBatch]


def read_warcs(paths: Any, prefix: str = "") -> Iterator[Any]:
    """Paths of WARC files (a batch or table with a column ``path``) → their records, table by table.

    ``prefix`` is put before each path, as Common Crawl's lists need it. A path is a local one, or an address that
    ``pyarrow.fs`` opens: ``s3://``, ``gs://``, ``hdfs://``.
    """
    for path in paths.column("path").to_pylist():
        some: list[dict[str, Any]] = []
        with opened(prefix + path) as file:
            for record in warc.read(file, path.rpartition("/")[2]):
                known = record._asdict() | {"html": record.data, "site": site_of(record.url)}
                some.append({name: known[name] for name in RECORDS.names})
                if len(some) >= _ROWS:
                    yield pa.Table.from_pylist(some, RECORDS)
                    some = []
        if some:
            yield pa.Table.from_pylist(some, RECORDS)


class Extract:
    """Records → rows, read by a process under limits; for Ray's ``map_batches(…, batch_format="pyarrow")``."""

    def __init__(self, options: Options | None = None) -> None:
        self.options = options or Options()
        self.schema = schema(columns(self.options))
        self._pool = Pool(1, self.options)

    def __call__(self, records: Any) -> Any:
        """A table of rows of a table or batch of records."""
        found = self._pool.rows((None, _record(values)) for values in records.to_pylist())
        return pa.Table.from_pylist([row for _, row in found], self.schema)

    def close(self) -> None:
        """Ends the process."""
        self._pool.__exit__()


def map_in_arrow(options: Options | None = None) -> Callable[[Batches], Batches]:
    """For Spark: ``records.mapInArrow(map_in_arrow(), ddl())``."""

    def extract(batches: Batches) -> Batches:
        reader = Extract(options)
        try:
            for batch in batches:
                for start in range(0, batch.num_rows, _ROWS):
                    yield from reader(batch.slice(start, _ROWS)).to_batches()
        finally:
            reader.close()

    return extract


def map_paths_in_arrow(prefix: str = "") -> Callable[[Batches], Batches]:
    """For Spark: ``paths.mapInArrow(map_paths_in_arrow(prefix), ddl(RECORDS))``."""

    def read(batches: Batches) -> Batches:
        for batch in batches:
            for table in read_warcs(batch, prefix):
                yield from table.to_batches()

    return read


def ddl(of: Any = None) -> str:
    """An Arrow schema, by default that of rows, as Spark writes types."""
    types = {
        "int32": "int",
        "bool": "boolean",
        "list<element: int64>": "array<bigint>",
        "list<item: int64>": "array<bigint>",
    }
    return ", ".join(
        f"`{one.name}` {types.get(str(one.type), str(one.type))}" for one in of or schema(columns(Options()))
    )


def opened(path: str) -> BinaryIO:
    """A file that can be sought in, local or far away."""
    if "://" not in path:
        return open(path, "rb")
    from pyarrow import fs

    system, name = fs.FileSystem.from_uri(path)
    return cast(BinaryIO, system.open_input_file(name))


def _record(values: dict[str, Any]) -> Record:
    known = {name: values[name] for name in ("id", "url", "time", "status", "charset", "fault") if name in values}
    record = Record(**known, profile=values.get("profile") or "")
    data = values.get("html")
    if record.fault is None and isinstance(data, str | bytes):
        return record._replace(data=data)
    return record._replace(fault=record.fault or "record_damaged")
