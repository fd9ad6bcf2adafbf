"""Imports into the library: our own exports, lists of addresses, saved pages, and folders of these.

Each module reads one format and yields articles and addresses; unreadable ones are yielded as `Failed`.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

from jingdu.i18n import gettext as _, system_message
from jingdu.protocol.items import Item

MAX_SIZE: Final = 64 * 2**20
"""Bytes of a page, a Markdown file or a picture beside it."""


class SavedPage(NamedTuple):
    name: str
    html: str
    url: str | None
    pictures: Mapping[str, Path]
    """Absolute address → file."""
    saved: str | None = None
    listed: Item | None = None
    """Metadata from the list that refers to it."""


class Record(NamedTuple):
    """An article of our own export; ``name`` is its title or file."""

    name: str
    id: str
    html: str
    markdown: str
    highlights: Sequence[Any]
    assets: Mapping[str, bytes]
    """Picture name → content."""
    sources: Mapping[str, str]
    """Picture address → name."""
    page: bytes | None
    """The captured page (gzip)."""


REASONS: Final[Mapping[str, str]] = {
    "unknown": "cannot be imported; name an export of Jingdu (JSON or Markdown), bookmarks saved as HTML, "
    "a list exported from Pocket, Instapaper, Raindrop or wallabag, or saved pages",
    "unread": "could not be read",
    "large": "is too large; split it and import the parts",
    "newer": "was written by a newer Jingdu; update this one",
    "damaged": "is damaged in the export",
    "no_address": "has no http or https address; add one and import it again",
    "no_csv": "is not CSV; correct it and import it again",
    "no_text": "is not text in UTF-8; save it as UTF-8 and import it again",
    "not_ours": "is Markdown, but not an article that Jingdu exported (it has no id); import its web page instead",
    "archive": "is an archive; unpack it and import the folder",
    "pdf": "is a PDF, not a web page; if its text is also on the web, save that page",
    "picture": "is an image, not a web page; import the page that it belongs to",
    "media": "is audio or video, not a web page; save the page that contains it",
    "document": "is an office document or an e-book, not a web page; save it as HTML and import that",
    "web_archive": "is a web archive; save the page as HTML instead",
    "binary": "is not text; name an export, a list of addresses or a saved page",
    "empty": "holds no saved pages, no export and no list",
}
"""Code of why something can't be imported → predicate in English, for the command line.

Jobs report the codes, so they never change meaning.
"""


class Failed(NamedTuple):
    """A file, or a record of one, that can't be imported, and why."""

    name: str
    why: str
    """One of `REASONS`."""
    detail: str = ""
    """The system's message."""
    line: int | None = None
    """Line number in the file, from 1."""

    @property
    def predicate(self) -> str:
        reason = _(REASONS[self.why])
        return f"{reason}: {self.detail}" if self.detail else reason


Incoming = Item | SavedPage | Record | Failed
"""An `Item` is an address to be read later, without id and, if unknown, without the time when it was saved."""


class SourceError(Exception):
    """The source has an unknown format or can't be read; the message is a sentence."""

    def __init__(self, source: Path, why: str, detail: str = "") -> None:
        self.failed = Failed(str(source), why, detail)
        super().__init__(_("{subject} {predicate}.", subject=source, predicate=self.failed.predicate))


@contextmanager
def map_errors(source: Path) -> Iterator[None]:
    """Maps errors while reading a file to `SourceError`."""
    try:
        yield
    except OSError as error:
        raise SourceError(source, "unread", system_message(error.strerror or "")) from None
    except UnicodeDecodeError:
        raise SourceError(source, "no_text") from None


def bytes_of(source: Path, limit: int) -> bytes:
    """The content of a file; raises `SourceError` if it is larger than ``limit``."""
    with map_errors(source):
        if source.stat().st_size > limit:
            raise SourceError(source, "large")
        return source.read_bytes()
