"""Collects the messages that the code looks up, from sources and argument parsers."""

import argparse
import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from install import cli as setup, console as errors
from install.doctor import examine as doctor, system
from install.extension import CHECKOUT
from jingdu import faults
from jingdu.cli import dispatch, table
from jingdu.cli.parser import Parser
from jingdu.explain import phrases
from jingdu.library import exporters, importers, item_files

SOURCES: Final = [
    path
    for folder in ("install", "host/jingdu")
    for path in (CHECKOUT / folder).rglob("*.py")
    if "learn" not in path.relative_to(CHECKOUT).parts
]
"""All modules except training and evaluation, which are in English."""
UNTRANSLATED: Final = {"train", "evaluate"}
LOOKUPS: Final = {"_": [0], "gettext": [0], "ngettext": [0, 1]}
"""Function → positions of its message arguments."""
OS_MESSAGES: Final = {
    "permission denied", "no space left on device", "read-only file system", "not a directory", "is a directory",
    "file exists", "no such file or directory", "operation not permitted", "device or resource busy",
    "directory not empty", "input/output error", "disk quota exceeded", "file name too long", "connection refused",
    "connection reset by peer", "network is unreachable", "no route to host",
}  # fmt: skip
"""The most common OS error messages; always English, since the C library's locale is not set."""


@cache
def messages() -> frozenset[str]:
    """Every message looked up, by a literal or through a table."""
    return frozenset({*in_sources(), *in_tables(), *in_parsers(), *of_argparse(), *OS_MESSAGES} - {""})


def in_sources() -> Iterator[str]:
    """The literal first arguments of lookups; for ``ngettext`` the second, which is the catalogue's key."""
    for path in SOURCES:
        for call in calls(ast.parse(path.read_text("utf-8"))):
            name = function_name(call.func)
            if name in LOOKUPS and len(call.args) > LOOKUPS[name][-1]:
                yield from literals(call.args[LOOKUPS[name][-1]])
            if name in ("FetchError", "Reason"):
                yield from literals(call.args[1])
            if name in ("drop", "restore") and len(call.args) > 2:
                yield from literals(call.args[2])
        yield from (text for text in plurals(path))


def plurals(path: Path) -> Iterator[str]:
    """Long messages assigned to a variable first: ``message = "…"`` or ``one, many = "…", "…"``."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if (
            isinstance(node, ast.Assign)
            and isinstance(node.value, ast.Constant)
            and ast.unparse(node.targets[0]) in ("many", "message")
            and isinstance(node.value.value, str)
        ):
            yield str(node.value.value)
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) in ("one, many", "(one, many)"):
            yield from literals(node.value.elts[1])  # type: ignore[attr-defined]


def in_tables() -> Iterator[str]:
    """Messages defined as constants, away from the lookup."""
    yield from (sentence for _, sentence in faults.FAULTS.values())
    yield from faults.OTHERWISE.values()
    yield from faults.COMMAND_LINE.values()
    yield from errors.CANNOT.values()
    yield from errors.MEANINGS.values()
    yield from dispatch.EXIT_CODES.values()
    yield from importers.REASONS.values()
    yield from item_files.REASONS.values()
    yield phrases.TRUNCATED
    yield from ("processes", *(what for *_, what in system._LIMITS))
    yield from (form.label for form in exporters.FORMATS.values())


def parsers() -> Iterator[argparse.ArgumentParser]:
    """The parser of each command and of set-up."""
    yield setup.parser()
    yield dispatch.parser([])
    for name, (*_, description) in table.COMMANDS.items():
        parser = Parser(prog=name, description=description)
        if name not in UNTRANSLATED:
            table.function("add", name)(parser)
        yield parser
    parser = Parser(prog="doctor")
    doctor.add_arguments(parser)
    yield parser


def in_parsers() -> Iterator[str]:
    """Descriptions and help texts."""
    for parser in parsers():
        helps = [action.help for action in parser._actions]
        for action in parser._actions:
            if isinstance(action, argparse._SubParsersAction):
                helps += [choice.help for choice in action._choices_actions]
        yield from filter(None, (parser.description, *helps))


def of_argparse() -> Iterator[str]:
    """The argparse messages of this Python version that a user can see."""
    for call in calls(ast.parse(Path(argparse.__file__).read_text("utf-8"))):
        if function_name(call.func) in LOOKUPS:
            found = literals(call.args[LOOKUPS[function_name(call.func)][-1]])
            yield from (text for text in found if not DEVELOPER_MESSAGES.search(text))


DEVELOPER_MESSAGES: Final = re.compile(
    r"__call__|conflicting|cannot merge|'required'|invalid option string|dest=|conflict_resolution|mutually exclusive"
    r"|multiple subparser|not callable|%\(heading\)s|default: %\(default\)s|argument \"-\" with|can't open '|deprecated"
    r"|unknown parser|unexpected option|: warning: |^subcommands$"
)
"""Argparse messages for programming errors and for features that our parsers don't use."""


def calls(tree: ast.AST) -> Iterator[ast.Call]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def function_name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def literals(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
