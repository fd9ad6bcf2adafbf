"""What the hostile suite's tests share: the browsers, and a library of the test's own."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.conftest import browser_with, reader, shared, site
from tests.library.conftest import library  # noqa: F401  # a fixture
from tests.support.chromium import REAL_HOST
from tests.support.firefox import Firefox, firefox

__all__ = ["browser_with", "reader", "shared", "site"]


@pytest.fixture
def fox(tmp_path: Path) -> Iterator[Firefox]:
    """A Firefox with ours in it."""
    if "JINGDU_FIREFOX" not in os.environ:
        pytest.skip("no Firefox here; install firefox, or name one in JINGDU_FIREFOX")
    with firefox(os.environ["JINGDU_FIREFOX"], tmp_path, REAL_HOST) as running:
        yield running
