"""Generates the Traditional and Simplified Chinese tables from OpenCC's dictionaries.

Run ``python tests/library/make_variants.py``. A search only needs to know which characters are equivalent: 30 KB
instead of the package, which is a 2.4 MB download, 7 MB on disk and 12 ms to import.
"""

import hashlib
import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import opencc

TABLES: Final = Path(__file__).resolve().parents[2] / "host" / "jingdu" / "text" / "tables"
CHARACTERS: Final = ("TSCharacters", "STCharacters", "TSCharactersExt", "TWVariants", "HKVariants")
REGIONAL: Final = ("TWPhrases", "HKPhrases")
SOURCE: Final = f"""\
# From OpenCC {opencc.__version__} (Apache-2.0, github.com/BYVoid/OpenCC): {{names}}.
# Made by tests/library/make_variants.py.
"""
VARIANTS: Final = "# Characters that are one another's Traditional or Simplified form; the first stands for the rest.\n"
SIMPLIFIED: Final = (
    "# Characters of Simplified text, each followed by those of Traditional text that are written so in it.\n"
)
WORDS: Final = "# Words that differ by region, mainland first, in the characters that variants.txt has first.\n"


def rows(name: str) -> Iterator[tuple[str, list[str]]]:
    """The entries of a dictionary: a key and its possible conversions."""
    package = Path(opencc.__file__).parent / "clib"
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "text"
        program, source = package / "bin" / "opencc_dict", package / "share" / "opencc" / f"{name}.ocd2"
        subprocess.run([program, "-i", source, "-o", out, "-f", "ocd2", "-t", "text"], check=True, capture_output=True)
        for line in out.read_text("utf-8").splitlines():
            if "\t" in line and not line.startswith("#"):
                key, values = line.split("\t")
                yield key, values.split(" ")


def classes() -> list[set[str]]:
    """Equivalence classes of characters, connected by any entry of a dictionary."""
    parent: dict[str, str] = {}

    def root(char: str) -> str:
        while parent.setdefault(char, char) != char:
            char = parent[char]
        return char

    for key, value in ((key, value) for name in CHARACTERS for key, values in rows(name) for value in values):
        if len(key) == len(value) == 1:
            parent[root(key)] = root(value)
    found: dict[str, set[str]] = {}
    for char in list(parent):
        found.setdefault(root(char), set()).add(char)
    return [members for members in found.values() if len(members) > 1]


def variants() -> list[str]:
    """A line for each class: its Simplified form, or else the most common target, then the other characters."""
    simplified = {key for key, _ in rows("STCharacters")}
    leads = {key: values[0] for key, values in rows("TSCharacters")}
    lines = []
    for members in classes():
        votes = Counter(leads.get(char, char) for char in members)
        first = min(members, key=lambda char: (char not in simplified, ord(char) > 0xFFFF, -votes[char], char))
        lines.append(first + "".join(sorted(members - {first})))
    return sorted(lines)


def simplified() -> list[str]:
    """A line for each Simplified character, followed by the Traditional characters that convert to it."""
    result: dict[str, list[str]] = {}
    for key, values in rows("TSCharacters"):
        if len(key) == len(values[0]) == 1 and key != values[0] and max(key, values[0]) <= "\uffff":
            result.setdefault(values[0], []).append(key)
    return sorted(first + "".join(sorted(others)) for first, others in result.items())


def regional(lines: list[str]) -> list[str]:
    """Pairs of words that differ even after their characters are normalised."""
    same = {ord(char): line[0] for line in lines for char in line[1:]}
    pairs = {
        (key.translate(same), value.translate(same)): None
        for name in REGIONAL
        for key, values in rows(name)
        for value in values
    }
    return [f"{here}\t{there}" for here, there in pairs if here != there]


def tables() -> dict[str, str]:
    """File name → content."""
    lines = variants()
    words = regional(lines)
    return {
        "variants.txt": VARIANTS + SOURCE.format(names=", ".join(CHARACTERS)) + "\n".join(lines) + "\n",
        "simplified.txt": SIMPLIFIED + SOURCE.format(names="TSCharacters") + "\n".join(simplified()) + "\n",
        "regional.txt": WORDS + SOURCE.format(names=", ".join(REGIONAL)) + "\n".join(words) + "\n",
    }


if __name__ == "__main__":
    for name, text in tables().items():
        (TABLES / name).write_text(text, "utf-8")
        sys.stdout.write(f"{TABLES / name}: {len(text.encode())} bytes\n")
    origin = json.loads((TABLES / "origin.json").read_text("utf-8"))
    origin |= {
        "version": opencc.__version__,
        "files": {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(TABLES.glob("*.txt"))},
    }
    (TABLES / "origin.json").write_text(json.dumps(origin, indent=2, ensure_ascii=False) + "\n", "utf-8")
