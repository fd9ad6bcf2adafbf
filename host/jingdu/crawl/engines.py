"""What engines take: functions over Arrow batches for Spark (``mapInArrow``), a callable class for Ray Data.

    paths (``path``)  →  records (`jingdu.crawl.listed`)  →  rows (`jingdu.crawl.shards.schema`)

An engine may run any of it again, on another machine; the same records always give the same rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import pyarrow as pa

from jingdu.crawl.pool import Pool
from jingdu.crawl.records import Options, Record, columns
from jingdu.crawl.shards import schema

_ROWS: Final = 256
"""Records that are read before their rows are passed on."""
_SPARK: Final = {"int32": "int", "bool": "boolean", "list<element: int64>": "array<bigint>"}
"""Arrow's names of types → Spark's, where they differ."""
Batches = Iterator[pa.RecordBatch]


class Extract:
    """Records → rows, read by a process under limits; for Ray's ``map_batches(…, batch_format="pyarrow")``."""

    def __init__(self, options: Options = Options()) -> None:  # noqa: B008 - immutable
        self.schema = schema(columns(options))
        self._pool = Pool(1, options)

    def __call__(self, records: Any) -> Any:
        """A table of rows of a table or batch of records."""
        found = self._pool.rows((None, _record(values)) for values in records.to_pylist())
        return pa.Table.from_pylist([row for _, row in found], self.schema)

    def close(self) -> None:
        self._pool.__exit__()


def map_in_arrow(options: Options = Options()) -> Callable[[Batches], Batches]:  # noqa: B008
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


def in_arrow(function: Callable[[Any], Any]) -> Callable[[Batches], Batches]:
    """A function of a batch that returns a table, or several, for Spark's ``mapInArrow``."""

    def apply(batches: Batches) -> Batches:
        for found in map(function, batches):
            for table in [found] if isinstance(found, pa.Table) else found:
                yield from table.to_batches()

    return apply


def ddl(of: Any = None) -> str:
    """An Arrow schema, by default that of rows, as Spark writes types."""
    fields = of or schema(columns(Options()))
    return ", ".join(f"`{one.name}` {_SPARK.get(str(one.type), str(one.type))}" for one in fields)


def _record(values: dict[str, Any]) -> Record:
    data = values.get("html")
    if values.get("fault") is None and not isinstance(data, str | bytes):
        values["fault"] = "record_damaged"
    known = {name: values[name] for name in Record._fields if name != "data" and values.get(name) is not None}
    return Record(**known, data=b"" if values.get("fault") else data)  # type: ignore[arg-type]
