"""Set-up's command line. ``--uninstall`` removes everything in the record and keeps the library."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from install import console, environment, files
from install.computer import Computer
from install.console import DONE, FILES, INTERRUPTED, MEANINGS, USAGE, SetupError, reason_of
from install.doctor import examine as doctor
from install.extension import check_id, extension
from install.installation import Installation, script_of
from install.pip import untested_versions
from install.register import Registry
from install.steps import Setup, trial
from install.verify import PAGES
from jingdu.cli.parser import Parser
from jingdu.i18n import gettext as _, ngettext
from jingdu.storage import atomic

_ACTIONS: Final = {
    "--uninstall": "remove exactly what set-up installed",
    "--try": "then open a browser with a new profile, the extension loaded and a page ready to click",
    "--doctor": "check everything, and say how to fix what failed",
    "--dry-run": "list every path that would be written; write nothing",
}
_FLAGS: Final = {
    "--system": "for all users of this computer (as root or administrator)",
    "--library": "with --uninstall: the saved articles too; asks again",
    "--yes": "answer yes where set-up would ask",
    "--update": "rebuild the companion app's environment; the library stays",
    "--fix": "with --doctor: fix automatically what is safe to fix",
    "--json": "print what was done as JSON on stdout, in English",
}
_LISTS: Final = (
    ("--browser", "NAME", "register with this browser, found or not, and no other (repeatable)"),
    ("--extension-id", "ID",
     "also allow the extension under this id, assigned by a store (repeatable); later set-ups keep it"),
)  # fmt: skip
_COUNT_ARTICLES: Final = """
import json
from jingdu.library import location, repository
everywhere = (False, True) if location.folder().is_dir() else ()
kept = [item.id for where in everywhere for item in repository.items(trashed=where)]
print(json.dumps([str(location.folder()), len(kept)]))
"""
_REMOVE_ARTICLES: Final = """
from contextlib import suppress
from jingdu.library import location, names, repository
repository.delete([item.id for where in (False, True) for item in repository.items(trashed=where)])
for folder in (location.folder() / names.TRASH, location.folder()):
    with suppress(OSError):  # other programs' files stay
        folder.rmdir()
