"""Spark and Ray produce the same rows as a local run, even if one of their processes is killed."""

import os
import runpy
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from pyarrow import parquet

from jingdu.crawl import engines
from jingdu.crawl.engines import read_warcs
from jingdu.host.process import usage
from jingdu.sites.codec import to_json
from jingdu.sites.learning import learned_from, merge
from tests.crawl.made import extract, pages, rows, warc, warc_member

NOTICE = "<p>This site uses cookies, and everyone who reads it agrees that the harbour master may count them all.</p>"
Rows = list[dict[str, Any]]


@pytest.fixture(scope="module")
def paths(tmp_path_factory: pytest.TempPathFactory, long_run: bool) -> Path:
    """A list of three WARC files in the format of Common Crawl, the last of them with a record that is not HTML.

    Long runs need enough pages to kill a process while it reads them.
    """
    folder = tmp_path_factory.mktemp("crawl")
    count = 200 if long_run else 14
    made = [page.replace("<article>", f"<article>{NOTICE}") for page in pages(3 * count)]
    for number in range(3):
        warc(folder / f"{number}.warc.gz", made[number * count : (number + 1) * count])
    with (folder / "2.warc.gz").open("ab") as file:
        file.write(warc_member(999, b"%PDF-1.7", "application/pdf"))
    (folder / "warc.paths").write_text("".join(f"{number}.warc.gz\n" for number in range(3)))
    return folder / "warc.paths"


@pytest.fixture(scope="module")
def expected(paths: Path, tmp_path_factory: pytest.TempPathFactory) -> Rows:
    out = tmp_path_factory.mktemp("expected")
    extract(*sorted(paths.parent.glob("*.warc.gz")), "--out", out, "--workers", 1)
    return in_order(rows(out))


def notices(found: Rows) -> int:
    """The number of articles that contain the notice of their site."""
    return sum("uses cookies" in (row["text"] or "") for row in found)


def in_order(found: Rows) -> Rows:
    return sorted(found, key=lambda row: (row["id"], row["title"] or ""))


def records(paths: Path) -> Iterator[pa.RecordBatch]:
    listed = pa.RecordBatch.from_pydict({"path": paths.read_text().split()})
    return engines.in_arrow(partial(read_warcs, prefix=f"{paths.parent}/"))(iter([listed]))


def test_the_arrow_functions_give_the_rows_of_a_local_run(paths: Path, expected: Rows) -> None:
    found = [row for batch in engines.map_in_arrow()(records(paths)) for row in batch.to_pylist()]
    assert in_order(found) == expected and found[-1]["fault"] == "not_html"


def test_partial_counts_reduce_to_site_profiles(paths: Path) -> None:
    """With a profile, text that all pages of a site share is excluded more often."""
    batches = list(records(paths))
    known = engines.merge_profiles(pa.concat_tables(map(engines.create_profiles, batches)))
    assert sorted(known.column("site").to_pylist()) == [f"site-{at}.example" for at in range(7)]
    by_site = dict(zip(*(known.column(name).to_pylist() for name in ("site", "profile")), strict=True))
    reader = engines.Extract()
    plain, informed = [], []
    for batch in batches:
        with_profile = [{**values, "profile": by_site[values["site"]]} for values in batch.to_pylist()]
        informed += reader(pa.Table.from_pylist(with_profile)).to_pylist()
        plain += reader(pa.Table.from_batches([batch])).to_pylist()
    reader.close()
    assert notices(informed) < notices(plain)
    assert all("Ferry" in row["title"] or "早市" in row["title"] for row in informed if not row["fault"])


def test_merged_profiles_equal_a_profile_of_all_pages() -> None:
    from jingdu.page.parse import parse

    made = [parse(page, f"https://a.example/{at}") for at, page in enumerate(pages(6))]
    whole, half = learned_from("a.example", made), learned_from("a.example", made[:3])
    merge(half, learned_from("a.example", made[3:]))
    assert half.count == whole.count and half.texts == whole.texts and half.pages == whole.pages
    assert half.terms.keys() == whole.terms.keys() and len(to_json(half)) == pytest.approx(
        len(to_json(whole)), rel=0.01
    )


@contextmanager
def killing(*names: str) -> Iterator[None]:
    """Kills one process of each name while it or one of its children reads pages; fails if there was none."""
    killed: set[str] = set()
    ended = threading.Event()

    def kill() -> None:
        while killed != set(names) and not ended.wait(0.2):
            for process, name in reading():
                if name in set(names) - killed:
                    with suppress(ProcessLookupError):
                        os.kill(process, signal.SIGKILL)
                        killed.add(name)
                        break

    def reading() -> Iterator[tuple[int, str]]:
        """(process, matching name) of workers that are reading pages, and of their ancestors."""
        parents = parents_of()
        for process in parents:
            if "jingdu.crawl.worker" in command_of(process) and (used := usage(process)) and used.seconds > 0.4:
                above = [process]
                while above[-1] in parents:
                    above.append(parents[above[-1]])
                if os.getpid() in above:
                    yield from ((one, name) for one in above for name in names if name in command_of(one))

    thread = threading.Thread(target=kill, daemon=True)
    thread.start()
    yield
    ended.set()
    thread.join()
    assert killed == set(names)


