"""The doctor's checks of the library: they try the steps of listing and saving, and leave nothing behind."""

import os
import shlex
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Final

from jingdu.checks import FAILED, Check, failed, passed, warning
from jingdu.checks.paths import unusable
from jingdu.faults import Fault
from jingdu.i18n import gettext as _
from jingdu.library import indexed, item_folders, item_writing, jobs, location, names, repository, saving, transaction
from jingdu.library.index import database, local_folder
from jingdu.protocol.items import Item
from jingdu.sites import settings as learning
from jingdu.storage import atomic, lock, private

_MIN_FREE: Final = 200 * 2**20
"""Bytes of free space below which a warning is given."""
_TIMEOUT: Final = 2.0
"""Seconds to wait for locks, shorter than for a save."""
_MAX_SECONDS: Final = 15.0
"""Seconds for comparing the index with the files; building the index of a large library takes longer."""


def checks() -> Iterator[Check]:
    """Runs the checks up to the first that fails; shortens the lock timeouts of this process."""
    lock.TIMEOUT = database.TIMEOUT = _TIMEOUT
    for check in (settings, locks, library, index):
        yield (found := _result(check))
        if found.state == FAILED:
            return


def _result(check: Callable[[], Check]) -> Check:
    """The result of a check, or the failed check if it raises a fault or an error of the system."""
    identity = check.__name__
    folder = Path(private.data()) if check in (settings, locks) else location.folder()
    try:
        return check()
    except Fault as fault:
        return _of_fault(identity, fault, folder)
    except OSError as error:
        return unusable(identity, error, Path(error.filename or folder), folder)


def settings() -> Check:
    """Checks that the settings files are valid."""
    for path in (Path(private.data()) / "library.json", Path(learning.path())):
        if path.exists() and not isinstance(private.read_json(path), dict):
            return failed("settings", _("{path} is damaged", path=path), repair=partial(repair_settings, path))
    return passed("settings", str(location.folder()))


def locks() -> Check:
    """Checks that no other program holds the locks that a save needs."""
    with lock.locked(location.folder()):
        return passed("locks", str(Path(private.data()) / "locks"))


def library() -> Check:
    """Checks that an article can be saved."""
    folder = location.folder()
    with atomic.map_os_errors():
        if not location.check():
            _try_create(folder)
            return passed("library", _("{path} will be created with the first article", path=folder))
        _try_save()
    free = shutil.disk_usage(folder).free
    if free < _MIN_FREE:
        message = _("{free} MiB are free on the disk of {path}", free=free // 2**20, path=folder)
        return warning("library", message, _("Free some space on it."))
    return passed("library", str(folder))


def index() -> Check:
    """Checks that articles can be listed and indexed."""
    if not location.folder().is_dir():
        return passed("index", _("it will be created with the library"))
    try:
        return _index()
    except (Fault, OSError):
        raise
    except Exception as error:
        program = shutil.which("jingdu", path=os.path.dirname(sys.executable))
        command = [program] if program else [sys.executable, "-I", "-m", "jingdu"]
        message = _("it cannot be used ({reason})", reason=error)
        return failed("index", message, command=shlex.join([*command, "reindex"]))


def _index() -> Check:
    """Lists the articles, and brings the index up to date as far as time allows."""
    with atomic.map_os_errors():
        for trashed in (False, True):
            item_folders.every(trashed=trashed)
        next(repository.items(), None)
    opened = indexed.opened()
    jobs.run_for(_MAX_SECONDS, chain(opened.check(), opened.repair()))
    if unreadable := opened.unreadable():
        name, reason = unreadable[0]
        if problem := indexed.examine(opened, name):
            reason = problem.reason  # in the user's language, unlike the reason in the index
        path = location.folder() / name / names.ARTICLE
        message = "{count} of the articles cannot be read; the first is {path}: {reason}"
        message = _(message, count=len(unreadable), path=path, reason=reason)
        return warning("index", message, _("Open that file in an editor and correct it."))
    return passed("index", _("articles: {count}", count=opened.search(limit=0).total))


def _try_save() -> None:
    """Does everything that a save does except the final rename."""
    with transaction.write_lock() as library, transaction.temporary_folder(library) as temporary:
        item = Item(id=names.new_id(), folder="", title="Jingdu", saved=saving.now())
        content = item_writing.Content("<p>Jingdu 净读</p>", "<p>Jingdu 净读</p>")
        item_writing.write(temporary, item, content, {}, None, {})
        atomic.sync(library)
        shutil.rmtree(temporary)


def _try_create(folder: Path) -> None:
    """Creates a library's folder as the first save does, and removes it again; raises ``OSError``."""
    missing = [path for path in (folder, *folder.parents) if not os.path.lexists(path)]
    with lock.locked(folder):
        atomic.make_folder(folder, parents=folder.is_relative_to(Path.home()))
        for path in missing:
            with suppress(OSError):
                path.rmdir()


def _of_fault(identity: str, fault: Fault, folder: Path) -> Check:
    if identity == "locks":
        return _held(identity, [Path(lock.file_of(location.folder()))])
    if fault.code == "index_busy":
        return _held(identity, sorted(local_folder.folder(folder).glob("index-*")))
    if fault.code == "library_missing":
        return _missing(identity, folder)
    cause = fault.__cause__
    if fault.code == "library_full":
        return failed(identity, _("the disk of {path} is full", path=folder), _("Free some space on it."))
    if isinstance(cause, OSError) and fault.code == "library_read_only":
        return unusable(identity, cause, Path(cause.filename or folder), folder)
    if fault.code == "index_unwritable":
        index_folder = local_folder.folder(folder)
        return unusable(identity, OSError(fault.message), index_folder, index_folder)
    return failed(identity, fault.message)


def _missing(identity: str, folder: Path) -> Check:
    """The failed check if the library's folder is missing."""
    mkdir = shlex.join(["mkdir", "-p", os.path.realpath(folder)])
    file = next((path for path in (folder, *folder.parents) if path.exists() and not path.is_dir()), None)
    if file:
        message = _("{path} is a file, and the library needs a folder there", path=file)
        mv = shlex.join(["mv", str(file), f"{file}.file"])
        return failed(identity, message, command=f"{mv} && {mkdir}")
    if os.environ.get(location.VARIABLE):
        message = _("{path}, named by {variable}, does not exist", path=folder, variable=location.VARIABLE)
        advice = _("Connect its disk, or unset the variable.")
        return failed(identity, message, advice, command=f"unset {location.VARIABLE}")
    advice = _(
        "Put it back, connect its disk, or choose another folder on the library page; or start an empty library there."
    )
    return failed(identity, _("{path} does not exist", path=folder), advice, command=mkdir)


def _held(identity: str, files: list[Path]) -> Check:
    """The failed check if a lock is held; names the process that holds one of these files, if known."""
    holder = lock.holder(files)
    if holder is None:
        message = _("another program is using the library")
        return failed(identity, message, _("Close the browsers and other programs that use it, then try again."))
    process, name = holder
    message = _("the process {process} ({name}) is using the library", process=process, name=name)
    return failed(identity, message, _("Wait for it, or end it if it does not respond."), command=f"kill {process}")


def repair_settings(path: Path) -> None:
    """Renames damaged settings; restores the library's folder if only one known one exists. Raises ``OSError``."""
    private.set_aside(path)
    if path.name == "library.json" and not location.chosen():
        default = location.folder()
        known = [folder for folder in location.known() if folder != default and folder.is_dir()]
        if len(known) == 1:
            location.change(folder=str(known[0]))
