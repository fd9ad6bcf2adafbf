"""The schema of the index: what is in the library's files, in a form that can be searched.

A database of another version is replaced by a new one, which is built from the files.
"""

from __future__ import annotations

from typing import Final

from jingdu.text import fold

VERSION: Final = 5_000 + fold.VERSION
"""``user_version``; raised when a table, what a row holds, or the tokens of a text change."""

STATEMENTS: Final = (
    "CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    # ``build`` is different in every database, ``version`` counts its changes, ``checked`` is a time (Unix).
    """INSERT INTO meta VALUES
        ('build', lower(hex(randomblob(8)))), ('version', '0'), ('checked', strftime('%s', 'now'))""",
    # ``stamp`` is the state of the item's files when they were read, ``changed`` the version at its last change,
    # ``keywords`` are separated by U+001F, ``fields`` is the whole item as JSON.
    """CREATE TABLE item (
        row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, folder TEXT NOT NULL, stamp TEXT, changed INTEGER NOT NULL,
        title_key BLOB NOT NULL, site TEXT NOT NULL, lang TEXT NOT NULL, url TEXT NOT NULL, canonical TEXT NOT NULL,
        published TEXT NOT NULL, saved TEXT NOT NULL, read INTEGER NOT NULL, favourite INTEGER NOT NULL,
        archived INTEGER NOT NULL, trashed INTEGER NOT NULL, keywords TEXT NOT NULL, fields TEXT NOT NULL)""",
    # Lists are filtered, counted and sorted by these alone, without reading the rows.
    "CREATE INDEX item_listed ON item (site, lang, read, favourite, archived, trashed, id)",
    "CREATE INDEX item_folder ON item (folder, stamp, id)",
    "CREATE INDEX item_url ON item (url)",
    "CREATE INDEX item_canonical ON item (canonical)",
    "CREATE INDEX item_saved ON item (saved)",
    "CREATE INDEX item_published ON item (published, saved)",
    "CREATE INDEX item_title ON item (title_key)",
    "CREATE INDEX item_site ON item (site, saved)",
    """CREATE TABLE tag (
        row INTEGER NOT NULL REFERENCES item (row) ON DELETE CASCADE, name TEXT NOT NULL,
        PRIMARY KEY (row, name)) WITHOUT ROWID""",
    # ``labels`` are byline, site, tags and keywords.
    """CREATE TABLE text (
        row INTEGER PRIMARY KEY REFERENCES item (row) ON DELETE CASCADE,
        title TEXT NOT NULL, labels TEXT NOT NULL, body TEXT NOT NULL)""",
    # Folders that could not be read, so that they are not tried again before they change.
    "CREATE TABLE unreadable (folder TEXT PRIMARY KEY, stamp TEXT NOT NULL, reason TEXT NOT NULL) WITHOUT ROWID",
    # The tokens (`tokens`) of a row of ``text``. With prefixes of two and three letters a search that is typed letter
    # by letter takes 4 ms instead of 28 at 10,000 articles, for 8 % of the size; single letters are `query`'s matter.
    "CREATE VIRTUAL TABLE token USING fts5 (title, labels, body, content = '', tokenize = 'ascii', prefix = '2 3')",
)
