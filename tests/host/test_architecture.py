"""The host's modules import each other in one direction, as the table in host/README.md says."""

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
"""What any module may import; these import only each other, and `logs` the private folders."""


def modules() -> dict[str, Path]:
    """Name without ``jingdu.`` → file, of each module of the host; the package itself is ``jingdu``."""
    found = {}
    for path in (HOST / "jingdu").rglob("*.py"):
        parts = path.relative_to(HOST).with_suffix("").parts
        found[".".join(parts[1:]).removesuffix("__init__").rstrip(".") or "jingdu"] = path
    return found


MODULES: Final = modules()


def imports(path: Path) -> Iterator[str]:
    """The host's modules that a module imports: at the top, within a function, or for types alone."""
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
    """Module → modules that it imports."""
    return {name: set(imports(path)) - {name} for name, path in MODULES.items()}


def allowed() -> Mapping[str, frozenset[str]]:
    """Package → packages that it may import, by the table in host/README.md. A name stands for its row."""
    section = (HOST / "README.md").read_text("utf-8").partition("\n## Packages\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (`.+?) \|.*\| ?(.*?) \|$", section, re.MULTILINE)
    table: dict[str, frozenset[str]] = {}
    names = [[name.strip("/").removesuffix(".py") for name in re.findall(r"`([\w/.]+)`", row)] for row, _ in rows]
    packages = {name for row in names for name in row if "/" not in name}
    for row, (_, cell) in zip(names, rows, strict=True):
        but = frozenset(re.findall(r"\w+", cell.partition("everything but")[2]))
        may = packages - but if cell.startswith("everything") else frozenset(re.findall(r"\w+", cell))
        assert may <= packages, (row, may - packages)
        table |= {name: frozenset(may) for name in row if "/" not in name}
    return table


def package(module: str) -> str:
    return module.split(".", maxsplit=1)[0]


def test_the_table_has_every_package() -> None:
    assert set(allowed()) | EVERYWHERE == {package(name) for name in MODULES} - {"jingdu", "__main__"}


def test_packages_import_as_the_table_says() -> None:
    table = allowed() | dict.fromkeys(EVERYWHERE, EVERYWHERE | {"storage"})
    upward = {
        (package(name), package(imported))
        for name, found in graph().items()
        for imported in found
        if package(name) in table and imported != "jingdu"
        if package(imported) not in {package(name), *EVERYWHERE, *table[package(name)]}
    }
    assert not upward
    assert {imported for name in EVERYWHERE for imported in graph()[name]} <= EVERYWHERE | {"storage.private"}


def test_no_modules_import_each_other_in_a_circle() -> None:
    TopologicalSorter(graph()).prepare()


def test_no_packages_import_each_other_in_a_circle() -> None:
    TopologicalSorter({name: may - {name} for name, may in allowed().items()}).prepare()


@pytest.mark.parametrize("outer", ["learn", "library", "page", "render"])
def test_no_parts_of_a_package_import_each_other_in_a_circle(outer: str) -> None:
    """Parts are its modules and the packages in it."""
    parts: dict[str, set[str]] = {}
    for name, found in graph().items():
        if package(name) == outer != name:
            part = name.split(".")[1]
            others = {other.split(".")[1] for other in found if package(other) == outer != other}
            parts.setdefault(part, set()).update(others - {part})
    TopologicalSorter(parts).prepare()


def is_whole(value: object, html: str) -> bool:
    """Whether ``value`` is a page in one of its forms: HTML, tree, blocks, verdict or article."""
    if type(value) is tuple:
        return any(isinstance(part, Blocks) or (isinstance(part, _Element) and part.tag == "html") for part in value)
    return isinstance(value, Page | Verdict | Article) or (isinstance(value, str) and len(value) >= 0.9 * len(html))


@pytest.mark.parametrize(
    "fixture", [page for page in fixtures() if page.expected.get("has")], ids=lambda page: page.slug
)
def test_a_page_goes_from_html_to_the_article_through_at_most_12_modules(fixture: Fixture) -> None:
    """The modules with a function that returns the whole page in one of its forms."""
    html = jingdu.read(fixture.data, fixture.url).html
    names: set[str] = set()

    def note(frame: Any, event: str, value: object) -> None:
        if event == "return" and frame.f_globals["__name__"].startswith("jingdu.") and is_whole(value, html):
            names.add(frame.f_globals["__name__"])

    sys.setprofile(note)
    try:
        jingdu.read(fixture.data, fixture.url)
    finally:
        sys.setprofile(None)
    assert names >= {"jingdu.page.parse", "jingdu.page.blocks", "jingdu.extractors.fused", "jingdu.render.compose"}
    assert len(names) <= 12, sorted(names)
