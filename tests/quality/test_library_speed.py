"""The quick gate of `bench_library.py`: at 1,000 articles, with room for a machine that others use too."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.quality.bench_library import fill, library, opening, queries, search, times

ARTICLES = 1000


@pytest.mark.long
def test_saving_searching_and_opening_are_quick(tmp_path: Path) -> None:
    with library(tmp_path):
        _, of_index = fill(ARTICLES)
        assert of_index.median < 50
        opened, first, compared = opening()
        assert opened + first + compared < 2
        asked = [one for typed in queries().values() for one in typed[:8]]
        assert times(search(asked)).p95 < 50
