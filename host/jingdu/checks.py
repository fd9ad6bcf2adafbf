"""What the doctor can see only from within the host's environment.

``python -m jingdu.checks EXTENSION_VERSION`` prints a JSON list of links ``{name, state, said, cure,
fixable}``; with ``--fix NAME`` it mends one of them instead. ``{setup}`` in a cure stands for the command
that sets up again. Nothing is imported here before it is checked, so that a broken package is told by name.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from importlib import import_module, metadata
from pathlib import Path
from typing import Any, Final, NamedTuple

GOOD: Final = "good"
FAULT: Final = "fault"
WARNING: Final = "warning"
_RENEW: Final = "Run: {setup} --update"
_LEAST_FREE: Final = 200 * 2**20
"""Bytes on a disk with less of which the next saves may fail."""
_PARAGRAPH: Final = "A sentence of a paragraph, and another one."
_NO_TEXT: Final = (
    "<!-- head - main.tpl --><!--[if IE]><p>No.</p><![endif]--><!----><template><div><p>No.</p></template>"
    "<script>\n<!--\nvar a = '<p>No.</p>', b = '<!--'; if (a < b) { b = '--' + '>'; }\n//-->\n</script>"
)
_PAGE: Final = f"<title>A</title>{_NO_TEXT}<body><h1>A</h1>" + f"<p>{_PARAGRAPH}</p>{_NO_TEXT}" * 4
_TEXT: Final = "\n\n".join([_PARAGRAPH] * 4)
_MODULES: Final = {"markdown-it-py": "markdown_it", "nativemessaging-ng": "nativemessaging", "pyyaml": "yaml"}
"""Distributions that are imported under another name."""


class Link(NamedTuple):
    """One link of the chain."""

    name: str
    state: str
    said: str
    cure: str = ""
    fix: Callable[[], object] | None = None

    def as_data(self) -> dict[str, object]:
        """For the doctor, as JSON."""
        return {**self._asdict(), "fix": None, "fixable": self.fix is not None}


def links(extension: str) -> Iterator[Link]:
    """Every link within the environment; ``extension`` is the version of the extension that is installed."""
    yield packages()
    yield version(extension)
    yield reading()
    yield log()
    yield library()
    yield index()


def packages() -> Link:
    """Each package that the host needs is there, new enough, and can be imported."""
    wrong = list(_wrong_packages())
    if wrong:
        return Link("packages", FAULT, "; ".join(wrong), _RENEW)
    return Link("packages", GOOD, "all that the host needs is there")


def _wrong_packages() -> Iterator[str]:
    for requirement in metadata.requires("jingdu") or []:
        if "extra ==" in requirement:
            continue
        name, bounds = parted(requirement)
        try:
            found = metadata.version(name)
            import_module(_MODULES.get(name, name.replace("-", "_")))
        except metadata.PackageNotFoundError:
            yield f"{name} is missing"
        except Exception as error:  # whatever a broken package raises when it is imported
            yield f"{name} does not load ({type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''})"
        else:
            for sign, bound in bounds:
                if sign == ">=" and _numbers(found) < _numbers(bound):
                    yield f"{name} is {found}, and {bound} or newer is needed"
                if sign == "!=" and _numbers(found) == _numbers(bound):
                    yield f"{name} is {found}, a version that Jingdu cannot use"


def parted(requirement: str) -> tuple[str, list[tuple[str, str]]]:
    """Name and bounds of a requirement of ours: ``nh3!=0.3.8,>=0.3.7`` → nh3, each sign with its version."""
    found = re.findall(r"([!<=>~]+)([\w.]+)", requirement)
    return re.split(r"[^\w.-]", requirement, maxsplit=1)[0], found


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".") if part.isdigit())


def version(extension: str) -> Link:
    """Host and extension are of one version."""
    from jingdu import __version__

    said = f"host {__version__}, extension {extension}"
    if __version__ == extension:
        return Link("version", GOOD, said)
    older = _numbers(__version__) < _numbers(extension)
    return Link("version", FAULT, said, "Run: {setup}" if older else "Load the extension again from its newest folder.")


def reading() -> Link:
    """The extractor and its weights are whole: a page is read."""
    try:
        from jingdu import reading

        text = reading.read(_PAGE, "https://example.org/", extractor="sited").text.strip()
    except Exception as error:
        return Link("reading", FAULT, f"a sample page cannot be read ({error})", _RENEW)
    if text != _TEXT:
        return Link("reading", FAULT, "a sample page gave something other than its article", _RENEW)
    return Link("reading", GOOD, "a sample page was read")


def log() -> Link:
    """The log can be written."""
    from jingdu import logs

    place = Path(logs.path())
    wrong = _not_writable(place.parent)
    if wrong:
        return Link("log", FAULT, wrong, f"Make {place.parent} a folder that you may write to.")
    return Link("log", GOOD, str(place))


def library() -> Link:
    """The library's folder can be written to, and its disk has room."""
    from jingdu.faults import Fault
    from jingdu.library import place

    try:
        folder = place.folder()
    except Fault as fault:
        cure = "Make library.json in Jingdu's data folder readable for yourself, or remove it."
        return Link("library", FAULT, f"its settings cannot be read ({fault.__cause__})", cure)
    cure = "Choose another folder in the extension's options, or make it one that you may write to."
    if not folder.exists():
        above = next(parent for parent in folder.parents if parent.exists())
        if not os.access(above, os.W_OK) or (place.is_named() and above != folder.parent):
            return Link("library", FAULT, f"{folder} is not there", cure)
        return Link("library", GOOD, f"{folder} will be made with the first article")
    if wrong := _not_writable(folder):
        return Link("library", FAULT, wrong, cure if "full" not in wrong else "Make room on the disk.")
    return Link("library", GOOD, str(folder))


def index() -> Link:
    """The search index is whole; what is missing in it is found by comparing it with the files."""
    from jingdu.faults import Fault
    from jingdu.library import indexed, place

    try:
        if not place.folder().is_dir():
            return Link("index", GOOD, "it will be made with the library")
        opened = indexed.opened()
        for _ in opened.check():
            pass
        for _ in opened.mend():
            pass
        found = opened.search(limit=0).total
    except Fault as fault:
        return Link("index", FAULT, fault.message, "Run: jingdu reindex")
    except Exception as error:
        return Link("index", FAULT, f"it cannot be used ({error})", "Run: jingdu reindex")
    return Link("index", GOOD, f"{found} article{'' if found == 1 else 's'}")


def _not_writable(folder: Path) -> str:
    """Why nothing can be written to a folder, which is made where it is missing; empty where something can."""
    from jingdu import private

    probe = folder / f".jingdu-{os.getpid()}"
    try:
        if not folder.is_dir():
            private.folder(folder)
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        return f"{folder} cannot be written to ({(error.strerror or str(error)).lower()})"
    free = shutil.disk_usage(folder).free
    return f"the disk of {folder} is full" if free < _LEAST_FREE else ""


def main(arguments: list[str]) -> int:
    """Prints the links, or mends one."""
    found = list(links(arguments[0]))
    if "--fix" in arguments:
        wanted = arguments[arguments.index("--fix") + 1]
        for link in found:
            if link.name == wanted and link.fix is not None:
                link.fix()
        return 0
    told: list[dict[str, Any]] = [link.as_data() for link in found]
    sys.stdout.buffer.write(json.dumps(told, ensure_ascii=False).encode())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
