"""A crawl by Ray Data: ``python on_ray.py warc.paths OUT --prefix s3://commoncrawl/ [--profiles]``.

``warc.paths`` is a list of paths of WARC files, one per line, as Common Crawl publishes it. Each node needs
``pip install 'jingdu[crawl]'``, and with ``--profiles`` polars for Ray's join.
"""

from pathlib import Path
from typing import Any

from jingdu.crawl.engines import Extract, create_profiles, merge_profiles, parse_arguments, read_warcs


def rows(paths: str, prefix: str = "", profiles: bool = False, workers: int | tuple[int, int] = (1, 1024)) -> Any:
    """A Dataset of the rows of all WARC files in a list; each file is a task, and ``workers`` actors read pages."""
    import ray

    lines = [{"path": line} for line in Path(paths).read_text("utf-8").split()]
    files = ray.data.from_items(lines, override_num_blocks=len(lines))
    records = files.map_batches(read_warcs, fn_kwargs={"prefix": prefix}, batch_format="pyarrow", batch_size=None)
    if profiles:
        records = records.materialize()
        counted = records.map_batches(create_profiles, batch_format="pyarrow", batch_size=None)
        merged = counted.groupby("site").map_groups(merge_profiles, batch_format="pyarrow")
        records = records.join(merged, "left_outer", num_partitions=max(2, len(lines)), on=("site",))
    return records.map_batches(Extract, batch_format="pyarrow", batch_size=256, concurrency=workers)


if __name__ == "__main__":  # a repeated task replaces its Parquet file
    from ray.data import SaveMode

    args = parse_arguments(__doc__)
    rows(args.paths, args.prefix, args.profiles).write_parquet(args.out, mode=SaveMode.OVERWRITE)
