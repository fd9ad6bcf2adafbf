"""A crawl by Spark: ``spark-submit on_spark.py warc.paths OUT --prefix s3://commoncrawl/ [--profiles]``.

The arguments are those of ``on_ray.py``. Each executor needs ``pip install 'jingdu[crawl]'``.
"""

from functools import partial
from typing import Any

from jingdu.crawl import engines


def rows(spark: Any, paths: str, prefix: str = "", profiles: bool = False) -> Any:
    """A DataFrame of the rows of all WARC files in a list; each file is a task."""
    lines = spark.read.text(paths).withColumnRenamed("value", "path")
    files = lines.repartition(max(1, lines.count()))
    read, schema = partial(engines.read_warcs, prefix=prefix), engines.ddl(engines.PROFILES)
    records = files.mapInArrow(engines.in_arrow(read), engines.ddl(engines.RECORDS))
    if profiles:
        created = records.mapInArrow(engines.in_arrow(engines.create_profiles), schema)
        merged = created.groupBy("site").applyInArrow(engines.merge_profiles, schema)
        records = records.join(merged, "site", "left")
    return records.mapInArrow(engines.map_in_arrow(), engines.ddl())


if __name__ == "__main__":  # Spark commits a task's Parquet file once, even if the task is repeated
    from pyspark.sql import SparkSession

    args = engines.parse_arguments(__doc__)
    spark = SparkSession.builder.appName("jingdu").getOrCreate()
    rows(spark, args.paths, args.prefix, args.profiles).write.mode("overwrite").parquet(args.out)
