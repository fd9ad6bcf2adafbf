"""Fixtures of other folders: the browsers, and an empty library."""

from tests.browser.conftest import browser_with, fox, reader, shared, shared_fox, site, spare
from tests.library.conftest import library

__all__ = ["browser_with", "fox", "library", "reader", "shared", "shared_fox", "site", "spare"]
