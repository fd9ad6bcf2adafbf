"""From the words of a command line to the command, and from what it raises to an exit code."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from jingdu import __version__
from jingdu.commands import InputError
from jingdu.commands.table import COMMANDS
from jingdu.faults import Fault

OK = 0
NO_ARTICLE = 1
USAGE = 2
NO_INPUT = 3
BUG = 70

EXIT_CODES = """\
exit codes:
  0    done
  1    nothing was found, or not all could be done: no article on the page, no match, part of an import failed
  2    the command line is wrong
  3    a file, an address or an article that was named could not be found or read
  70   a bug in Jingdu, or a library that could not be read or written
  130  interrupted"""


def run(arguments: Sequence[str]) -> int:
    """Runs a command and returns its exit code; only ``SystemExit`` and ``KeyboardInterrupt`` are raised."""
    try:
        _speak_utf8()
        command = _command(arguments)
        parsed = parser([command] if command else []).parse_args(_prepared(command, arguments))
        code: int | None = parsed.func(parsed)
        sys.stdout.flush()
        return code or OK
    except BrokenPipeError:
        return _stop_writing()
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
        return _complain(f"{Fault('internal').message} The log is {logs.path()}.", BUG)


def parser(wanted: Sequence[str]) -> argparse.ArgumentParser:
    """The parser: it knows every command, and the options of those that are wanted."""
    made = argparse.ArgumentParser(
        prog="jingdu",
        description="Reads web pages as articles.",
        epilog=EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.add_argument("--version", action="version", version=f"jingdu {__version__}")
    commands = made.add_subparsers(metavar="COMMAND", required=True)
    for name, (module, summary, description) in COMMANDS.items():
        command = commands.add_parser(
            name,
            help=summary,
            description=description,
            epilog=EXIT_CODES,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        if name in wanted:
            asked = import_module(module)
            asked.add_arguments(command)
            command.set_defaults(func=asked.run)
    return made


def _command(arguments: Sequence[str]) -> str | None:
    return next((word for word in arguments if not word.startswith("-")), None)


def _prepared(command: str | None, arguments: Sequence[str]) -> Sequence[str]:
    """The arguments as the command wants argparse to see them."""
    if command not in COMMANDS:
        return arguments
    prepare = getattr(import_module(COMMANDS[command][0]), "prepare", None)
    return list(map(prepare, arguments)) if prepare else arguments


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
