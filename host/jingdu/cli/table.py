"""The table of commands."""

from importlib import import_module
from typing import Any, Final

COMMANDS: Final = {
    "read": ("cli.read", "print the article of a page",
             "Prints the article of a page: a file, an http(s) address, or standard input."),
    "extract": ("cli.extract", "extract the articles of WARC files, data sets and lists of addresses",
                "Extracts the articles of many pages into Parquet files or JSON lines: every record of the input "
                "is there once, as an article or with the code of a fault, so a run with faults ends with 0. An "
                "interrupted run continues with the same command."),
    "save": ("cli.save", "save the article of a page to the library",
             "Saves the article of a page, with its images and the page itself, as files in the library's folder."),
    "list": ("cli.articles", "list the articles of the library",
             "Lists the articles of the library, the newest first."),
    "show": ("cli.articles", "print an article of the library",
             "Prints saved articles as Markdown or text, or the folders of their files."),
    "edit": ("cli.articles", "change title, tags and marks of articles",
             "Changes title, tags and marks of saved articles; nothing else in their files changes."),
    "delete": ("cli.articles", "move articles to the trash, or delete them permanently",
               "Moves articles to the library's trash, which keeps them for 30 days, or deletes them permanently."),
    "restore": ("cli.articles", "restore articles from the trash", "Restores articles from the library's trash."),
    "duplicates": ("cli.searching", "list articles that are nearly the same",
                   "Lists articles of the library that are nearly the same, group by group, the newest first."),
    "related": ("cli.searching", "list articles on the same subject",
                "Lists articles of the library on the same subject as one of them, the most similar first."),
    "re-read": ("cli.save", "extract saved pages again with the current extractor",
                "Extracts saved pages again; id, title, tags, marks and images stay, and text that you edited is "
                "not changed."),
    "export": ("cli.transfer", "export articles of the library for reading elsewhere or for other programs",
               "Exports articles of the library, or all of them, in the format that is chosen. Nothing is ever "
               "overwritten."),
    "import": ("cli.transfer", "import an export, bookmarks, reading lists or saved pages",
               "Imports Jingdu's own exports, saved pages, and bookmarks and lists as addresses to read later. "
               "Nothing is imported twice, so the same command continues after an interruption."),
    "explain": ("cli.read", "show why each block of a page was kept or left out",
                "Shows each block of a page with its score, whether it was kept, and the main reasons."),
    "learn-site": ("cli.learn_site", "learn what the pages of a site have in common, or forget it",
                   "Learns a site from saved pages, as the reader does from the pages it shows: what is on all of "
                   "them is not part of an article. The extractors `entropy` and `template` use it. What is "
                   "learned stays on this computer."),
    "learn": ("cli.learn", "show, forget, export or import what the reader learned from corrected pages",
              "Shows, switches, forgets, exports or imports what the reader learned from pages that were corrected "
              "in “Why these parts?”. It stays on this computer and has no words of the pages in it."),
    "search": ("cli.searching", "search the library",
               "Searches the articles of the library. All words must occur, or most of them if no article has all; "
               "quotes search for a phrase, -word excludes a word, and tag:, site: and title: narrow the search."),
    "reindex": ("cli.searching", "rebuild the library's index from its files",
                "Rebuilds the index of the library from its files. The library can be searched meanwhile."),
    "completion": ("cli.installer", "print a completion script for bash, zsh or fish",
                   "Prints a script with which a shell completes the commands, options and files of jingdu."),
    "setup": ("cli.installer", "register the companion app with the browsers, and check that it works",
              "Registers the companion app of this installation with every browser that is found, and checks that "
              "it works. It can be repeated without harm."),
    "doctor": ("cli.installer", "check everything, and say how to fix what failed",
               "Checks everything between the browser and the library, and says for each failed check how to fix "
               "it."),
    "package-extension": ("cli.package_extension", "build the extension's zips for the browsers' stores",
                          "Builds the extension's zips for the Chrome Web Store and addons.mozilla.org; the same "
                          "files give the same bytes."),
    "train": ("learn.cli", "learn the weights of an extractor from labelled pages",
              "Learns the weights of an extractor from labelled pages; the same seed gives the same weights."),
    "evaluate": ("learn.report.measuring", "measure extractors, and other installed tools, on labelled pages",
                 "Measures extractors, and other installed tools, on labelled pages, and prints tables."),
}  # fmt: skip
"""Name → module, summary and description."""


def function(kind: str, name: str) -> Any:
    """The function of a command in its module.

    ``add_NAME`` adds its arguments to a parser, ``run_NAME`` runs it and may return an exit code, and the optional
    ``prepare_NAME`` maps each argument before parsing.
    """
    module = import_module(f"jingdu.{COMMANDS[name][0]}")
    return getattr(module, f"{kind}_{name.replace('-', '_')}", *([str] if kind == "prepare" else []))
