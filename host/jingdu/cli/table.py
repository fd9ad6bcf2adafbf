"""The table of commands."""

from importlib import import_module
from typing import Any, Final

COMMANDS: Final = {
    "read": (
        "print the article of a page",
        "Prints the article of a page: a file, an http(s) address, or standard input.",
    ),
    "extract": (
        "extract the articles of WARC files, data sets and lists of addresses",
        "Extracts the articles of many pages into Parquet files or JSON lines: every record of the input is there "
        "once, as an article or with the code of a fault, so a run with faults ends with 0. An interrupted run "
        "continues with the same command.",
    ),
    "save": (
        "save the article of a page to the library",
        "Saves the article of a page, with its images and the page itself, as files in the library's folder.",
    ),
    "list": ("list the articles of the library", "Lists the articles of the library, the newest first."),
    "show": (
        "print an article of the library",
        "Prints saved articles as Markdown or text, or the folders of their files.",
    ),
    "edit": (
        "change title, tags and marks of articles",
        "Changes title, tags and marks of saved articles; nothing else in their files changes.",
    ),
    "delete": (
        "move articles to the trash, or delete them permanently",
        "Moves articles to the library's trash, which keeps them for 30 days, or deletes them permanently.",
    ),
    "restore": ("restore articles from the trash", "Restores articles from the library's trash."),
    "duplicates": (
        "list articles that are nearly the same",
        "Lists articles of the library that are nearly the same, group by group, the newest first.",
    ),
    "related": (
        "list articles on the same subject",
        "Lists articles of the library on the same subject as one of them, the most similar first.",
    ),
    "re-read": (
        "extract saved pages again with the current extractor",
        "Extracts saved pages again; id, title, tags, marks and images stay, and text that you edited is not changed.",
    ),
    "export": (
        "export articles of the library for reading elsewhere or for other programs",
        "Exports articles of the library, or all of them, in the format that is chosen. Nothing is ever overwritten.",
    ),
    "import": (
        "import an export, bookmarks, reading lists or saved pages",
        "Imports Jingdu's own exports, saved pages, and bookmarks and lists as addresses to read later. "
        "Nothing is imported twice, so the same command continues after an interruption.",
    ),
    "explain": (
        "show why each block of a page was kept or left out",
        "Shows each block of a page with its score, whether it was kept, and the main reasons.",
    ),
    "learn-site": (
        "learn what the pages of a site have in common, or forget it",
        "Learns a site from saved pages, as the reader does from the pages it shows: what is on all of them is not "
        "part of an article. The extractors `entropy` and `template` use it. What is learned stays on this computer.",
    ),
    "learn": (
        "show, forget, export or import what the reader learned from corrected pages",
        "Shows, switches, forgets, exports or imports what the reader learned from pages that were corrected in "
        "“Why these parts?”. It stays on this computer and has no words of the pages in it.",
    ),
    "search": (
        "search the library",
        "Searches the articles of the library. All words must occur, or most of them if no article has all; quotes "
        "search for a phrase, -word excludes a word, and tag:, site: and title: narrow the search.",
    ),
    "reindex": (
        "rebuild the library's index from its files",
        "Rebuilds the index of the library from its files. The library can be searched meanwhile.",
    ),
    "completion": (
        "print a completion script for bash, zsh or fish",
        "Prints a script with which a shell completes the commands, options and files of jingdu.",
    ),
    "setup": (
        "register the companion app with the browsers, and check that it works",
        "Registers the companion app of this installation with every browser that is found, and checks that it works. "
        "It can be repeated without harm.",
    ),
    "doctor": (
        "check everything, and say how to fix what failed",
        "Checks everything between the browser and the library, and says for each failed check how to fix it.",
    ),
    "package-extension": (
        "build the extension's zips for the browsers' stores",
        "Builds the extension's zips for the Chrome Web Store and addons.mozilla.org; "
        "the same files give the same bytes.",
    ),
    "train": (
        "learn the weights of an extractor from labelled pages",
        "Learns the weights of an extractor from labelled pages; the same seed gives the same weights.",
    ),
    "evaluate": (
        "measure extractors, and other installed tools, on labelled pages",
        "Measures extractors, and other installed tools, on labelled pages, and prints tables.",
    ),
}
"""Name → summary and description."""
_MODULES: Final = {
    "cli.read": "read explain",
    "cli.extract": "extract",
    "cli.save": "save re-read",
    "cli.articles": "list show edit delete restore",
    "cli.searching": "search related duplicates reindex",
    "cli.transfer": "export import",
    "cli.learn_site": "learn-site",
    "cli.learn": "learn",
    "cli.installer": "setup doctor completion",
    "cli.package_extension": "package-extension",
    "learn.cli": "train",
    "learn.report.measuring": "evaluate",
}
"""Module → its commands."""


def function(kind: str, name: str) -> Any:
    """The function of a command in its module.

    ``add_NAME`` adds its arguments to a parser, ``run_NAME`` runs it and may return an exit code, and the optional
    ``prepare_NAME`` maps each argument before parsing.
    """
    module = import_module(next(f"jingdu.{module}" for module, names in _MODULES.items() if name in names.split()))
    return getattr(module, f"{kind}_{name.replace('-', '_')}", *([str] if kind == "prepare" else []))
