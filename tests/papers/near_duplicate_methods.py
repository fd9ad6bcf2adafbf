"""Compares methods of near-duplicate detection: ``python tests/papers/near_duplicate_methods.py`` prints a table."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Sequence
from difflib import SequenceMatcher
from pathlib import Path

if __name__ == "__main__":
    root = Path(__file__).resolve().parents[2]
    sys.path[:0] = [str(root / "host"), str(root)]

from jingdu.crawl.fingerprints import characteristic
from jingdu.library.topics import features
from jingdu.library.topics.passages import of_text
from jingdu.library.topics.similarity import is_same, shared, units
from tests.papers.near_duplicates import Pair, Text, is_chinese, kinds, pairs

NEAR = 0.35
"""Minimum cosine of candidates."""


def vector(one: Text) -> dict[str, float]:
    return features.vector(features.folded(of_text(one.text, one.title)))


def cosine(pair: Pair) -> float:
    return features.dot(vector(pair.one), vector(pair.other))


def string_similarity(pair: Pair) -> float:
    """Similarity of the characteristic strings (S1), with the terms of both articles as keywords."""
    keywords = [units(one) for one in dict.fromkeys([*vector(pair.one), *vector(pair.other)])]
    return common_substring(*(characteristic(units(text.text), keywords) for text in (pair.one, pair.other)))


def common_substring(one: Sequence[str], other: Sequence[str]) -> float:
    """2·L / (|a| + |b|), where L is the length of the longest common contiguous substring."""
    longest = SequenceMatcher(None, one, other, autojunk=False).find_longest_match()
    return 2 * longest.size / max(len(one) + len(other), 1)


def similarity(pair: Pair) -> float:
    return shared(units(pair.one.text), units(pair.other.text)).similarity


def shingles(one: Text, size: int = 4) -> set[bytes]:
    found = units(one.text)
    return {" ".join(found[at : at + size]).encode() for at in range(max(1, len(found) - size + 1))}


def minhash(pair: Pair) -> float:
    """MinHash (Broder): Jaccard similarity of 4-shingles, estimated with 128 permutations."""
    from datasketch import MinHash

    hashes = []
    for one in (pair.one, pair.other):
        hashes.append(MinHash(num_perm=128))
        hashes[-1].update_batch(sorted(shingles(one)))
    return float(hashes[0].jaccard(hashes[1]))


def simhash(pair: Pair) -> float:
    """SimHash (Charikar): share of equal bits of the 64-bit fingerprints."""
    one, other = _fingerprint(pair.one), _fingerprint(pair.other)
    return 1 - (one ^ other).bit_count() / 64


def _fingerprint(one: Text) -> int:
    sums = [0] * 64
    for shingle in shingles(one):
        number = int.from_bytes(hashlib.blake2b(shingle, digest_size=8).digest())
        for at in range(64):
            sums[at] += 1 if number >> at & 1 else -1
    return sum(1 << at for at, total in enumerate(sums) if total > 0)


def default_method(pair: Pair) -> bool:
    return cosine(pair) >= NEAR and is_same(shared(units(pair.one.text), units(pair.other.text)))


METHODS: dict[str, Callable[[Pair], bool]] = {
    "S2 alone, χ = 0.8": lambda pair: cosine(pair) >= 0.8,
    "S2 alone, χ = 0.5": lambda pair: cosine(pair) >= 0.5,
    "S2 candidates": lambda pair: cosine(pair) >= NEAR,
    "S2, then S1": lambda pair: cosine(pair) >= NEAR and string_similarity(pair) >= 0.4,
    "S2, then S1 at 0.2": lambda pair: cosine(pair) >= NEAR and string_similarity(pair) >= 0.2,
    "S2, then common runs (default)": default_method,
    "MinHash, 0.5": lambda pair: minhash(pair) >= 0.5,
    "MinHash, 0.3": lambda pair: minhash(pair) >= 0.3,
    "SimHash, 3 bits": lambda pair: simhash(pair) >= 1 - 3 / 64,
    "SimHash, 16 bits": lambda pair: simhash(pair) >= 1 - 16 / 64,
}


def precision_recall(found: Sequence[Pair], method: Callable[[Pair], bool]) -> tuple[float, float]:
    """Precision and recall of a method on labelled pairs."""
    results = [(method(pair), pair.same) for pair in found]
    right = sum(predicted and same for predicted, same in results)
    return right / max(sum(predicted for predicted, _ in results), 1), right / max(sum(same for _, same in results), 1)


def main() -> None:
    everything = pairs()
    same = [kind for kind, these in kinds(everything) if these[0].same]
    print("| method | precision | recall | " + " | ".join(same) + " | zh | en |\n|" + "---|" * (len(same) + 5))
    for name, method in METHODS.items():
        precision, recall = precision_recall(everything, method)
        by_kind = [precision_recall([pair for pair in everything if pair.kind == kind], method)[1] for kind in same]
        by_script = [precision_recall([p for p in everything if is_chinese(p.one) == chinese], method)[1]
                     for chinese in (True, False)]  # fmt: skip
        print(f"| {name} | " + " | ".join(f"{value:.2f}" for value in (precision, recall, *by_kind, *by_script)) + " |")


if __name__ == "__main__":
    main()
