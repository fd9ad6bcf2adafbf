"""A crawl by Spark: ``spark-submit on_spark.py warc.paths OUT --prefix s3://commoncrawl/ [--profiles]``.

``warc.paths`` is a list of paths of WARC files, one a line, as Common Crawl publishes it. Each executor needs
``pip install 'jingdu[crawl]'``.
"""

from __future__ import annotations

import argparse
from typing import Any

from jingdu.crawl.engines import RECORDS, ddl, map_in_arrow, map_paths_in_arrow
from jingdu.crawl.profiles import PROFILES, map_count_in_arrow, reduce


def rows(spark: Any, paths: str, prefix: str = "", profiles: bool = False) -> Any:
    """The rows of all WARC files of a list, as a DataFrame; each file is a task."""
    listed = spark.read.text(paths).withColumnRenamed("value", "path")
    files = listed.repartition(max(1, listed.count()))
    records = files.mapInArrow(map_paths_in_arrow(prefix), ddl(RECORDS))
    if profiles:
        counted = records.mapInArrow(map_count_in_arrow, ddl(PROFILES))
        known = counted.groupBy("site").applyInArrow(reduce, ddl(PROFILES))
        records = records.join(known, "site", "left")
    return records.mapInArrow(map_in_arrow(), ddl())


def main() -> None:
    """Writes Parquet. Spark commits a task's file once, however often the task ran."""
    from pyspark.sql import SparkSession

    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("paths")
    parser.add_argument("out")
    parser.add_argument("--prefix", default="")
    parser.add_argument("--profiles", action="store_true", help="read in two passes, with the profiles of the sites")
    asked = parser.parse_args()
    spark = SparkSession.builder.appName("jingdu").getOrCreate()
    rows(spark, asked.paths, asked.prefix, asked.profiles).write.mode("overwrite").parquet(asked.out)


if __name__ == "__main__":
    main()
