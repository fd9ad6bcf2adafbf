"""How the time of a parse grows with a page that repeats itself."""

from __future__ import annotations

import time

from jingdu.page.parse import parse


def growth(before: str, piece: str) -> float:
    """How many times as long 20,000 of a piece take, after what stands before them, as 2,000 (5 ms at the least)."""

    def seconds(count: int) -> float:
        html = before + piece * count
        start = time.process_time()
        parse(html)
        return time.process_time() - start

    seconds(100)
    small = max(0.005, min(seconds(2000) for _ in range(2)))
    return min(seconds(20_000) for _ in range(2)) / small
