"""Dispatches a command line to its command, and maps exceptions to exit codes."""

import argparse
import os
import sys
from collections.abc import Sequence

from jingdu import __version__, i18n
from jingdu.cli.parser import Parser
from jingdu.cli.table import COMMANDS, function
from jingdu.faults import Fault, InputError, UsageError
from jingdu.i18n import gettext as _

OK, NO_ARTICLE, USAGE, NO_INPUT, BUG, INTERRUPTED = 0, 1, 2, 3, 70, 130

EXIT_CODES = {
    OK: "done",
    NO_ARTICLE: "nothing was found, or part of it failed: no article on the page, no match, an import with failures",
    USAGE: "the command line is wrong",
    NO_INPUT: "a file, an address or an article that was named could not be found or read",
    BUG: "a bug in Jingdu, or a library that could not be read or written",
    INTERRUPTED: "interrupted",
}


def run(arguments: Sequence[str]) -> int:
    """Runs a command and returns its exit code; only ``SystemExit`` and ``KeyboardInterrupt`` are raised."""
    try:
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):  # so that lone surrogates do not raise
                stream.reconfigure(encoding="utf-8", errors="replace")
        i18n.activate()
        if sys.stdout is None:
            raise InputError(_("Standard output is closed."))
        name = next((word for word in arguments if not word.startswith("-")), "")
        prepare = function("prepare", name) if name in COMMANDS else str
        parsed = parser([name]).parse_args(list(map(prepare, arguments)))
        code: int | None = parsed.func(parsed)
        sys.stdout.flush()
        return code or OK
    except BrokenPipeError:  # ``| head`` is no error; a redirected stdout does not raise again when it is flushed
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except InputError as error:
        return _print_error(str(error), USAGE if isinstance(error, UsageError) else NO_INPUT)
    except Fault as fault:
        return _print_error(fault.sentence, {"user": USAGE, "page": NO_ARTICLE}.get(fault.blame, BUG))
    except Exception as error:
        from jingdu import logs

        return _print_error(logs.failure(error, stderr=False).sentence, BUG)


def parser(names: Sequence[str]) -> argparse.ArgumentParser:
    """The parser of all commands; only the commands in ``names`` are imported and have their options."""
    epilog = _("exit codes:") + "".join(f"\n  {code:<4} {_(meaning)}" for code, meaning in EXIT_CODES.items())
    parser = Parser(prog="jingdu", description="Extracts, saves and searches the articles of web pages.", epilog=epilog)
    parser.add_argument("--version", action="version", version=f"jingdu {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for name, (_module, summary, description) in COMMANDS.items():
        subparser = commands.add_parser(name, help=summary, description=description, epilog=epilog)
        if name in names:
            function("add", name)(subparser)
            subparser.set_defaults(func=function("run", name))
    return parser


def _print_error(sentence: str, code: int) -> int:
    print(f"jingdu: {sentence}", file=sys.stderr)
    return code
