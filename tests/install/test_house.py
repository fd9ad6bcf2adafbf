"""The documents are correct: paths, commands, options and names exist."""

import json
import re
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pkgutil import resolve_name

import pytest

import jingdu
from install.extension import CHECKOUT
from jingdu import extractors
from jingdu.__main__ import main

DOCUMENTS = (
    "README.md",
    ".github/README.zh-CN.md",
    ".github/CONTRIBUTING.md",
    "host/README.md",
    "host/jingdu/crawl/README.md",
    "host/jingdu/extractors/PAPERS.md",
    "host/jingdu/learn/README.md",
    "host/jingdu/library/PAPERS.md",
    "extension/README.md",
    "install/README.md",
    "install/release/README.md",
    "tests/README.md",
)
TEXTS = {name: (CHECKOUT / name).read_text("utf-8") for name in DOCUMENTS}
README = TEXTS["README.md"]
PROJECT = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))["project"]
PLACES = README.partition("## For developers")[2].partition("\n\nApache")[0]
LISTED = [path for row in re.findall(r"^\| (`.+?) \|", PLACES, re.MULTILINE) for path in re.findall(r"`(.+?)`", row)]
SUFFIXES = ("py", "md", "js", "json", "html", "png", "toml", "lock", "txt", "yml")
PATH = re.compile(rf"[\w.*-]+(/[\w.*-]+)*(/|\.({'|'.join(SUFFIXES)}))|(host|extension|install|tests)(/[\w.*-]+)+")
OURS = re.compile(r"(host|extension|install|tests)/")
NOT_OURS = re.compile(
    r"\.\.|\.venv|assets/|(article|highlights|installed|_?jingdu-extract)\.(html|md|json)|NOTES\.md|storage\.lock|(rows|page)\.\w+"
)
"""The user's files, examples, generated files, and a module."""
PLACEHOLDER = re.compile(r"\b(XX|NAME)\b")


def lines_of(text: str) -> list[str]:
    """The lines of indented blocks, without comments and with continuation lines joined."""
    joined = re.sub(r"\\\n\s*", "", text)
    return [re.split(r"\s{2,}#|\s#\s", line)[0].strip() for line in re.findall(r"^ {4}(\S.*)$", joined, re.MULTILINE)]


def spans_of(text: str) -> list[str]:
    """The text between backticks, also across lines, but not code fences."""
    return [" ".join(span.split()) for span in re.findall(r"`([^`]+)`", text.replace("```", ""))]


def documented(program: str) -> list[tuple[str, str, str]]:
    """(document, command, rest of the line) of each documented command, in blocks and in text."""
    found = re.compile(rf"(?:^|\| )(?:{program})([\w./-]+)(.*)")
    return [
        (name, hit[1], hit[2])
        for name, text in TEXTS.items()
        for line in [*lines_of(text), *spans_of(text)]
        if (hit := found.search(line)) and not hit[1].startswith("-")
    ]


def options(text: str) -> set[str]:
    return set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", text))


COMMANDS = documented("jingdu ")
SCRIPTS = [row for row in documented("python3? ") if row[1].endswith(".py") and "/" in row[1]]


