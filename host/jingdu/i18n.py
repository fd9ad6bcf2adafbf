"""Messages in the user's language. Standard library only: set-up and the doctor use it before anything is installed.

The English sentence is the key of the catalogue ``locale/messages.json``, which has its translations:

    from jingdu.i18n import gettext as _, ngettext

    print(_("{path} is missing", path=place))                      # never an f-string
    print(ngettext("{n} article", "{n} articles", number))         # the catalogue has one entry, "{n} articles"

Until a command line calls `activate`, everything is English: the host's replies, logs and library use stay so.
A command that prints JSON calls ``activate("en")`` first. A child process that prints messages gets
``{**env, "LANGUAGE": language()}`` and calls `activate` itself. ``tests/host/test_languages.py`` names each
message that the catalogue lacks. Help texts of parsers need no call: `jingdu.cli.parser.Parser` looks them up.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

LANGUAGES = ("en", "zh_CN", "zh_TW", "ja")
CATALOGUE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "locale", "messages.json")

_language = "en"
_catalogue: Mapping[str, str] = {}


def language() -> str:
    """The language in use, one of `LANGUAGES`."""
    return _language


def activate(wanted: str | None = None) -> None:
    """Uses a language of `LANGUAGES`, by default the one that the environment asks for."""
    global _language, _catalogue  # noqa: PLW0603
    _language = wanted or choose(os.environ)
    _catalogue = catalogue(_language)


def catalogue(name: str) -> Mapping[str, str]:
    """English message → message in a language."""
    if name == "en":
        return {}
    import json

    with open(CATALOGUE, encoding="utf-8") as file:
        return {message: texts[name] for message, texts in json.load(file).items()}


def gettext(message: str, **values: object) -> str:
    """The message in the language in use, with its ``{placeholders}`` filled in."""
    text = _catalogue.get(message, message)
    return text.format_map(values) if values else text


def ngettext(one: str, many: str, n: int, **values: object) -> str:
    """The message for a number, which is ``{n}`` in it; the catalogue has ``many``."""
    text = _catalogue.get(many) or (one if n == 1 else many)
    return text.format_map({"n": n, **values}) if "{" in text else text


def choose(env: Mapping[str, str]) -> str:
    """The language that LANGUAGE, LC_ALL, LC_MESSAGES and LANG ask for, as GNU gettext reads them; else the system's.

    The C locale is English whatever LANGUAGE says.
    """
    locale = next(filter(None, map(env.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), None)
    if locale in ("C", "POSIX"):
        return "en"
    asked = [*env.get("LANGUAGE", "").split(":"), *([locale] if locale else _system())]
    return next(filter(None, map(_known, asked)), "en")


def _known(tag: str) -> str | None:
    """``zh_HK.UTF-8`` or ``zh-Hant-HK`` → ``zh_TW``; None for a language without a catalogue."""
    parts = tag.partition(".")[0].partition("@")[0].replace("-", "_").lower().split("_")
    if parts[0] == "zh":
        return "zh_TW" if {"hant", "tw", "hk", "mo"}.intersection(parts) else "zh_CN"
    return parts[0] if parts[0] in ("en", "ja") else None


def _system() -> list[str]:
    """The languages of the desktop, where the system has them elsewhere than in the environment."""
    if sys.platform == "win32":
        import ctypes
        import locale

        return [locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")]
    if sys.platform == "darwin":
        import re
        import subprocess

        command = ["/usr/bin/defaults", "read", "-g", "AppleLanguages"]
        done = subprocess.run(command, check=False, capture_output=True, text=True)
        return re.findall(r"[\w-]+", done.stdout)
    return []
