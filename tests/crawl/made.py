"""Generates inputs for ``jingdu extract``, runs it and reads its output."""

import gzip
import json
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any, Final

from pyarrow import parquet

from tests.support.forked import run_forked
from tests.support.prose import CHINESE, ENGLISH, page

HTML: Final = "text/html; charset=utf-8"
COMMAND: Final = (sys.executable, "-P", "-m", "jingdu", "extract")


def pages(number: int, paragraphs: int = 4) -> list[str]:
    """Pages with distinct texts, a third of them Chinese."""
    return [
        page(f"第{at}天的早市", _paragraphs(at, CHINESE, paragraphs), lang="zh-CN")
        if at % 3 == 2
        else page(f"Ferry number {at}", _paragraphs(at, ENGLISH, paragraphs))
        for at in range(number)
    ]


def _paragraphs(number: int, sentence: str, paragraphs: int) -> str:
    """Paragraphs of randomly chosen words of a sentence."""
    chance = Random(number)
    pieces = (
        [f"{word} " for word in re.findall(r"\w+", ENGLISH)] if sentence is ENGLISH else re.findall("\\w{2}", CHINESE)
    )
    lines = ("".join(chance.choices(pieces, k=100)).strip() for _ in range(paragraphs))
    mark = "." if sentence is ENGLISH else "。"
    return "".join(f"<p>{line[:200]}, {line[200:]}{mark}</p>" for line in lines)


def warc_member(
    number: int, page: str | bytes, kind: str | None = HTML, status: str = "200 OK", *, longer: int = 0, extra: str = ""
) -> bytes:
    """A gzip member with one response; ``longer`` is added to its declared length."""
    body = page if isinstance(page, bytes) else page.encode()
    head = f"HTTP/1.1 {status}\r\n" + (f"Content-Type: {kind}\r\n" if kind else "") + extra
    payload = f"{head}\r\n".encode() + body
    warc = (
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:{number}>\r\n"
        f"WARC-Target-URI: https://site-{number % 7}.example/{number}\r\nWARC-Date: 2026-01-02T03:04:05Z\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(payload) + longer}\r\n\r\n"
    )
    return gzip.compress(warc.encode() + payload + b"\r\n\r\n", 1)


def warc(path: Path, made: Iterable[str]) -> Path:
    """Writes a WARC of the pages, each after its request record; returns the path."""
    with path.open("wb") as file:
        for number, page in enumerate(made):
            asked = (
                f"WARC/1.0\r\nWARC-Type: request\r\nWARC-Record-ID: <urn:uuid:r{number}>\r\nContent-Length: 0\r\n\r\n"
            )
            file.write(gzip.compress(f"{asked}\r\n\r\n".encode(), 1) + warc_member(number, page))
    return path


def rows(folder: Path) -> list[dict[str, Any]]:
    """All rows of all shards, in order."""
    found: list[dict[str, Any]] = []
    for path in sorted(folder.glob("part-*")):
        if path.suffix == ".parquet":
            found += parquet.read_table(path).to_pylist()
        else:
            found += map(json.loads, path.read_text("utf-8").splitlines())
    return found


def extract(*words: object, code: int = 0) -> subprocess.CompletedProcess[str]:
    """Runs the command and checks its exit code."""
    done = run_forked(Path.home(), "extract", *map(str, words))
    assert done.returncode == code, done.stderr.decode()
    return subprocess.CompletedProcess(done.args, code, done.stdout.decode(), done.stderr.decode())
