"""A crawl by Spark: ``spark-submit on_spark.py warc.paths OUT --prefix s3://commoncrawl/ [--profiles]``.

``warc.paths`` is a list of paths of WARC files, one a line, as Common Crawl publishes it. Each executor needs
``pip install 'jingdu[crawl]'``.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from jingdu.crawl.engines import PROFILES, RECORDS, arguments, count, ddl, in_arrow, map_in_arrow, read_warcs, reduce


def rows(spark: Any, paths: str, prefix: str = "", profiles: bool = False) -> Any:
    """The rows of all WARC files of a list, as a DataFrame; each file is a task."""
    listed = spark.read.text(paths).withColumnRenamed("value", "path")
    files = listed.repartition(max(1, listed.count()))
    records = files.mapInArrow(in_arrow(partial(read_warcs, prefix=prefix)), ddl(RECORDS))
    if profiles:
        counted = records.mapInArrow(in_arrow(count), ddl(PROFILES))
        known = counted.groupBy("site").applyInArrow(reduce, ddl(PROFILES))
        records = records.join(known, "site", "left")
    return records.mapInArrow(map_in_arrow(), ddl())


if __name__ == "__main__":  # writes Parquet; Spark commits a task's file once, however often the task ran
    from pyspark.sql import SparkSession

    asked = arguments(__doc__)
    spark = SparkSession.builder.appName("jingdu").getOrCreate()
    rows(spark, asked.paths, asked.prefix, asked.profiles).write.mode("overwrite").parquet(asked.out)
