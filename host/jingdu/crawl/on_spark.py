"""A crawl by Spark: ``spark-submit on_spark.py warc.paths OUT --prefix s3://commoncrawl/ [--profiles]``.

``warc.paths`` is a list of paths of WARC files, one per line, as Common Crawl publishes it. Each executor needs
``pip install 'jingdu[crawl]'``.
"""

from functools import partial
from typing import Any

from jingdu.crawl.engines import PROFILES, RECORDS, arguments, count, ddl, in_arrow, map_in_arrow, read_warcs, reduce


def rows(spark: Any, paths: str, prefix: str = "", profiles: bool = False) -> Any:
    """A DataFrame of the rows of all WARC files in a list; each file is a task."""
    lines = spark.read.text(paths).withColumnRenamed("value", "path")
    files = lines.repartition(max(1, lines.count()))
    records = files.mapInArrow(in_arrow(partial(read_warcs, prefix=prefix)), ddl(RECORDS))
    if profiles:
        counted = records.mapInArrow(in_arrow(count), ddl(PROFILES))
        records = records.join(counted.groupBy("site").applyInArrow(reduce, ddl(PROFILES)), "site", "left")
    return records.mapInArrow(map_in_arrow(), ddl())


if __name__ == "__main__":  # Spark commits a task's Parquet file once, even if the task is repeated
    from pyspark.sql import SparkSession

    args = arguments(__doc__)
    spark = SparkSession.builder.appName("jingdu").getOrCreate()
    rows(spark, args.paths, args.prefix, args.profiles).write.mode("overwrite").parquet(args.out)
