"""Paper S1: near-duplicates by characteristic strings.

Idea: the characters adjacent to each occurrence of a keyword, in order, form a short string that serves as a signature.
Copies share it, and text that a re-publisher adds before and after does not change it.

Reference: keyword and characteristic-string extraction for de-duplication.

Departures. In scripts with spaces the neighbours are words, as the characters around an English keyword are nearly
always spaces. The paper compares two strings by their longest common substring; `jingdu.crawl.fingerprints` does by
hashes of their parts.
"""

from collections.abc import Collection, Sequence


def characteristic(units: Sequence[str], keywords: Collection[Sequence[str]]) -> list[str]:
    """The units (characters or words) adjacent to each occurrence of a keyword, in order."""
    first: dict[str, list[tuple[str, ...]]] = {}
    for keyword in keywords:
        if keyword:
            first.setdefault(keyword[0], []).append(tuple(keyword))
    found: list[str] = []
    for at, unit in enumerate(units):
        for keyword in first.get(unit, ()):
            end = at + len(keyword)
            if tuple(units[at:end]) == keyword:
                found += [*units[max(at - 1, 0) : at], *units[end : end + 1]]
    return found
