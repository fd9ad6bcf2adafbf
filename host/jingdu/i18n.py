"""Messages in the user's language.

Set-up and the doctor use this module before anything is installed, so it needs only the standard library. The English
message is the key of the catalogue ``locale/messages.json``, which has the translations:

    from jingdu.i18n import gettext as _, ngettext

    print(_("{path} is missing", path=place))                      # never an f-string
    print(ngettext("{n} article", "{n} articles", number))         # the catalogue has one entry, "{n} articles"

Messages are English until `activate` is called, as command lines and the doctor do; the host's other replies, the log
and the library stay English. Commands that print JSON call ``activate("en")``. A child process that prints messages
gets ``{**env, "LANGUAGE": language()}`` and calls `activate` itself. ``tests/host/test_languages.py`` fails if a
message is missing from the catalogue. `jingdu.cli.parser.Parser` translates help texts.
"""

from __future__ import annotations  # for the old Pythons of install/setup.py

import os
import sys
from collections.abc import Mapping

LANGUAGES = {"en": "en", "zh_CN": "zh-CN", "zh_TW": "zh-Hant-TW", "ja": "ja"}
"""Language of the catalogue → its BCP 47 tag."""
CATALOGUE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "locale", "messages.json")

_language = "en"
_catalogue: Mapping[str, str] = {}


def language() -> str:
    """The active language, one of `LANGUAGES`."""
    return _language


def activate(name: str | None = None) -> None:
    """Activates a language of `LANGUAGES`, by default that of the environment."""
    global _language, _catalogue  # noqa: PLW0603
    _language = name or choose(os.environ)
    _catalogue = catalogue(_language)


def catalogue(name: str) -> Mapping[str, str]:
    """English message → translation; empty for English."""
    if name == "en":
        return {}
    import json

    with open(CATALOGUE, encoding="utf-8") as file:
        return {message: texts[name] for message, texts in json.load(file).items()}


def gettext(message: str, **values: object) -> str:
    """The message in the active language, with ``{placeholders}`` filled in."""
    text = _catalogue.get(message, message)
    return text.format_map(values) if values else text


def ngettext(one: str, many: str, n: int, **values: object) -> str:
    """The singular or plural message for ``n``, which fills in ``{n}``; the catalogue's key is ``many``."""
    text = _catalogue.get(many) or (one if n == 1 else many)
    return text.format_map({"n": n, **values}) if "{" in text else text


def system_message(message: str) -> str:
    """A message of the operating system, such as ``OSError.strerror``, in the active language if it is translated."""
    return _catalogue.get(message.lower(), message)


def choose(env: Mapping[str, str]) -> str:
    """The language set by LANGUAGE, LC_ALL, LC_MESSAGES and LANG, as in GNU gettext, else by the system's settings.

    In the C locale it is English, whatever LANGUAGE is.
    """
    locale = next(filter(None, map(env.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), None)
    if locale in ("C", "POSIX"):
        return "en"
    tags = [*env.get("LANGUAGE", "").split(":"), *([locale] if locale else _system())]
    return next(filter(None, map(supported, tags)), "en")


def supported(tag: str) -> str | None:
    """A language of `LANGUAGES`: ``zh_HK.UTF-8`` or ``zh-Hant-HK`` → ``zh_TW``; None for one without translations."""
    parts = tag.partition(".")[0].partition("@")[0].replace("-", "_").lower().split("_")
    if parts[0] == "zh":
        return "zh_TW" if {"hant", "tw", "hk", "mo"}.intersection(parts) else "zh_CN"
    return parts[0] if parts[0] in ("en", "ja") else None


def _system() -> list[str]:
    """The languages of the user interface on Windows and macOS; empty on other systems."""
    if sys.platform == "win32":
        import ctypes
        import locale

        return [locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")]
    if sys.platform == "darwin":
        import re
        import subprocess

        command = ["/usr/bin/defaults", "read", "-g", "AppleLanguages"]
        return re.findall(r"[\w-]+", subprocess.run(command, check=False, capture_output=True, text=True).stdout)
    return []
