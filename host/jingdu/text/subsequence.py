"""The longest common subsequence, computed bit-parallel (Crochemore et al. 2001; Hyyrö 2004).

Each row of the table is one long integer; an item costs one addition, one subtraction and three logical operations.
"""

from collections.abc import Iterator, Sequence


def lcs_rows(one: Sequence[str], other: Sequence[str]) -> Iterator[int]:
    """Yields the rows of the table, for the first 0, 1, … items of ``one``.

    Bit j of row i is 0 if item j of ``other`` lengthens its longest common subsequence with the first i items of
    ``one``; the number of zeros is its length.
    """
    positions: dict[str, int] = {}
    for at, item in enumerate(other):
        positions[item] = positions.get(item, 0) | 1 << at
    row = full = (1 << len(other)) - 1
    yield row
    for item in one:
        hit = row & positions.get(item, 0)
        row = ((row + hit) | (row - hit)) & full
        yield row