def command_of(process: int) -> str:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return ""


def parents_of() -> dict[int, int]:
    """Process id → id of its parent."""
    found = subprocess.run(["ps", "-eo", "pid=,ppid="], capture_output=True, text=True, check=True).stdout.split()
    return dict(zip(map(int, found[::2]), map(int, found[1::2]), strict=True))


def end_ray() -> None:
    """Kills the processes of a Ray that failed to start in time."""
    for process, parent in parents_of().items():
        if parent == os.getpid() and "/ray/" in command_of(process):
            os.kill(process, signal.SIGKILL)


@pytest.fixture
def ray_cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    ray = pytest.importorskip("ray")
    monkeypatch.setenv("RAY_ENABLE_UV_RUN_RUNTIME_ENV", "0")
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")
    for is_last in (False, False, False, True):  # Ray's own start timeout is 30 seconds
        try:
            ray.init(num_cpus=4, include_dashboard=False, log_to_driver=False, object_store_memory=200 * 2**20)
            break
        except Exception:
            ray.shutdown()
            end_ray()
            if is_last:
                raise
    yield
    ray.shutdown()


@pytest.mark.slow
@pytest.mark.skipif(not find_spec("ray"), reason="Ray is not installed")
@pytest.mark.usefixtures("ray_cluster")
def test_ray_gives_the_rows_of_a_local_run(paths: Path, expected: Rows, long_run: bool) -> None:
    from jingdu.crawl import on_ray

    with killing(*(("jingdu.crawl.worker", "ray::MapWorker") if long_run else ())):
        found = on_ray.rows(str(paths), f"{paths.parent}/", workers=2 if long_run else 1).take_all()
    assert in_order(found) == expected


@pytest.mark.long
@pytest.mark.skipif(not find_spec("ray"), reason="Ray is not installed")
@pytest.mark.usefixtures("ray_cluster")
def test_repeating_a_ray_job_replaces_its_rows(
    paths: Path, expected: Rows, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from jingdu.crawl import on_ray

    command = ["on_ray.py", str(paths), str(tmp_path / "out"), "--prefix", f"{paths.parent}/"]
    monkeypatch.setattr(sys, "argv", command)
    for _ in range(2):
        runpy.run_path(on_ray.__file__, run_name="__main__")
    assert in_order(parquet.read_table(tmp_path / "out").to_pylist()) == expected


@pytest.mark.long
@pytest.mark.skipif(not find_spec("ray"), reason="Ray is not installed")
@pytest.mark.usefixtures("ray_cluster")
def test_ray_uses_site_profiles(paths: Path, expected: Rows) -> None:
    pytest.importorskip("polars", reason="needed for joins in Ray")
    from jingdu.crawl import on_ray

    with killing("ray::MapWorker"):
        found = on_ray.rows(str(paths), f"{paths.parent}/", profiles=True, workers=2).take_all()
    check_profiles(found, expected)


def check_profiles(found: Rows, expected: Rows) -> None:
    assert [row["id"] for row in in_order(found)] == [row["id"] for row in expected]
    assert notices(found) < notices(expected)


@pytest.fixture(scope="module")
def spark() -> Iterator[Any]:
    """A Spark session with two executor processes, as in a cluster."""
    sql = pytest.importorskip("pyspark.sql")
    if not shutil.which("java"):
        pytest.skip("no Java here; install default-jre-headless")
    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["PYTHONPATH"] = os.pathsep.join(sys.path)
    builder = sql.SparkSession.builder.master("local-cluster[2,1,1024]").config("spark.ui.enabled", "false")
    session = builder.config("spark.sql.execution.arrow.maxRecordsPerBatch", "64").getOrCreate()
    yield session
    session.stop()


@pytest.mark.long
@pytest.mark.parametrize("killed", ["", "jingdu.crawl.worker", "CoarseGrainedExecutorBackend"])
def test_spark_gives_the_rows_of_a_local_run(
    killed: str, spark: Any, paths: Path, expected: Rows, tmp_path: Path
) -> None:
    from jingdu.crawl import on_spark

    with killing(*filter(None, [killed])):
        on_spark.rows(spark, str(paths), f"{paths.parent}/").write.parquet(str(tmp_path / "out"))
    found = [row.asDict() for row in spark.read.parquet(str(tmp_path / "out")).collect()]
    assert in_order(found) == [{name: row[name] for name in found[0]} for row in expected]


@pytest.mark.long
def test_spark_uses_site_profiles(spark: Any, paths: Path, expected: Rows) -> None:
    from jingdu.crawl import on_spark

    with killing("CoarseGrainedExecutorBackend"):
        found = [row.asDict() for row in on_spark.rows(spark, str(paths), f"{paths.parent}/", profiles=True).collect()]
    check_profiles(found, expected)
