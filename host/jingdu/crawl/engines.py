"""What engines take: functions over Arrow batches for Spark (``mapInArrow``), a callable class for Ray Data.

    paths (``path``)  →  records (`RECORDS`)  →  rows (`jingdu.crawl.shards.schema`)

An engine may run any of it again, on another machine; the same records always give the same rows.

Profiles (paper E) take two passes: the first makes of each batch a profile for each site in it, at most `PAGES` pages
each, so that only profiles go through the engine's shuffle. They are added up by site and joined to the records.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator
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
"""Pages of a site that are counted in a batch."""
MIN_PAGES: Final = 2
"""Pages of a site from which a profile says something."""
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


RECORDS: Final = pa.schema(
    [(name, pa.string()) for name in ("id", "url", "time", "charset", "fault", "site")]
    + [("status", pa.int32()), ("html", pa.binary())]
)
"""The columns of records; rows are read from ``html`` and, where they are there, the others and ``profile``."""


def read_warcs(paths: Any, prefix: str = "") -> Iterator[Any]:
    """Paths of WARC files (a batch or table with a column ``path``) → their records, table by table.

    ``prefix`` is put before each path, as Common Crawl's lists need it. A path is a local one, or an address that
    ``pyarrow.fs`` opens: ``s3://``, ``gs://``, ``hdfs://``.
    """
    for path in paths.column("path").to_pylist():
        with opened(prefix + path) as file:
            records = warc.read(file, path.rpartition("/")[2])
            while some := list(islice(records, _ROWS)):
                values = [one._asdict() | {"html": one.data, "site": site_of(one.url)} for one in some]
                yield pa.Table.from_pylist(values, RECORDS)


def opened(path: str) -> BinaryIO:
    """A file that can be sought in, local or far away."""
    if "://" not in path:
        return open(path, "rb")
    from pyarrow import fs

    system, name = fs.FileSystem.from_uri(path)
    return cast(BinaryIO, system.open_input_file(name))


def arguments(description: str | None) -> argparse.Namespace:
    """The command line of ``on_ray.py`` and ``on_spark.py``."""
    parser = argparse.ArgumentParser(description=str(description).partition("\n")[0])
    parser.add_argument("paths", help="a list of WARC files, one a line")
    parser.add_argument("out", help="the folder or address to write Parquet to")
    parser.add_argument("--prefix", default="", help="what is put before each path, such as s3://commoncrawl/")
    parser.add_argument("--profiles", action="store_true", help="read in two passes, with the profiles of the sites")
    return parser.parse_args()


PROFILES: Final = pa.schema([("site", pa.string()), ("profile", pa.string())])


def count(records: Any) -> Any:
    """Of a table or batch of records the profiles of their sites."""
    found: dict[str, SiteProfile] = {}
    for values in records.select(["site", "url", "charset", "fault", "html"]).to_pylist():
        site = values["site"]
        if site is None or values["fault"]:
            continue
        profile = found.setdefault(site, SiteProfile(site))
        if profile.count < PAGES:
            try:
                learn(profile, parse(decode(values["html"], values["charset"]), values["url"]))
            except Fault:
                continue
    return _table(found.values())


def reduce(profiles: Any) -> Any:
    """Profiles, each site's added up; of sites with too few pages none."""
    found: dict[str, SiteProfile] = {}
    for text in sorted(profiles.column("profile").to_pylist()):  # whatever order an engine brings them in
        profile = from_json(text)
        merge(found.setdefault(profile.site, SiteProfile(profile.site)), profile)
    return _table(profile for profile in found.values() if profile.count >= MIN_PAGES)


def _table(profiles: Iterable[SiteProfile]) -> Any:
    rows = [{"site": profile.site, "profile": to_json(profile)} for profile in profiles]
    return pa.Table.from_pylist(rows, PROFILES)
