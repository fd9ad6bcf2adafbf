"""Closes the indexes that a test has opened in its own process."""

from jingdu.library import indexed


def close_all() -> None:
    while indexed._opened:
        indexed._opened.popitem()[1].close()
