"""What is written about the project is true of it."""

from __future__ import annotations

import json
import re
import tomllib

import pytest

import jingdu
from install.identity import CHECKOUT
from jingdu import extractors
from jingdu.__main__ import main

README = (CHECKOUT / "README.md").read_text("utf-8")
PROJECT = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))["project"]
PLACES = README.partition("## Where things are")[2].partition("\n## ")[0]
MAP = [path for row in re.findall(r"^\| (`.+?) \|", PLACES, re.MULTILINE) for path in re.findall(r"`(.+?)`", row)]
COMMANDS = re.findall(r"^ {4}(?:.*\| )?jingdu ([\w-]+)(.*)$", README, re.MULTILINE)


def test_one_version_everywhere() -> None:
    manifest = json.loads((CHECKOUT / "extension/manifest.json").read_text("utf-8"))
    changelog = re.findall(r"^## \[(\d.*?)\]", (CHECKOUT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert {PROJECT["version"], jingdu.__version__, manifest["version"], changelog[0]} == {jingdu.__version__}


@pytest.mark.parametrize("path", MAP)
def test_the_readmes_file_map_is_true(path: str) -> None:
    assert (CHECKOUT / path).exists()


SECURITY = (CHECKOUT / ".github/SECURITY.md").read_text("utf-8")
PROOFS = sorted(set(re.findall(r"`([\w/]+\.py)(?:::(\w+))?`", SECURITY)))


@pytest.mark.parametrize(("path", "name"), PROOFS)
def test_the_proofs_that_the_security_page_names_are_there(path: str, name: str) -> None:
    found = CHECKOUT / path if path.startswith("tests/") else CHECKOUT / "tests/hostile" / path
    assert not name or f"def {name}(" in found.read_text("utf-8")
    assert found.exists()


def test_every_promise_has_a_proof() -> None:
    assert len(PROOFS) > 25


def test_the_readmes_file_map_was_read() -> None:
    assert len(MAP) > 15


@pytest.mark.parametrize("command", sorted({name for name, _ in COMMANDS}))
def test_the_readmes_commands_are_there(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main([command, "--help"])
    assert left.value.code == 0
    named = {option for name, rest in COMMANDS if name == command for option in re.findall(r"--[a-z-]+", rest)}
    assert named - {"--help"} <= set(re.findall(r"--[a-z-]+", capsys.readouterr().out))


@pytest.mark.parametrize("name", [re.split(r"[<>=]", item)[0] for item in PROJECT["dependencies"]])
def test_every_dependency_is_imported_somewhere(name: str) -> None:
    """One that is not would be installed for nothing."""
    module = {"pyyaml": "yaml", "markdown-it-py": "markdown_it"}.get(name, name.removesuffix("-ng").replace("-", "_"))
    imported = re.compile(rf'^\s*(import|from) {module}\b|find_spec\("{module}"\)', re.MULTILINE)
    assert any(imported.search(path.read_text("utf-8")) for path in (CHECKOUT / "host").rglob("*.py"))


def test_the_readmes_extractors_are_there() -> None:
    named = re.findall(r"--extractor (\w+)", README)
    assert named
    assert set(named) <= set(extractors.names())