def test_versions_are_equal_everywhere() -> None:
    manifest = json.loads((CHECKOUT / "extension/manifest.json").read_text("utf-8"))
    changelog = re.findall(r"^## \[(\d.*?)\]", (CHECKOUT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert {PROJECT["version"], jingdu.__version__, manifest["version"], changelog[0]} == {jingdu.__version__}


@pytest.mark.parametrize("path", LISTED)
def test_paths_in_the_readme_exist(path: str) -> None:
    assert (CHECKOUT / path).exists()


def test_the_readme_is_short() -> None:
    assert len(README.splitlines()) <= 200


def test_the_readme_shows_the_reader() -> None:
    picture = (CHECKOUT / re.findall(r"!\[.+\]\((.+?)\)", README)[0]).read_bytes()
    assert picture.startswith(b"\x89PNG") and len(picture) < 200_000


def paths_of(document: str) -> list[str]:
    """The project's paths that a document mentions, also in commands."""
    words = [word for line in lines_of(TEXTS[document]) for word in line.split() if OURS.match(word)]
    return words + [span for span in spans_of(TEXTS[document]) if PATH.fullmatch(span) and not NOT_OURS.match(span)]


def exists(path: str, document: str) -> bool:
    """Whether a path exists in the checkout, the document's folder or the host, or a bare name anywhere below it."""
    folder = (CHECKOUT / document).parent
    pattern = PLACEHOLDER.sub("*", path)
    roots = [CHECKOUT, folder, CHECKOUT / "host/jingdu", CHECKOUT / "host/jingdu/library"]
    if folder.name == ".github":
        folder = CHECKOUT / "host/jingdu/library"
    return any(any(root.glob(pattern)) for root in roots) or ("/" not in path and any(folder.rglob(pattern)))


@pytest.mark.parametrize("document", DOCUMENTS)
def test_links_and_paths_in_documents_exist(document: str) -> None:
    links = [link for link in re.findall(r"\]\(([^)#]+)\)", TEXTS[document]) if "://" not in link]
    assert not [path for path in [*links, *paths_of(document)] if not exists(path, document)]


@pytest.mark.parametrize("document", ["host/README.md", "install/README.md"])
def test_modules_and_names_in_documents_exist(document: str) -> None:
    packages = {path.parent.name for path in (CHECKOUT / "host/jingdu").glob("*/__init__.py")}
    packages |= {path.stem for path in (CHECKOUT / "host/jingdu").glob("*.py")}
    spans = [span.removeprefix("jingdu.") for span in spans_of(TEXTS[document]) if re.fullmatch(r"\w+(\.\w+)+", span)]
    named = [span for span in spans if span.split(".")[0] in packages and not span.endswith((".py", ".md"))]
    assert named
    for name in named:
        resolve_name(f"jingdu.{name}")


def test_the_names_in_the_common_tasks_exist() -> None:
    text = TEXTS[".github/CONTRIBUTING.md"].partition("## Five common tasks")[2]
    code = "\n".join(
        path.read_text("utf-8") for path in (*CHECKOUT.glob("host/**/*.py"), *CHECKOUT.glob("tests/host/*.py"))
    )
    named = {span for span in spans_of(text) if re.fullmatch(r"_?(?:[A-Z]{4,}|[a-z]+)", span)} - {"NAME"}
    assert len(named) > 8
    assert not [name for name in named if not re.search(rf"\b{name}\b", code)]


SECURITY = (CHECKOUT / ".github/SECURITY.md").read_text("utf-8")
SECURITY_TESTS = sorted(set(re.findall(r"`([\w/]+\.py)(?:::(\w+))?`", SECURITY)))


@pytest.mark.parametrize(("path", "name"), SECURITY_TESTS)
def test_tests_named_in_security_md_exist(path: str, name: str) -> None:
    found = CHECKOUT / path if path.startswith("tests/") else CHECKOUT / "tests/hostile" / path
    assert not name or f"def {name}(" in found.read_text("utf-8")
    assert found.exists()


def test_commands_and_paths_are_found_in_the_documents() -> None:
    assert sum(len(paths_of(name)) for name in DOCUMENTS) > 200
    assert len({command for name, command, _ in COMMANDS if name == "README.md"}) > 15
    assert {name for name, _, _ in COMMANDS} >= {"README.md", "host/README.md", "host/jingdu/learn/README.md"}
    assert len({path for _, path, _ in SCRIPTS}) > 5


@pytest.mark.parametrize("command", sorted({command for _, command, _ in COMMANDS}))
def test_documented_commands_and_options_exist(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exited:
        main([command, "--help"])
    assert exited.value.code == 0
    named = {option for _, name, rest in COMMANDS if name == command for option in options(rest)}
    assert named - {"--help"} <= options(capsys.readouterr().out)


@pytest.mark.parametrize("path", sorted({path for _, path, _ in SCRIPTS}))
def test_documented_scripts_and_options_exist(path: str) -> None:
    assert (CHECKOUT / path).is_file()
    named = {option for _, name, rest in SCRIPTS if name == path for option in options(rest)} - {"--help"}
    if path == "tests/run.py":  # other arguments are passed to pytest
        known = options((CHECKOUT / "tests/conftest.py").read_text("utf-8"))
    elif named:
        shows_help = [sys.executable, path, "--help"]
        known = options(subprocess.run(shows_help, cwd=CHECKOUT, capture_output=True, text=True, check=True).stdout)
    assert not named or named <= known


def test_documented_modules_exist() -> None:
    modules = re.findall(r"python3?\s+-m\s+((?:jingdu|tests)\b[\w.]*)", "\n".join(TEXTS.values()))
    assert modules
    assert all(find_spec(module) for module in modules)


@pytest.mark.parametrize("name", [re.split(r"[<>=]", item)[0] for item in PROJECT["dependencies"]])
def test_every_dependency_is_imported(name: str) -> None:
    module = {"pyyaml": "yaml", "markdown-it-py": "markdown_it"}.get(name, name.removesuffix("-ng").replace("-", "_"))
    imported = re.compile(rf'^\s*(import|from) {module}\b|find_spec\("{module}"\)', re.MULTILINE)
    assert any(imported.search(path.read_text("utf-8")) for path in (CHECKOUT / "host").rglob("*.py"))


def test_documented_extractors_exist() -> None:
    for name, text in TEXTS.items():
        named = re.findall(r"--extractor (\w+)", text)
        assert named or name not in ("README.md", "host/jingdu/learn/README.md")
        assert set(named) <= set(extractors.names())
