"""A worker takes the same memory however many records it reads; `bench_crawl.py --memory` counts more of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.crawl.memory import peaks


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="reads the peak from /proc")
def test_many_records_take_no_more_memory_than_some() -> None:
    (_, some), (_, many) = peaks([1_000, 5_000])
    assert many <= 1.2 * some