"""


def main(arguments: list[str]) -> int:
    console.prepare()
    try:
        options = parser().parse_args(arguments)
    except BrokenPipeError:  # --help into a closed pipe; Python 3.11.2's argparse lets it through
        return DONE
    finally:
        console.line("", sys.stdout, end="")  # flushes what argparse left in the buffer
    return perform(options)


def perform(options: argparse.Namespace, *, here: bool = False) -> int:
    """Runs set-up; returns the exit code. With ``here``, the host is installed in the Python that runs this."""
    if options.doctor:
        return doctor.perform(options, here=here)
    console.prepare(to_stderr=options.json)
    try:
        report, code = {"ok": True, **_run(options, here)}, DONE
    except (SetupError, KeyboardInterrupt) as error:
        message = "Interrupted; run set-up again to finish, or with --uninstall to remove what is there."
        if options.uninstall or options.fetch or options.dry_run:
            message = "Interrupted; the same command continues where it was."
        sentence, code = (str(error), error.code) if isinstance(error, SetupError) else (_(message), INTERRUPTED)
        console.line(sentence, sys.stderr)
        report = {"ok": False, "code": code, "message": sentence}
    if options.json:
        console.print_json(report)
    return code


def _run(options: argparse.Namespace, here: bool) -> dict[str, Any]:
    """Runs the action that the options select; returns its part of the report. Raises `SetupError`."""
    for option, other in (("fix", "doctor"), ("library", "uninstall")):
        if getattr(options, option) and not getattr(options, other):
            raise SetupError(USAGE, _("--{option} needs --{other}; add it.", option=option, other=other))
    if options.wheels and not options.wheels.is_dir():
        raise SetupError(USAGE, _("There is no folder {path}; name one that --fetch filled.", path=options.wheels))
    computer = Computer.this(shared=options.system)
    for name in options.extension_id:
        check_id(name)
    if options.uninstall:
        installation = Installation(computer, Registry(shared=computer.shared), extension(), "")
        return {"removed": uninstall(installation, library=options.library, agreed=options.yes)}
    if options.fetch:
        return {"fetched": environment.fetch(options.fetch, computer)}
    again = Installation.this(computer, here=True).setup_command if here else ""
    if script_of(again) and environment.is_current(computer):
        message = "This companion app was set up from a checkout; to set it up again, run: {command}"
        raise SetupError(USAGE, _(message, command=again))
    if options.dry_run:
        return Setup(computer, options, here=here).plan()
    lock = computer.data / "setup.lock"
    new = files.missing_folders(lock)
    with files.locked(lock):
        setup = Setup(computer, options, here=here)
        setup.record.folders += new
        setup.install()
    if getattr(options, "try"):
        trial(setup)
    return _summary(setup)


def _summary(setup: Setup) -> dict[str, Any]:
    """The report of an installation, for ``--json``."""
    untested = untested_versions() if setup.here else {}
    return {
        "version": setup.extension.version,
        "python": str(setup.python),
        "launcher": str(setup.launcher),
        "extension": str(setup.extension.folder),
        "extension_ids": setup.record.extension_ids,
        "browsers": [item.browser.name for item in setup.found],
        "manifests": [str(item.manifest) for item in setup.registrations],
        "warnings": setup.warnings,
        "untested_versions": {name: {"installed": one, "tested": other} for name, (one, other) in untested.items()},
        "read": [page.title for page in PAGES],
    }


def parser() -> argparse.ArgumentParser:
    made = Parser(
        prog=f"{'py' if sys.platform == 'win32' else 'python3'} install/setup.py",
        description="Installs Jingdu's companion app for this user, registers it with the browsers, and checks that it "
        "works. It can be repeated without harm.",
        epilog=exit_codes(),
    )
    add_arguments(made)
    return made


def exit_codes() -> str:
    return _("exit codes:") + "".join(f"\n  {code:<4} {_(meaning)}" for code, meaning in MEANINGS.items())


def add_arguments(parser: argparse.ArgumentParser) -> None:
    either = parser.add_mutually_exclusive_group()
    for group, flags in ((either, _ACTIONS), (parser, _FLAGS)):
        for name, text in flags.items():
            group.add_argument(name, action="store_true", help=text)
    for name, metavar, text in _LISTS:
        parser.add_argument(name, action="append", default=[], metavar=metavar, help=text)
    either.add_argument("--fetch", type=Path, metavar="DIR", help="fill DIR for --wheels; install nothing")
    text = "install without a network from what --fetch put there"
    parser.add_argument("--wheels", type=Path, metavar="DIR", help=text)


def uninstall(installation: Installation, *, library: bool = False, agreed: bool = False) -> list[str]:
    """Uninstalls, with ``library`` the saved articles too; returns the removed names. Raises `SetupError`."""
    data, python = installation.computer.data, installation.python
    if not data.is_dir():
        console.line(_("Nothing to remove: {path} does not exist.", path=data))
        return []
    kept: tuple[str, int] | None = None
    with suppress(OSError, ValueError, subprocess.SubprocessError):
        where, count = json.loads(_run_in_host(python, _COUNT_ARTICLES))
        kept = str(where), int(count)
    with files.locked(data / "setup.lock"):
        if library:
            _remove_library(kept, python, agreed=agreed)
        is_empty = library or bool(kept and not kept[1])
        removed, left = _remove_recorded(installation, _settings(data, library=library, is_empty=is_empty))
    if left:
        message = "Everything is removed except {paths}; fix that and run --uninstall again."
        raise SetupError(FILES, _(message, paths=", ".join(left)))
    if not removed:
        return []
    folders = {data, *map(Path, installation.record.folders)}
    for folder in sorted(folders, key=lambda path: len(path.parts), reverse=True):
        with suppress(OSError):  # other programs' files stay
            folder.rmdir()
            console.step(_("removed"), _("{path} (empty)", path=folder))
    console.line(_("Jingdu's companion app is removed. Remove the extension on the browser's page of extensions."))
    if kept and kept[1] and not library:
        one, many = "Your library stays: {n} article in {folder}", "Your library stays: {n} articles in {folder}"
        console.line(ngettext(one, many, kept[1], folder=kept[0]))
    return removed


def _settings(data: Path, *, library: bool, is_empty: bool) -> list[Path]:
    """The host's settings to remove: ``library.json`` only if the library ``is_empty``, highlights with ``library``."""
    with suppress(OSError):  # it is not empty
        (data / "highlights").rmdir()
    optional = {"library.json": is_empty, "highlights": library}
    names = ("adjustment.json", "settings.json", *(name for name, is_removed in optional.items() if is_removed))
    return [data / name for name in names]


