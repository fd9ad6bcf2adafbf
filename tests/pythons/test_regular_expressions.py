"""No regular expression is possessive or atomic, since early patch releases of Python 3.11 match them wrongly.

In Python 3.11.2 (Debian 12), ``re.fullmatch(r"(?:[^-]++|-(?!x))*+-x", "ab-c-x")`` is None.
"""

import ast
import re
from collections.abc import Iterator
from re import _parser as grammar  # type: ignore[attr-defined]
from typing import Any

from tests.hostile.test_expressions import EXPRESSIONS
from tests.runner import home

FORBIDDEN = {"POSSESSIVE_REPEAT", "ATOMIC_GROUP"}
SYNTAX = re.compile(r"[*+?}]\+|\(\?>")
"""A module without these has no such expression and need not be parsed."""
FUNCTIONS = {"compile", "match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer"}


def is_unsafe(tree: Any) -> bool:
    """Whether a parsed expression contains a possessive quantifier or an atomic group."""
    if isinstance(tree, grammar.SubPattern):
        return any(str(kind) in FORBIDDEN or is_unsafe(what) for kind, what in tree)
    return isinstance(tree, list | tuple) and any(map(is_unsafe, tree))


def expressions_in(source: str) -> Iterator[str]:
    """The expressions that a module passes to ``re``, with ``x`` for each computed part."""
    for node in ast.walk(ast.parse(source)):
        is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args
        if is_call and node.func.attr in FUNCTIONS and getattr(node.func.value, "id", "") == "re":
            yield "".join(_parts(node.args[0]))


def _parts(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Constant):
        yield node.value if isinstance(node.value, str) else node.value.decode("latin-1")
    elif isinstance(node, ast.JoinedStr | ast.BinOp):
        for part in node.values if isinstance(node, ast.JoinedStr) else (node.left, node.right):
            yield from _parts(part)
    else:
        yield "x"


def is_forbidden(expression: str) -> bool:
    try:
        return is_unsafe(grammar.parse(expression))
    except re.error:  # caused by the placeholder of a computed part
        return SYNTAX.search(expression) is not None


def test_compiled_expressions_are_not_possessive_or_atomic() -> None:
    assert [name for name, one in EXPRESSIONS.items() if is_unsafe(grammar.parse(one.pattern, one.flags))] == []


def test_source_expressions_are_not_possessive_or_atomic() -> None:
    found = [
        f"{path.relative_to(home.ROOT)}: {expression}"
        for folder in ("host", "install", "tests")
        for path in sorted((home.ROOT / folder).rglob("*.py"))
        if SYNTAX.search(source := path.read_text("utf-8"))
        for expression in expressions_in(source)
        if is_forbidden(expression)
    ]
    assert found == []
