"""Browser and library fixtures of other folders, and the fault injection bench."""

from collections.abc import Iterator

import pytest

from tests.browser.conftest import browser_with, fox, reader, shared, shared_fox, site, spare
from tests.hostile.faults.bench import bench
from tests.hostile.faults.judging import Judge
from tests.library.conftest import library

__all__ = ["browser_with", "fox", "library", "reader", "shared", "shared_fox", "site", "spare"]


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    """A judge with its own bench."""
    with bench() as made:
        yield Judge(made)
