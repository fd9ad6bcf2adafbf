"""The language of a page: what it declares, checked against the script it is written in.

Chinese pages made from English templates say ``lang="en"``, and the browser then picks a
wrong font and breaks lines wrongly. The script of the text is the stronger witness: a
declared language that cannot be written in it is not believed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

SAMPLE: Final = 3000
"""Characters of the text that are read."""

_WRITTEN_IN: Final[Mapping[str, tuple[str, ...]]] = {
    "Hani": ("zh", "yue", "wuu", "lzh", "nan", "hak", "gan"),
    "Kana": ("ja", "ryu", "ain"),
    "Hang": ("ko",),
    "Cyrl": tuple("ru uk be bg sr mk kk ky mn tg tt ba cv os ce sah ab uz az bs".split()),
    "Grek": ("el", "grc"),
    "Arab": tuple("ar fa ur ps ug ckb sd ku az ks pnb arz ary ms ha".split()),
    "Hebr": ("he", "yi", "lad"),
    "Thai": ("th",),
    "Deva": tuple("hi mr ne sa bho mai new kok".split()),
}
"""Languages of each script; the first is the guess where none of them is declared and no letter decides."""
_LETTERS: Final[Mapping[str, tuple[tuple[str, frozenset[str]], ...]]] = {
    "Cyrl": (("kk", frozenset("әғқңұһ")), ("be", frozenset("ў")), ("uk", frozenset("іїєґ")), ("mk", frozenset("ѓќѕ")),
             ("sr", frozenset("ђћџј"))),
    "Arab": (("ur", frozenset("ٹڈڑے")), ("fa", frozenset("پچژگ"))),
}  # fmt: skip
"""Letters that, of the languages of a script, one has; the rarer language first where two share some."""
NOT_LATIN: Final = frozenset(
    "zh yue wuu lzh ja ko ru uk be bg mk el grc ar fa ur ps he yi th hi mr ne sa ka hy am bn ta te".split()
)
"""Languages never written in Latin letters only."""

_TAG: Final = re.compile(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{1,8}){0,4}")
_SIMPLIFIED: Final = frozenset("这国们来说时会对为个发过学么经现进动开关还没无车东长门问间见书马语话让认议")
_TRADITIONAL: Final = frozenset("這國們來說時會對為個發過學麼經現進動開關還沒無車東長門問間見書馬語話讓認議")
_REGIONS: Final = frozenset({"TW", "HK", "MO", "SG", "MY"})


def language(text: str, found: Mapping[str, int], declared: Iterable[str | None]) -> str | None:
    """The BCP 47 tag of ``text``: the first declared one its script allows, else what the text itself is in.

    ``found`` are the text's ``scripts.counts``.

    Chinese is always ``zh-Hans`` or ``zh-Hant`` (with the region where it is not the
    mainland). None where nothing is declared and the words in Latin letters leave it open:
    `detect` then guesses it.
    """
    tags = [tag for tag in map(canonical, declared) if tag]
    script = _script(found, {tag.partition("-")[0] for tag in tags})
    fitting = next((tag for tag in tags if _fits(tag.partition("-")[0], script)), None)
    tag = fitting or _guess(text, script)
    return _chinese(text, tag) if tag and tag.partition("-")[0] == "zh" else tag


def _guess(text: str, script: str | None) -> str | None:
    """The language by letters that only one of a script has, in Latin ones by function words; None if unsure."""
    if script == "Latn":
        from jingdu.text import function_words

        return function_words.language(text)
    if script is None or script not in _WRITTEN_IN:
        return None
    found = set(text.lower())
    own = next((language for language, letters in _LETTERS.get(script, ()) if found & letters), None)
    return own or _WRITTEN_IN[script][0]


def canonical(tag: str | None) -> str | None:
    """``tag`` with its parts in the usual case and hyphens; None where it isn't a language tag."""
    found = _TAG.fullmatch((tag or "").strip().split(",")[0].split(".")[0].strip())
    if not found:
        return None
    first, *rest = re.split("[-_]", found[0])
    return "-".join([first.lower(), *map(_part, rest)])


def without_region(tag: str) -> str:
    """The language of a canonical tag: English for ``en-US``; Chinese by its script, ``zh-Hant`` for ``zh-TW``."""
    language, *parts = tag.split("-")
    if language == "zh":
        traditional = {"Hant", "TW", "HK", "MO"} & {*parts}
        return "zh-Hant" if traditional else "zh-Hans" if {"Hans", "CN", "SG", "MY"} & {*parts} else "zh"
    return "-".join([language, *(part for part in parts if len(part) == 4)])


def _part(part: str) -> str:
    return part.upper() if len(part) == 2 else part.title() if len(part) == 4 else part.lower()


def _script(found: Mapping[str, int], declared: set[str]) -> str | None:
    """The script the text is in. A Han character weighs several Latin letters; kana mean Japanese."""
    total = sum(found.values())
    if not total:
        return None
    han, kana = found.get("Hani", 0), found.get("Kana", 0)
    if kana > 0.05 * (han + kana) and han + kana > (0.05 if "ja" in declared else 0.25) * total:
        return "Kana"
    if han > (0.05 if "zh" in declared else 0.25) * total:
        return "Hani"
    script = next(iter(found))
    return "Kana" if script == "Hani" and kana else script


def _fits(language: str, script: str | None) -> bool:
    if script is None:
        return True
    if script == "Latn":
        return language not in NOT_LATIN
    return language in _WRITTEN_IN[script]


def _chinese(text: str, tag: str) -> str:
    """``zh-Hans`` or ``zh-Hant`` by the characters themselves, by the declared tag where they don't decide."""
    simplified = sum(map(text.count, _SIMPLIFIED))
    traditional = sum(map(text.count, _TRADITIONAL))
    region = next((part for part in tag.split("-")[1:] if part in _REGIONS), None)
    declared = "Hant" in tag or region in {"TW", "HK", "MO"}
    hant = traditional > simplified if traditional != simplified else declared
    return f"zh-{'Hant' if hant else 'Hans'}" + (f"-{region}" if region else "")


MAX_DETECTED: Final = 600
"""Characters that `detect` reads: on labelled pages more changed nothing."""
MIN_LETTERS: Final = 20
"""Letters below which a guess is not worth loading the model."""


def detect(text: str) -> str | None:
    """The likeliest language of a text in Latin letters, as an ISO 639-1 code; None for fewer than `MIN_LETTERS`.

    By py3langid (Lui and Baldwin 2012: byte n-grams, naive Bayes), which knows 97 languages; its model takes half a
    second and 77 MB to load, so it is asked last.
    """
    sample = text[:MAX_DETECTED]
    if sum(map(str.isalpha, sample)) < MIN_LETTERS:
        return None
    from py3langid import rank

    return next((str(code) for code, _ in rank(sample) if code not in NOT_LATIN), None)
