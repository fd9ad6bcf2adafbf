"""The installed Pythons with environments for them, and the raw pages that they read."""

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.runner import home

LOCK: Final = home.ROOT / "install" / "requirements.lock"
FOLDER: Final = home.FOLDER / "pythons"
"""The environments, one for each version and lock."""
_IDENTIFY: Final = "import sys, platform as p; print(p.python_implementation(), p.python_version(), sys.executable)"
_TIMEOUT: Final = 600


def found() -> dict[str, Path]:
    """Version → interpreter, for each CPython from 3.11; the one that runs the tests comes first."""
    versions = {sys.version.split()[0]: Path(sys.executable)}
    for program in _candidates():
        version = _version(program)
        if version:
            versions.setdefault(version, program)
    return versions


def _candidates() -> Iterator[Path]:
    names = ["python3", *(f"python3.{minor}" for minor in range(11, 20))]
    for folder in (*os.get_exec_path(), "/usr/bin"):
        yield from (Path(folder, name) for name in names if "shims" not in folder)
    yield from sorted(Path.home().glob(".pyenv/versions/*/bin/python3"))


def _version(program: Path) -> str | None:
    """The version of an interpreter, if it is a supported CPython."""
    if not os.access(program, os.X_OK):
        return None
    result = subprocess.run([program, "-I", "-c", _IDENTIFY], capture_output=True, check=False, text=True, timeout=60)
    kind, version = (result.stdout.split() or ["", "0.0"])[:2]
    supported = tuple(map(int, version.split(".")[:2])) >= (3, 11) and version.replace(".", "").isdigit()
    return version if result.returncode == 0 and kind == "CPython" and supported else None


def prepare(version: str, program: Path) -> Path | None:
    """An interpreter of that version with the host's dependencies; None if they cannot be installed."""
    if program == Path(sys.executable):
        return program
    folder = FOLDER / f"{version}-{hashlib.sha256(LOCK.read_bytes()).hexdigest()[:12]}"
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not (folder / "whole").exists():
        shutil.rmtree(folder, ignore_errors=True)
        created = _uv("venv", "--python", program, folder) and _uv("pip", "install", "--python", python, "-r", LOCK)
        if not created:
            return None
        (folder / "whole").touch()
    return python


def _uv(*arguments: str | Path) -> bool:
    command = [home.tool("uv"), *arguments, "--quiet"]
    return subprocess.run(command, check=False, timeout=_TIMEOUT).returncode == 0


FIRST: Final = (
    "The lamp room at Carrick Head holds eleven hundred pieces of glass, and every one of them was ground by hand. "
    "Keepers washed them with vinegar, dried them with linen, and counted them before they went to bed."
)
SECOND: Final = (
    "Nobody lives there now. A clock in a grey box lights the lamp at dusk, a second clock checks the first, and a "
    "woman from the harbour office climbs the stairs twice a year to see whether the two of them still agree."
)
THIRD: Final = (
    "She brings vinegar and linen all the same. The glass does not need it, she says, because salt no longer gets in; "
    "but a room that has been washed for a hundred and sixty years would notice if somebody stopped."
)
TEXT: Final = f"{FIRST}\n\n{SECOND}\n\n{THIRD}"
"""The article of every page."""
_MENU: Final = '<nav><a href="/">Home</a> <a href="/news">News</a> <a href="/tides">Tides</a></nav>'
_END: Final = '<footer><a href="/about">About us</a> <a href="/imprint">Imprint</a></footer>'


def _page(noise: str, head: str = "", end: str = "") -> str:
    """A page with ``noise`` between the article's paragraphs, and more in the head and at the end."""
    body = f"<article><p>{FIRST}</p>{noise}<p>{SECOND}</p>{noise}<p>{THIRD}</p></article>"
    title = "<title>The lamp room</title>"
    return f"<!DOCTYPE html><html lang=en><head>{title}{head}</head><body>{_MENU}{body}{_END}{end}</body></html>"


_TEMPLATE_NAMES: Final = "<!-- header_main.tpl --><!--start--><!-- / header -- main --><!----><!-- a - b -- c -->"
_SCRIPT: Final = """<script>
  <!-- hide from old browsers
  var menu = "<p>in a string</p>", open = "<!--", shut = "-->";
  if (menu.length < 3 && 2 > 1) { document.write("<div class='x'>" + menu + "</div><!-- written -->"); }
  //-->
</script>"""

RAW_PAGES: Final[dict[str, str]] = {
    "comments": _page(_TEMPLATE_NAMES, _TEMPLATE_NAMES, "<!-- 0.12 s - cache: no -->"),
    "comments with markup": _page("<!-- <p>An older paragraph, which was taken out again.</p> <script>x</script> -->"),
    "conditional comments": _page(
        "<!--[if lt IE 9]><p>Your browser is too old for this page, please get a newer one.</p><![endif]-->",
        '<!--[if gt IE 8]><!--><link rel=stylesheet href=a.css><!--<![endif]--><!--[if IE]><script src="i.js">'
        "</script><![endif]-->",
        "<![if !IE]><![endif]>",
    ),
    "inline scripts": _page(_SCRIPT, _SCRIPT, _SCRIPT),
    "scripts with end tags in strings": _page(
        r'<script>var a = "<\/script>", b = "</p></article>", c = "--" + ">"; while (i<b.length) a--;</script>'
    ),
    "JSON in scripts": _page(
        '<script type="application/json">{"html": "\\u003cp>--><!-- <p>no</p>", "n": [1, 2]}</script>',
        '<script type="application/ld+json">{"@type": "NewsArticle", "headline": "The lamp room"}</script>',
    ),
    "CDATA": _page("<script>//<![CDATA[\nif (a < b) { p('<p>no</p>'); }\n//]]></script><![CDATA[ not for readers ]]>"),
    "styles": _page("<style><!-- p > b { content: '</p>'; } --></style>", "<style>/*<!--*/ a { } /*-->*/</style>"),
    "templates": _page("<template><div><p>A card that a script fills.</p></template><template></template>"),
    "declarations": _page("<?php echo 1 ?><!doctype html><!ELEMENT br EMPTY></ >"),
    "unclosed comment": _page("", "<!-- one -->", "<!-- the end"),
    "comment closed with --!>": _page("<!-- one --!><!-- two -->"),
}
