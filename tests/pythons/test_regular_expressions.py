"""No possessive quantifier and no atomic group, which ``re`` of early patches of Python 3.11 gets wrong.

Python 3.11.2, which is Debian 12's: ``re.fullmatch(r"(?:[^-]++|-(?!x))*+-x", "ab-c-x")`` is None.
"""

import ast
import re
from collections.abc import Iterator
from re import _parser as grammar  # type: ignore[attr-defined]
from typing import Any

from tests.hostile.test_expressions import EXPRESSIONS
from tests.runner import home

FORBIDDEN = {"POSSESSIVE_REPEAT", "ATOMIC_GROUP"}
SIGNS = re.compile(r"[*+?}]\+|\(\?>")
"""Without these in its source, a module has none, and need not be parsed."""
FUNCTIONS = {"compile", "match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer"}


def forbidden(tree: Any) -> bool:
    """Whether a parsed expression, or a part of it, is one or the other."""
    if isinstance(tree, grammar.SubPattern):
        return any(str(kind) in FORBIDDEN or forbidden(what) for kind, what in tree)
    return isinstance(tree, list | tuple) and any(map(forbidden, tree))


def written(source: str) -> Iterator[str]:
    """The expressions that a module hands to ``re``, with an ``x`` for each part that is worked out."""
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
        return forbidden(grammar.parse(expression))
    except re.error:  # only with what is worked out
        return SIGNS.search(expression) is not None


def test_no_compiled_expression_is_possessive_or_atomic() -> None:
    assert [name for name, one in EXPRESSIONS.items() if forbidden(grammar.parse(one.pattern, one.flags))] == []


def test_no_source_expression_is_possessive_or_atomic() -> None:
    found = [
        f"{path.relative_to(home.ROOT)}: {expression}"
        for folder in ("host", "install", "tests")
        for path in sorted((home.ROOT / folder).rglob("*.py"))
        if SIGNS.search(source := path.read_text("utf-8"))
        for expression in written(source)
        if is_forbidden(expression)
    ]
    assert found == []