def _remove_recorded(installation: Installation, settings: list[Path]) -> tuple[list[str], list[str]]:
    """Removes ``settings`` and everything in the record but the user's own command; returns what is removed and left.

    The record is removed last, and only if nothing is left, so that this can be repeated.
    """
    record, registry = installation.record, installation.registry
    if not record.place.exists():
        console.line(_("Nothing to remove: there is no record of an installation in {path}.", path=record.place.parent))
        return [], []
    removed, left = list[str](), list[str]()
    for key in record.keys:
        with _removing(rf"{registry.hive}\{key}", removed, left):
            registry.delete(key)
    others = () if installation.owns_command else (installation.command,)
    for path in [*settings, *map(Path, [*record.files, *record.trees])]:
        atomic.clear_stale(path.parent)  # of a killed set-up
        if path not in others and os.path.lexists(path):
            with _removing(str(path), removed, left):
                files.delete(path)
    if not left:
        files.remove(record.place)
    return removed, left


@contextmanager
def _removing(name: str, removed: list[str], left: list[str]) -> Iterator[None]:
    """Reports the removal of a file or key, and adds it to ``removed``, or to ``left`` with the reason."""
    try:
        yield
    except OSError as error:
        left.append(f"{name} ({_(reason_of(error))})")
    else:
        removed.append(name)
        console.step(_("removed"), name)


def _remove_library(known: tuple[str, int] | None, python: Path | None, *, agreed: bool) -> None:
    """Deletes all articles, after a confirmation unless ``agreed``; other files in the folder stay."""
    if known is None:
        message = "The companion app does not answer, so its library was left alone; delete that folder by hand."
        raise SetupError(FILES, _(message))
    folder, count = known
    if not agreed and sys.stdin.isatty():
        one = "The library in {folder} holds {n} article. It can't be restored."
        many = "The library in {folder} holds {n} articles. They can't be restored."
        console.line(ngettext(one, many, count, folder=folder))
        phrase = _("delete the library")
        agreed = input(_("Type “{phrase}” to delete them all: ", phrase=phrase)).strip() == phrase
    if not agreed:
        raise SetupError(FILES, _("Nothing was removed; the library is in {folder}.", folder=folder))
    try:
        _run_in_host(python, _REMOVE_ARTICLES)
    except (OSError, subprocess.SubprocessError) as error:
        message = "The library could not be removed; delete {folder} by hand, then run this again."
        raise SetupError(FILES, _(message, folder=folder)) from error
    one, many = "{n} article of the library in {folder}", "{n} articles of the library in {folder}"
    console.step(_("removed"), ngettext(one, many, count, folder=folder))


def _run_in_host(python: Path | None, code: str) -> str:
    """Runs code in the host's interpreter; returns its output. Raises ``OSError``, ``subprocess.SubprocessError``."""
    if python is None:
        raise OSError("no interpreter")
    done = subprocess.run([str(python), "-I", "-c", code], check=True, capture_output=True, timeout=600)
    return done.stdout.decode("utf-8")
