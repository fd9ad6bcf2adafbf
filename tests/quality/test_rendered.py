"""The article of a page rendered by a browser is as good as that of the page from the server."""

from __future__ import annotations

from statistics import mean

import pytest
from playwright.sync_api import Playwright

from tests.quality import rendered

pytestmark = [pytest.mark.browser, pytest.mark.long]


@pytest.mark.parametrize("corpus", rendered.RAW)
def test_rendered_pages_give_the_same_article(playwright: Playwright, corpus: str) -> None:
    if not rendered.path_of(corpus).is_file():
        pytest.skip(f"no {corpus}")
    rows = list(rendered.compared(playwright, corpus, 20))
    assert len(rows) >= 18
    assert mean(row.built for row in rows) >= mean(row.sent for row in rows) - 0.005
