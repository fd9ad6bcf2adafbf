"""Every record of an input, corrupt ones included, becomes exactly one row."""

import gzip
import json
import re
import shlex
import sys
import zipfile
from argparse import Namespace
from collections import Counter
from contextlib import closing
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import pyarrow as pa
import pytest
import zstandard
from pyarrow import parquet

from jingdu.cli.extract import run_extract
from jingdu.crawl import pool
from jingdu.crawl.records import Options, Record
from jingdu.crawl.rows import row_of
from jingdu.crawl.warc import read
from jingdu.faults import InputError
from tests.crawl.made import extract, pages, rows, warc, warc_member
from tests.hostile.bounding import BOUNDS
from tests.support.prose import ENGLISH, chinese


def by_id(folder: Path) -> dict[str, dict[str, Any]]:
    found = rows(folder)
    assert len({row["id"] for row in found}) == len(found)
    return {row["id"].removeprefix("<urn:uuid:").removesuffix(">"): row for row in found}


def bad_records(long_run: bool) -> tuple[list[bytes], dict[str, str | None]]:
    """The members of a WARC, and id → expected fault; None for an article."""
    fine, bulk = pages(1)[0], f"<p>{Random(1).randbytes(200_000).hex()}"
    truncated = warc_member(2, bulk)
    made: list[tuple[str, bytes, str | None]] = [
        ("0", warc_member(0, fine), None),
        ("1", warc_member(1, chinese().replace('<meta charset="utf-8">', "").encode("gbk"), "text/html"), None),
        ("2", truncated[: len(truncated) // 2], "record_damaged"),
        ("3", warc_member(3, fine), None),
        ("4", warc_member(4, fine, longer=25), "record_damaged"),
        ("5", warc_member(5, fine, longer=100_000), "record_damaged"),
        ("6", warc_member(6, fine, longer=-25), "record_damaged"),
        ("7", warc_member(7, b"%PDF-1.7 ...", "application/pdf"), "not_html"),
        ("8", warc_member(8, "", status="301 Moved Permanently", extra="Location: /\r\n"), "http_status"),
        ("9", warc_member(9, fine, kind=None), None),
        ("10", warc_member(10, b"\x89PNG\r\n"), "not_html"),
        ("11", warc_member(11, "<nav><a href='/'>Home</a></nav>"), "no_article"),
        ("18", warc_member(18, "<p>Copyright © 2009-2018 Crumb, 4 Harbour Street"), "no_article"),
        ("13", warc_member(13, gzip.compress(fine.encode()), extra="Content-Encoding: gzip\r\n"), None),
        ("14", warc_member(14, "not packed", extra="Content-Encoding: gzip\r\n"), "record_damaged"),
    ]
    if long_run:
        made.append(("12", warc_member(12, BOUNDS["100,000 attributes"]().html), "stopped"))
        made.append(("15", warc_member(15, BOUNDS["50 MB of paragraphs"]().html), None))
        made.append(("16", warc_member(16, " " * (64 * 2**20 + 1)), "page_too_large"))
    made.append(("17", warc_member(17, fine), None))
    return [member for _, member, _ in made] + [warc_member(99, fine)[:60]], {name: fault for name, _, fault in made}


@pytest.mark.slow
def test_each_record_of_a_corrupt_warc_becomes_one_row(tmp_path: Path, long_run: bool) -> None:
    members, expected = bad_records(long_run)
    path = tmp_path / "bad.warc.gz"
    path.write_bytes(b"".join(members))
    done = extract(path, "--out", tmp_path / "out", "--workers", 1)
    found = by_id(tmp_path / "out")
    truncated = found.pop("99", None) or found.pop(f"bad.warc.gz@{sum(map(len, members[:-1]))}")
    assert truncated["fault"] == "record_damaged"
    assert {name: row["fault"] for name, row in found.items()} == expected
    assert found["1"]["title"] == "河边的早市" and "豆腐" in found["1"]["text"]
    assert found["8"]["status"] == 301
    articles = sum(fault is None for fault in expected.values())
    assert done.stdout.startswith(f"{len(expected) + 1} records: {articles} articles\nrecord_damaged: 6\n")


def test_records_after_a_truncated_member_are_read() -> None:
    """After long pages, FastWARC fails before it returns the header of the member."""
    packed = warc_member(3, f"<p>{Random(1).randbytes(200_000).hex()}")
    members = [*map(warc_member, range(3), pages(3, 400)), packed[: len(packed) // 2], warc_member(4, pages(1)[0])]
    assert [record.fault for record in read(BytesIO(b"".join(members)), "a")] == [None] * 3 + ["record_damaged", None]


def test_pages_after_an_out_of_memory_error_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "MAX_MEMORY", 200 * 2**20)
    texts = [pages(1)[0], "<p>Many a short paragraph" * 400_000, pages(1)[0]]
    with closing(pool.Pool(1, Options())) as workers:
        read = workers.rows((None, Record(str(at), data=text)) for at, text in enumerate(texts))
        assert [row["fault"] for _, row in read] == [None, "stopped", None]


def test_a_row_has_all_columns_of_an_article(tmp_path: Path) -> None:
    path = warc(tmp_path / "a.warc.gz", pages(3))
    extract(path, "--out", tmp_path / "out", "--html", "--workers", 1)
    row = parquet.read_table(tmp_path / "out").to_pylist()[0]
    assert row["url"] == "https://site-0.example/0" and row["id"] == "<urn:uuid:0>"
    assert row["time"] == "2026-01-02T03:04:05Z" and row["status"] == 200
    assert row["title"] == "Ferry number 0" and row["lang"] == "en" and row["kind"] == "article"
    assert "harbour" in row["text"] and "harbour" in row["markdown"] and "<p>" in row["html"]
    assert row["words"] > 300 and row["score"] > 0 and not row["truncated"]
    assert row["extractor"] == "fused" and len(row["weights"]) == 16 and row["fault"] is None
    extract(path, "--out", tmp_path / "lines", "--html", "--no-markdown", "--workers", 1, "--format", "jsonl")
    del row["markdown"]
    assert rows(tmp_path / "lines")[0] == row


def write_inputs(folder: Path) -> dict[str, Path]:
    """Writes the same pages in each input format; returns the paths by name."""
    made = pages(4)
    values = [{"url": f"https://a.example/{at}", "content": page} for at, page in enumerate(made)]
    lines = "".join(json.dumps(value) + "\n" for value in values).encode()
    names = ("a.jsonl", "b.jsonl.gz", "c.jsonl.zst", "d.parquet", "e.warc", "f.wacz", "pages")
    paths = {name: folder / name for name in names}
    paths["a.jsonl"].write_bytes(lines)
    paths["b.jsonl.gz"].write_bytes(gzip.compress(lines))
    paths["c.jsonl.zst"].write_bytes(zstandard.compress(lines))
    parquet.write_table(pa.Table.from_pylist(values), paths["d.parquet"])
    packed = warc(folder / "whole.warc.gz", made).read_bytes()
    paths["e.warc"].write_bytes(gzip.decompress(packed))
    with zipfile.ZipFile(paths["f.wacz"], "w") as archive:
        archive.writestr("archive/data.warc.gz", packed)
        archive.writestr("datapackage.json", "{}")
    (paths["pages"] / "deep").mkdir(parents=True)
    for at, page in enumerate(made):
        (paths["pages"] / ("deep" if at % 2 else "") / f"{at}.html").write_text(page, "utf-8")
    return paths


def test_all_input_formats_give_the_same_articles(tmp_path: Path) -> None:
    paths = write_inputs(tmp_path)
    out = tmp_path / "out"
    extract(*paths.values(), "--out", out, "--html-field", "content", "--format", "jsonl", "--workers", 1)
    found = rows(out)
    assert Counter(row["title"] for row in found) == dict.fromkeys(
        ("Ferry number 0", "Ferry number 1", "第2天的早市", "Ferry number 3"), len(paths)
    )
    assert {row["id"] for row in found} >= {"a.jsonl:1", "d.parquet:4", "deep/1.html", "<urn:uuid:3>"}


def test_corrupt_lines_and_files_are_reported_as_faults(tmp_path: Path) -> None:
    page = json.dumps({"html": pages(1)[0], "id": "fine"})
    (tmp_path / "a.jsonl").write_text(f'{page}\n{{"html"\n[1]\n\n{{"html": 5, "id": "no text"}}\n{{"id": "\\ud800"}}')
    packed = gzip.compress("".join(json.dumps({"html": page}) + "\n" for page in pages(60)).encode())
    (tmp_path / "b.jsonl.gz").write_bytes(packed[: len(packed) // 2])
    (tmp_path / "c.parquet").write_bytes(b"PAR1 and nothing else PAR1")
    (tmp_path / "d.wacz").write_bytes(b"PK")
    names = ("a.jsonl", "b.jsonl.gz", "c.parquet", "d.wacz")
    extract(*(tmp_path / name for name in names), "--out", tmp_path / "out", "--workers", 1)
    found = by_id(tmp_path / "out")
    assert found["fine"]["fault"] is None
    damaged = {name for name, row in found.items() if row["fault"] == "record_damaged"}
    assert len(damaged) == 7 and damaged >= {"a.jsonl:2", "a.jsonl:3", "no text", "?", "c.parquet:1", "d.wacz"}


def test_unusable_inputs_are_reported(tmp_path: Path) -> None:
    (tmp_path / "a.doc").write_text("")
    assert "a.doc is not an input; name" in extract(tmp_path / "a.doc", "--out", tmp_path / "out", code=3).stderr
    assert "or list addresses in a .txt file" in extract(tmp_path / "b.warc", "--out", tmp_path / "out", code=3).stderr
    path = warc(tmp_path / "a.warc.gz", pages(1))
    extract(path, "--out", tmp_path / "out", "--workers", 1)
    assert "other inputs or options" in extract(path, "--out", tmp_path / "out", "--html", code=3).stderr


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("", 0), (" — … 😀 ", 0), ("don’t stop_it 2nd", 4), ("Grüße, мир", 2), ("中文ab かな 한국", 7), ("𝐀𝐁 😀 x", 2),
        ("a\ud800b", 2), ("𠀀𠀁中", 2),
    ],
)  # fmt: skip
def test_words_are_counted_as_letter_runs_and_cjk_characters(text: str, number: int) -> None:
    pages = [f"<p>{ENGLISH}</p><p>So {ENGLISH} {more}</p>" for more in ("", text)]
    without, with_text = (row_of(Record("", data=page), Options())["words"] for page in pages)
    assert with_text - without == number


def test_missing_packages_are_reported_with_the_pip_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jingdu.cli.extract.find_spec", lambda name: None)
    command = f"{shlex.quote(sys.executable)} -m pip install 'jingdu[crawl]'"
    with pytest.raises(InputError, match=f"install them with: {re.escape(command)}$"):
        run_extract(Namespace())
