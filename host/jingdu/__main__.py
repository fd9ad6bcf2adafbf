"""The command line. Each command imports its own part only, so that reading starts quickly."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from jingdu import __version__, i18n
from jingdu.commands import InputError
from jingdu.faults import Fault
from jingdu.i18n import gettext as _
from jingdu.parser import Parser

OK = 0
NO_ARTICLE = 1
USAGE = 2
NO_INPUT = 3
BUG = 70
INTERRUPTED = 130

COMMANDS = {
    "read": (
        "jingdu.commands.read",
        "print the article of a page",
        "Prints the article of a page: a file, an http(s) address, or standard input.",
    ),
    "save": (
        "jingdu.commands.save",
        "keep the article of a page in the library",
        "Keeps the article of a page, with its pictures and the page itself, as files in the library's folder.",
    ),
    "list": (
        "jingdu.commands.library_list",
        "list the articles of the library",
        "Lists the articles of the library, the newest first.",
    ),
    "show": (
        "jingdu.commands.show",
        "print an article of the library",
        "Prints kept articles as Markdown or text, or tells where their files are.",
    ),
    "edit": (
        "jingdu.commands.edit",
        "change title, tags and marks of articles",
        "Changes title, tags and marks of kept articles; the files stay as they are otherwise.",
    ),
    "delete": (
        "jingdu.commands.delete",
        "put articles into the trash, or remove them for good",
        "Puts articles into the library's trash, where they stay for 30 days, or removes them for good.",
    ),
    "restore": (
        "jingdu.commands.restore",
        "bring articles back from the trash",
        "Brings articles back from the library's trash.",
    ),
    "duplicates": (
        "jingdu.commands.duplicates",
        "list articles that are nearly the same",
        "Lists articles of the library that are nearly the same, group by group, the newest first.",
    ),
    "related": (
        "jingdu.commands.related",
        "list articles about the same as one",
        "Lists articles of the library about the same as one of them, the likest first.",
    ),
    "re-read": (
        "jingdu.commands.re_read",
        "read kept pages once more with the present extractor",
        "Reads kept pages once more: id, title, tags, marks and pictures stay. Text that you edited is left alone.",
    ),
    "export": (
        "jingdu.commands.export",
        "write articles of the library as Markdown, HTML, an e-book or JSON",
        "Writes articles of the library, or all of them: a folder of Markdown, one HTML file, an e-book (EPUB 3), or "
        "JSON that `jingdu import` reads. Nothing is ever overwritten.",
    ),
    "import": (
        "jingdu.commands.import_",
        "take in an export, bookmarks, lists to be read later, saved pages",
        "Takes in an export of ours, bookmarks and lists as addresses to be read later, and saved pages. "
        "Nothing is taken twice, so the same command goes on where it was interrupted.",
    ),
    "explain": (
        "jingdu.commands.explain",
        "tell why each block of a page was kept or not",
        "Tells of each block of a page its score, whether it was kept, and the reasons that weighed most.",
    ),
    "learn-site": (
        "jingdu.commands.learn_site",
        "learn what the pages of a site have in common, or forget it",
        "Learns a site from saved pages, as the reader does from the pages it shows: what stands on all of them is "
        "no article. The extractors `entropy` and `template` use it. What is kept stays on this computer.",
    ),
    "search": (
        "jingdu.commands.search",
        "find articles of the library",
        "Finds articles of the library by what stands in them. Words are joined by “and”; quotes seek a phrase, "
        "-word leaves out, tag:, site: and title: narrow.",
    ),
    "reindex": (
        "jingdu.commands.reindex",
        "make the library's index anew from its files",
        "Makes the index of the library anew from its files, which are the truth. It can be searched meanwhile.",
    ),
    "setup": (
        "jingdu.commands.setup",
        "tell the browsers where the host is, and prove that it works",
        "Registers the host of this installation with every browser that is found, and proves that it works. "
        "Running it twice is harmless.",
    ),
    "doctor": (
        "jingdu.commands.doctor",
        "look for what is wrong, and tell what to do about it",
        "Looks at each link from the browser to the article, tells what is wrong, and the one thing to do about it.",
    ),
    "package-extension": (
        "jingdu.commands.package_extension",
        "make the zips of the extension for the browsers' stores",
        "Makes the extension's zips for the Chrome Web Store and addons.mozilla.org; the same files, the same bytes.",
    ),
    "train": (
        "jingdu.learn.cli",
        "learn the weights of an extractor from labelled pages",
        "Learns the weights of an extractor from labelled pages; the same seed gives the same bytes.",
    ),
    "evaluate": (
        "jingdu.learn.measuring",
        "measure extractors, and installed peers, on labelled pages",
        "Measures extractors, and installed peers, on labelled pages; the tables tell where each stands.",
    ),
}
"""Name → the module with ``add_arguments`` and ``run``, its line in the list of commands, its description."""

EXIT_CODES = {
    OK: "done",
    NO_ARTICLE: "the page was read, but not as an article: none found, too large, or nothing in it",
    USAGE: "the command line is wrong",
    NO_INPUT: "the file or address could not be read",
    BUG: "a bug in Jingdu; the log says where",
    INTERRUPTED: "interrupted",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command and returns the exit code; errors are one sentence on stderr."""
    arguments = sys.argv[1:] if arguments is None else arguments
    try:
        _speak_utf8()
        i18n.activate()
        parsed = _parser(arguments).parse_args(arguments)
        code: int | None = parsed.func(parsed)
        sys.stdout.flush()
        return code or OK
    except BrokenPipeError:
        return _stop_writing()
    except KeyboardInterrupt:
        return INTERRUPTED
    except InputError as error:
        return _complain(str(error), NO_INPUT)
    except Fault as fault:
        return _complain(fault.message, _exit_code(fault))
    except OSError as error:
        from jingdu.library import trouble

        return _complain(trouble.fault(error).message, BUG)
    except Exception as error:
        from jingdu import logs

        logs.failure(error, aloud=False)
        sentence = f"{Fault('internal').message} {_('The log is {path}.', path=logs.path())}"
        return _complain(sentence, BUG)


def _parser(arguments: Sequence[str]) -> argparse.ArgumentParser:
    """The parser for ``arguments``: it knows every command, and the options of the one that is asked for."""
    epilog = _("exit codes:") + "".join(f"\n  {code:<4} {_(meaning)}" for code, meaning in EXIT_CODES.items())
    parser = Parser(prog="jingdu", description="Reads web pages as articles.", epilog=epilog)
    parser.add_argument("--version", action="version", version=f"jingdu {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for name, (module, summary, description) in COMMANDS.items():
        command = commands.add_parser(name, help=summary, description=description, epilog=epilog)
        if name == _command(arguments):
            asked = import_module(module)
            asked.add_arguments(command)
            command.set_defaults(func=asked.run)
    return parser


def _command(arguments: Sequence[str]) -> str | None:
    return next((word for word in arguments if not word.startswith("-")), None)


def _speak_utf8() -> None:
    """Output is UTF-8 wherever it goes; a character that can't be written doesn't stop the rest."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")


def _stop_writing() -> int:
    """Who read our output has had enough (``| head``): no error, and no word when Python flushes."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return OK


def _exit_code(fault: Fault) -> int:
    return {"user": USAGE, "page": NO_ARTICLE}.get(fault.blame, BUG)


def _complain(sentence: str, code: int) -> int:
    print(f"jingdu: {sentence}", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
