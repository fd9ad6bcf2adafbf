"""Functions over Arrow batches for Spark (``mapInArrow``), and a callable class for Ray Data.

    paths (``path``)  →  records (`RECORDS`)  →  rows (`jingdu.crawl.shards.schema`)

All steps are deterministic, so an engine may repeat them on another machine.

Profiles (paper E) need two passes: the first creates profiles of the sites in each batch, from at most `PAGES` pages
each, so that only profiles are shuffled. They are merged by site and joined to the records.
"""

import argparse
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, suppress
from itertools import islice
from typing import Any, BinaryIO, Final, cast

import pyarrow as pa

from jingdu.crawl import warc
from jingdu.crawl.pool import Pool
from jingdu.crawl.records import Options, Record, columns
from jingdu.crawl.shards import schema
from jingdu.faults import Fault
from jingdu.page.parse import decode, parse
from jingdu.sites import site_of
from jingdu.sites.codec import from_json, to_json
from jingdu.sites.learning import learn, merge
from jingdu.sites.profile import SiteProfile

PAGES: Final = 20
"""Maximum pages of a batch from which a site's profile is created."""
MIN_PAGES: Final = 2
_BATCH_ROWS: Final = 256
_SPARK_TYPES: Final = {"int32": "int", "bool": "boolean", "list<element: int64>": "array<bigint>"}
Batches = Iterator[pa.RecordBatch]


class Extract:
    """Maps records to rows in a worker process with limits; for Ray's ``map_batches(…, batch_format="pyarrow")``."""

    def __init__(self, options: Options = Options()) -> None:  # noqa: B008 - immutable
        self.schema = schema(columns(options))
        self._pool = Pool(1, options)

    def __call__(self, records: Any) -> Any:
        """The rows of a table or batch of records."""
        rows = self._pool.rows((None, _record(values)) for values in records.to_pylist())
        return pa.Table.from_pylist([row for _, row in rows], self.schema)

    def close(self) -> None:
        self._pool.close()


def map_in_arrow(options: Options = Options()) -> Callable[[Batches], Batches]:  # noqa: B008
    """For Spark: ``records.mapInArrow(map_in_arrow(), ddl())``."""

    def extract(batches: Batches) -> Batches:
        with closing(Extract(options)) as reader:
            for batch in batches:
                for start in range(0, batch.num_rows, _BATCH_ROWS):
                    yield from reader(batch.slice(start, _BATCH_ROWS)).to_batches()

    return extract


def in_arrow(function: Callable[[Any], Any]) -> Callable[[Batches], Batches]:
    """Adapts a function that maps a batch to one or several tables to Spark's ``mapInArrow``."""

    def apply(batches: Batches) -> Batches:
        for result in map(function, batches):
            for table in [result] if isinstance(result, pa.Table) else result:
                yield from table.to_batches()

    return apply


def ddl(arrow_schema: Any = None) -> str:
    """Converts an Arrow schema, by default the rows' schema, to Spark DDL."""
    fields = arrow_schema or schema(columns(Options()))
    return ", ".join(f"`{field.name}` {_SPARK_TYPES.get(str(field.type), str(field.type))}" for field in fields)


def _record(values: dict[str, Any]) -> Record:
    data = values.get("html")
    if values.get("fault") is None and not isinstance(data, str | bytes):
        values["fault"] = "record_damaged"
    fields = {name: values[name] for name in Record._fields if name != "data" and values.get(name) is not None}
    return Record(**fields, data=b"" if values.get("fault") else data)  # type: ignore[arg-type]


RECORDS: Final = pa.schema(
    dict.fromkeys(("id", "url", "time", "charset", "fault", "site"), "string") | {"status": "int32", "html": "binary"}
)
"""The columns of records; only ``html`` is required, and ``profile`` may be added."""


def read_warcs(paths: Any, prefix: str = "") -> Iterator[Any]:
    """Tables of the records in WARC files; ``paths`` is a batch or table with a column ``path``.

    ``prefix`` is prepended to each path, as Common Crawl's lists require. A path is local, or a URI for ``pyarrow.fs``:
    ``s3://``, ``gs://``, ``hdfs://``.
    """
    for path in paths.column("path").to_pylist():
        with opened(prefix + path) as file:
            records = warc.read(file, path.rpartition("/")[2])
            while batch := list(islice(records, _BATCH_ROWS)):
                values = [record._asdict() | {"html": record.data, "site": site_of(record.url)} for record in batch]
                yield pa.Table.from_pylist(values, RECORDS)


def opened(path: str) -> BinaryIO:
    """A seekable file, local or remote."""
    if "://" not in path:
        return open(path, "rb")
    from pyarrow import fs

    system, name = fs.FileSystem.from_uri(path)
    return cast(BinaryIO, system.open_input_file(name))


def parse_arguments(description: str | None) -> argparse.Namespace:
    """Parses the command line of ``on_ray.py`` and ``on_spark.py``."""
    parser = argparse.ArgumentParser(description=str(description).partition("\n")[0])
    parser.add_argument("paths", help="a list of WARC files, one per line")
    parser.add_argument("out", help="the folder or URI to write Parquet to")
    parser.add_argument("--prefix", default="", help="a prefix for each path, such as s3://commoncrawl/")
    parser.add_argument("--profiles", action="store_true", help="read in two passes, with the profiles of the sites")
    return parser.parse_args()


PROFILES: Final = pa.schema({"site": "string", "profile": "string"})


def create_profiles(records: Any) -> Any:
    """Creates the profiles of the sites in a table or batch of records."""
    profiles: dict[str, SiteProfile] = {}
    for values in records.select(["site", "url", "charset", "fault", "html"]).to_pylist():
        if values["site"] is None or values["fault"]:
            continue
        profile = profiles.setdefault(values["site"], SiteProfile(values["site"]))
        if profile.count < PAGES:
            with suppress(Fault):
                learn(profile, parse(decode(values["html"], values["charset"]), values["url"]))
    return _table(profiles.values())


def merge_profiles(profiles: Any) -> Any:
    """Merges profiles by site, and drops profiles of fewer than `MIN_PAGES` pages."""
    merged: dict[str, SiteProfile] = {}
    for text in sorted(profiles.column("profile").to_pylist()):  # for a deterministic order
        profile = from_json(text)
        merge(merged.setdefault(profile.site, SiteProfile(profile.site)), profile)
    return _table(profile for profile in merged.values() if profile.count >= MIN_PAGES)


def _table(profiles: Iterable[SiteProfile]) -> Any:
    rows = [{"site": profile.site, "profile": to_json(profile)} for profile in profiles]
    return pa.Table.from_pylist(rows, PROFILES)
