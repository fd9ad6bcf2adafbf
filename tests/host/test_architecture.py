"""The host's modules import each other in one direction, as listed in host/README.md."""

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any, Final

import pytest
from lxml.etree import _Element

import jingdu
from jingdu.page.model import Blocks, Page, Verdict
from jingdu.render.article import Article
from tests.support.article_pages import Fixture, fixtures

HOST: Final = Path(__file__).resolve().parents[2] / "host"
EVERYWHERE: Final = frozenset({"faults", "i18n", "logs"})
"""Modules that every module may import. They import only each other; `logs` also imports `storage.private`."""


def modules() -> dict[str, Path]:
    """Module name without ``jingdu.`` → file; the package itself is ``jingdu``."""
    found = {}
    for path in (HOST / "jingdu").rglob("*.py"):
        parts = path.relative_to(HOST).with_suffix("").parts
        found[".".join(parts[1:]).removesuffix("__init__").rstrip(".") or "jingdu"] = path
    return found


MODULES: Final = modules()


def imports(path: Path) -> Iterator[str]:
    """The host's modules that a module imports: at the top, in a function, or for type checking only."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path} has a relative import"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            if name.split(".")[0] == "jingdu":
                inner = name.partition(".")[2]
                yield inner if inner in MODULES else inner.rpartition(".")[0] or "jingdu"


@cache
def graph() -> dict[str, set[str]]:
    """Module → the modules it imports."""
    return {name: set(imports(path)) - {name} for name, path in MODULES.items()}


def allowed() -> Mapping[str, frozenset[str]]:
    """Package → packages it may import, from the table in host/README.md."""
    section = (HOST / "README.md").read_text("utf-8").partition("\n## Packages\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (`.+?) \|.*\| ?(.*?) \|$", section, re.MULTILINE)
    table: dict[str, frozenset[str]] = {}
    names = [[name.strip("/").removesuffix(".py") for name in re.findall(r"`([\w/.]+)`", row)] for row, _ in rows]
    packages = {name for row in names for name in row if "/" not in name}
    for row, (_, cell) in zip(names, rows, strict=True):
        excluded = frozenset(re.findall(r"\w+", cell.partition("everything but")[2]))
        permitted = packages - excluded if cell.startswith("everything") else frozenset(re.findall(r"\w+", cell))
        assert permitted <= packages, (row, permitted - packages)
        table |= {name: frozenset(permitted) for name in row if "/" not in name}
    return table


def package(module: str) -> str:
    return module.split(".", maxsplit=1)[0]


def test_the_import_table_lists_every_package() -> None:
    assert set(allowed()) | EVERYWHERE == {package(name) for name in MODULES} - {"jingdu", "__main__"}


def test_packages_import_only_what_the_table_allows() -> None:
    table = allowed() | dict.fromkeys(EVERYWHERE, EVERYWHERE | {"storage"})
    forbidden = {
        (package(name), package(imported))
        for name, found in graph().items()
        for imported in found
        if package(name) in table and imported != "jingdu"
        if package(imported) not in {package(name), *EVERYWHERE, *table[package(name)]}
    }
    assert not forbidden
    assert {imported for name in EVERYWHERE for imported in graph()[name]} <= EVERYWHERE | {"storage.private"}


def test_modules_have_no_import_cycles() -> None:
    TopologicalSorter(graph()).prepare()


def test_packages_have_no_import_cycles() -> None:
    TopologicalSorter({name: permitted - {name} for name, permitted in allowed().items()}).prepare()


@pytest.mark.parametrize("outer", ["learn", "library", "page", "render"])
def test_subpackages_have_no_import_cycles(outer: str) -> None:
    """For the modules and subpackages of each package."""
    parts: dict[str, set[str]] = {}
    for name, found in graph().items():
        if package(name) == outer != name:
            part = name.split(".")[1]
            others = {other.split(".")[1] for other in found if package(other) == outer != other}
            parts.setdefault(part, set()).update(others - {part})
    TopologicalSorter(parts).prepare()


def is_whole_page(value: object, html: str) -> bool:
    """Whether ``value`` represents the whole page: HTML, tree, blocks, verdict or article."""
    if type(value) is tuple:
        return any(isinstance(part, Blocks) or (isinstance(part, _Element) and part.tag == "html") for part in value)
    return isinstance(value, Page | Verdict | Article) or (isinstance(value, str) and len(value) >= 0.9 * len(html))


@pytest.mark.parametrize(
    "fixture", [page for page in fixtures() if page.expected.get("has")], ids=lambda page: page.slug
)
def test_extraction_passes_the_page_through_at_most_12_modules(fixture: Fixture) -> None:
    """Counts modules with a function that returns the whole page in any form."""
    html = jingdu.read(fixture.data, fixture.url).html
    names: set[str] = set()

    def record(frame: Any, event: str, value: object) -> None:
        if event == "return" and frame.f_globals["__name__"].startswith("jingdu.") and is_whole_page(value, html):
            names.add(frame.f_globals["__name__"])

    sys.setprofile(record)
    try:
        jingdu.read(fixture.data, fixture.url)
    finally:
        sys.setprofile(None)
    assert names >= {"jingdu.page.parse", "jingdu.page.blocks", "jingdu.extractors.fused", "jingdu.render.compose"}
    assert len(names) <= 12, sorted(names)
