"""``python -m jingdu.checks EXTENSION_VERSION`` prints the results of checks as JSON, in the user's language.

``{setup}`` in a command stands for the installation's set-up command. With ``--fix ID`` it runs a check's automatic fix
instead; with ``--quick`` the exit code says whether the packages are intact and a page can be read. Packages are
imported only after they are checked, so that a broken one can be named.
"""

import csv
import hashlib
import json
import re
import sys
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from importlib import import_module, metadata
from pathlib import Path
from typing import Final

from jingdu.checks import FAILED, Check, failed, passed
from jingdu.i18n import activate, gettext as _

_RENEW: Final = "{setup} --update"
_PARAGRAPH: Final = "A sentence of a paragraph, and another one."
_PAGE: Final = "<title>A</title><body><h1>A</h1>" + f"<p>{_PARAGRAPH}</p><!-- No. -->" * 4
_TEXT: Final = "\n\n".join([_PARAGRAPH] * 4)
_IMPORT_NAMES: Final = {"markdown-it-py": "markdown_it", "nativemessaging-ng": "nativemessaging", "pyyaml": "yaml"}


def checks(extension: str) -> Iterator[Check]:
    """Runs every check; ``extension`` is the version of the installed extension."""
    yield (found := packages())
    if found.state == FAILED:
        return
    yield version(extension)
    yield reading()
    yield log()
    from jingdu.checks import library

    yield from library.checks()


def packages() -> Check:
    """Checks that every required package is installed, intact, of a supported version and importable."""
    return next(_wrong_packages(), None) or passed("packages", _("all packages of the companion app are there"))


def _wrong_packages() -> Iterator[Check]:
    yield from _damaged("jingdu")
    for requirement in metadata.requires("jingdu") or []:
        if "extra ==" in requirement:
            continue
        name = re.split(r"[^\w.-]", requirement, maxsplit=1)[0]
        try:
            yield from _damaged(name)
            found = metadata.version(name)
            import_module(_IMPORT_NAMES.get(name, name.replace("-", "_")))
        except metadata.PackageNotFoundError:
            yield _wrong(_("{name} is missing", name=name))
        except Exception as error:  # a broken package may raise anything
            reason = f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"
            yield _wrong(_("{name} does not load ({reason})", name=name, reason=reason))
        else:
            yield from _unfit(name, found, requirement)


def _unfit(name: str, found: str, requirement: str) -> Iterator[Check]:
    """A failed check for each bound of a requirement that the ``found`` version violates."""
    for sign, bound in re.findall(r"([!<=>~]+)([\w.]+)", requirement):
        if sign == ">=" and _numbers(found) < _numbers(bound):
            yield _wrong(_("{name} is {found}, and {bound} or newer is needed", name=name, found=found, bound=bound))
        if sign == "!=" and _numbers(found) == _numbers(bound):
            yield _wrong(_("{name} is {found}, a version that Jingdu cannot use", name=name, found=found))


def _damaged(name: str) -> Iterator[Check]:
    """A failed check for each file that differs from the package's RECORD (PEP 376), except scripts and byte code."""
    distribution = metadata.distribution(name)
    for row in csv.reader((distribution.read_text("RECORD") or "").splitlines()):
        path, checksum = row[:2]
        if checksum.startswith("sha256=") and not path.startswith("..") and not path.endswith(".pyc"):
            file = Path(str(distribution.locate_file(path)))
            if not file.is_file():
                yield _wrong(_("{path} of {name} is missing", name=name, path=file))
                continue
            digest = hashlib.sha256(file.read_bytes()).digest()
            if checksum != f"sha256={urlsafe_b64encode(digest).decode().rstrip('=')}":
                yield _wrong(_("{path} of {name} is damaged", name=name, path=file))


def _wrong(message: str) -> Check:
    return failed("packages", message, command=_RENEW)


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".") if part.isdigit())


def version(extension: str) -> Check:
    """Checks that host and extension have the same version."""
    from jingdu import __version__

    message = _("companion app {host}, extension {extension}", host=__version__, extension=extension)
    if __version__ == extension:
        return passed("version", message)
    if _numbers(__version__) < _numbers(extension):
        return failed("version", message, command="{setup}")
    advice = _("Download the newest version of Jingdu, set it up, and reload the extension in the browser.")
    return failed("version", message, advice)


def reading() -> Check:
    """Checks that a sample page can be read."""
    try:
        from jingdu import reading

        text = reading.read(_PAGE, "https://example.org/", extractor="sited").text.strip()
    except Exception as error:
        return failed("reading", _("a sample page cannot be read ({error})", error=error), command=_RENEW)
    if text != _TEXT:
        return failed("reading", _("a sample page gave something other than its article"), command=_RENEW)
    return passed("reading", _("a sample page was read"))


def log() -> Check:
    """Checks that the log is writable."""
    from jingdu import logs

    path = Path(logs.path())
    try:
        logs.append(b"")
    except OSError as error:
        from jingdu.checks.paths import unusable

        return unusable("log", error, path, path.parent)
    return passed("log", str(path))


def main(arguments: list[str]) -> int:
    activate()
    if "--quick" in arguments:
        return int(any(check().state == FAILED for check in (packages, reading)))
    results = list(checks(arguments[0]))
    if "--fix" in arguments:
        identity = arguments[arguments.index("--fix") + 1]
        for check in results:
            if check.id == identity and check.repair is not None:
                check.repair()
        return 0
    report = [check.as_json() for check in results]
    sys.stdout.buffer.write(json.dumps(report, ensure_ascii=False).encode("utf-8", "replace"))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
