"""Closes the indexes that were opened in this process."""

from jingdu.library import indexed


def close_all() -> None:
    while indexed._opened:
        indexed._opened.popitem()[1].close()
