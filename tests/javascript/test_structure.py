"""Import rules for the extension's modules; the folders are described in extension/README.md."""

import re
from collections import Counter
from collections.abc import Iterable
from graphlib import TopologicalSorter
from pathlib import Path

EXTENSION = Path(__file__).parents[2] / "extension"
IMPORT = re.compile(
    r'^(?:import|export) (?:[^"]*? from )?"(\.[^"]+)";|(?<!\{)\bimport\("(\.[^"]+)"\)(?!\.\w+[^(]*?\})', re.MULTILINE
)
MODULES = {
    path.relative_to(EXTENSION): path.read_text("utf-8")
    for path in sorted(EXTENSION.rglob("*.js"))
    if "vendor" not in path.parts
}
SHARED_NAMES = {"boot.js", "keys.js", "screens.js"}
"""File names used by several pages for the same purpose."""


def imports_of(module: Path) -> set[Path]:
    """The extension's modules that a module imports, statically or dynamically; types in comments do not count."""
    code = re.sub(r"/\*.*?\*/", "", MODULES[module], flags=re.DOTALL)
    found = (EXTENSION / module.parent / (first or second) for first, second in IMPORT.findall(code))
    return {path.resolve().relative_to(EXTENSION.resolve()) for path in found} & MODULES.keys()


IMPORTS = {module: imports_of(module) for module in MODULES}


def imported_folders(folders: Iterable[str]) -> set[str]:
    """The other folders that modules in these folders import from."""
    inside = {module for module in MODULES if module.parts[0] in folders}
    return {other.parts[0] for module in inside for other in IMPORTS[module]} - set(folders)


def test_imports_are_found() -> None:
    assert sum(map(len, IMPORTS.values())) > 300
    assert Path("save/save_button.js") in IMPORTS[Path("reader/reader.js")]


def test_modules_have_no_import_cycles() -> None:
    TopologicalSorter(IMPORTS).prepare()


def test_folders_have_no_import_cycles() -> None:
    folders: dict[Path, set[Path]] = {}
    for module, others in IMPORTS.items():
        folders.setdefault(module.parent, set()).update({other.parent for other in others} - {module.parent})
    TopologicalSorter(folders).prepare()


def test_shared_imports_nothing_else() -> None:
    assert imported_folders(["shared"]) == set()


def test_the_background_imports_only_shared() -> None:
    assert imported_folders(["background"]) == {"shared"}


def test_injected_scripts_import_nothing() -> None:
    assert not [module for module in MODULES if module.parts[0] == "capture" and "import " in MODULES[module]]


def test_file_names_are_unique() -> None:
    counts = Counter(module.name for module in MODULES)
    assert {name for name, count in counts.items() if count > 1} <= SHARED_NAMES
