"""Lists of WARC files, as Common Crawl publishes them: the scripts' command line, and the records in the files."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import islice
from typing import Any, BinaryIO, Final, cast

import pyarrow as pa

from jingdu.crawl import warc
from jingdu.sites import site_of

RECORDS: Final = pa.schema(
    [(name, pa.string()) for name in ("id", "url", "time", "charset", "fault", "site")]
    + [("status", pa.int32()), ("html", pa.binary())]
)
"""The columns of records; rows are read from ``html`` and, where they are there, the others and ``profile``."""
_ROWS: Final = 256
"""Records of a batch."""


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
