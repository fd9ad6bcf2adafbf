"""The commands: what each is called, where it is, what it does."""

from __future__ import annotations

from typing import Final

COMMANDS: Final = {
    "read": (
        "jingdu.cli.read",
        "print the article of a page",
        "Prints the article of a page: a file, an http(s) address, or standard input.",
    ),
    "save": (
        "jingdu.cli.save",
        "keep the article of a page in the library",
        "Keeps the article of a page, with its pictures and the page itself, as files in the library's folder.",
    ),
    "list": (
        "jingdu.cli.library_list",
        "list the articles of the library",
        "Lists the articles of the library, the newest first.",
    ),
    "show": (
        "jingdu.cli.show",
        "print an article of the library",
        "Prints kept articles as Markdown or text, or tells where their files are.",
    ),
    "edit": (
        "jingdu.cli.edit",
        "change title, tags and marks of articles",
        "Changes title, tags and marks of kept articles; the files stay as they are otherwise.",
    ),
    "delete": (
        "jingdu.cli.delete",
        "put articles into the trash, or remove them for good",
        "Puts articles into the library's trash, where they stay for 30 days, or removes them for good.",
    ),
    "restore": (
        "jingdu.cli.restore",
        "bring articles back from the trash",
        "Brings articles back from the library's trash.",
    ),
    "duplicates": (
        "jingdu.cli.duplicates",
        "list articles that are nearly the same",
        "Lists articles of the library that are nearly the same, group by group, the newest first.",
    ),
    "related": (
        "jingdu.cli.related",
        "list articles about the same as one",
        "Lists articles of the library about the same as one of them, the likest first.",
    ),
    "re-read": (
        "jingdu.cli.re_read",
        "read kept pages once more with the present extractor",
        "Reads kept pages once more: id, title, tags, marks and pictures stay. Text that you edited is left alone.",
    ),
    "export": (
        "jingdu.cli.export",
        "export articles of the library for reading elsewhere or for other programs",
        "Exports articles of the library, or all of them, in the format that is chosen. Nothing is ever overwritten.",
    ),
    "import": (
        "jingdu.cli.import_",
        "take in an export, bookmarks, lists to be read later, saved pages",
        "Takes in an export of ours, bookmarks and lists as addresses to be read later, and saved pages. "
        "Nothing is taken twice, so the same command goes on where it was interrupted.",
    ),
    "explain": (
        "jingdu.cli.explain",
        "tell why each block of a page was kept or not",
        "Tells of each block of a page its score, whether it was kept, and the reasons that weighed most.",
    ),
    "learn-site": (
        "jingdu.cli.learn_site",
        "learn what the pages of a site have in common, or forget it",
        "Learns a site from saved pages, as the reader does from the pages it shows: what stands on all of them is "
        "no article. The extractors `entropy` and `template` use it. What is kept stays on this computer.",
    ),
    "search": (
        "jingdu.cli.search",
        "find articles of the library",
        "Finds articles of the library by what stands in them. Words are joined by “and”; quotes seek a phrase, "
        "-word leaves out, tag:, site: and title: narrow.",
    ),
    "reindex": (
        "jingdu.cli.reindex",
        "make the library's index anew from its files",
        "Makes the index of the library anew from its files, which are the truth. It can be searched meanwhile.",
    ),
    "completion": (
        "jingdu.cli.completion",
        "print what completes commands and options in bash, zsh or fish",
        "Prints a script by which a shell completes the commands, options and files of jingdu.",
    ),
    "setup": (
        "jingdu.cli.setup",
        "tell the browsers where the host is, and prove that it works",
        "Registers the host of this installation with every browser that is found, and proves that it works. "
        "Running it twice is harmless.",
    ),
    "doctor": (
        "jingdu.cli.doctor",
        "look for what is wrong, and tell what to do about it",
        "Looks at each link from the browser to the article, tells what is wrong, and the one thing to do about it.",
    ),
    "package-extension": (
        "jingdu.cli.package_extension",
        "make the zips of the extension for the browsers' stores",
        "Makes the extension's zips for the Chrome Web Store and addons.mozilla.org; the same files, the same bytes.",
    ),
    "train": (
        "jingdu.learn.cli",
        "learn the weights of an extractor from labelled pages",
        "Learns the weights of an extractor from labelled pages; the same seed gives the same bytes.",
    ),
    "evaluate": (
        "jingdu.learn.report.measuring",
        "measure extractors, and installed peers, on labelled pages",
        "Measures extractors, and installed peers, on labelled pages; the tables tell where each stands.",
    ),
}
"""Name → the module with ``add_arguments`` and ``run``, its line in the list of commands, its description."""
