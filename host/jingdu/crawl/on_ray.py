"""A crawl by Ray Data: ``python on_ray.py warc.paths OUT --prefix s3://commoncrawl/ [--profiles]``.

``warc.paths`` is a list of paths of WARC files, one a line, as Common Crawl publishes it. Each node needs
``pip install 'jingdu[crawl]'``, and with ``--profiles`` polars, by which Ray joins.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from jingdu.crawl.engines import Extract, arguments, count, read_warcs, reduce


def rows(paths: str, prefix: str = "", profiles: bool = False, workers: int | tuple[int, int] = (1, 1024)) -> Any:
    """The rows of all WARC files of a list, as a Dataset; each file is a task, ``workers`` actors read pages."""
    import ray

    listed = [{"path": line} for line in Path(paths).read_text("utf-8").split()]
    files = ray.data.from_items(listed, override_num_blocks=len(listed))
    records = files.map_batches(read_warcs, fn_kwargs={"prefix": prefix}, batch_format="pyarrow", batch_size=None)
    if profiles:
        records = records.materialize()
        counted = records.map_batches(count, batch_format="pyarrow", batch_size=None)
        known = counted.groupby("site").map_groups(reduce, batch_format="pyarrow")
        records = records.join(known, "left_outer", num_partitions=max(2, len(listed)), on=("site",))
    return records.map_batches(Extract, batch_format="pyarrow", batch_size=256, concurrency=workers)


if __name__ == "__main__":  # writes Parquet; a task that runs again replaces its file
    asked = arguments(__doc__)
    rows(asked.paths, asked.prefix, asked.profiles).write_parquet(asked.out)
