-- The index of a library: what is in its files, in a form that can be searched. The files are the truth.

CREATE TABLE meta (
    name TEXT PRIMARY KEY,  -- build, shape, version, checked
    value TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE item (
    row INTEGER PRIMARY KEY,
    id TEXT UNIQUE,         -- null: the item is gone; the row stays, so that others see that it changed
    folder TEXT,            -- name of its folder
    stamp TEXT,             -- state of its files when they were read; null: they are to be read again
    changed INTEGER NOT NULL,   -- the index's version when this row last changed
    sum INTEGER NOT NULL,   -- CRC-32 of its text's row
    title_key BLOB NOT NULL,    -- sorts by it
    site TEXT NOT NULL,
    lang TEXT NOT NULL,
    url TEXT NOT NULL,
    canonical TEXT NOT NULL,
    published TEXT NOT NULL,
    saved TEXT NOT NULL,
    read INTEGER NOT NULL,
    favourite INTEGER NOT NULL,
    archived INTEGER NOT NULL,
    trashed INTEGER NOT NULL,
    keywords TEXT NOT NULL, -- parted by U+001F
    fields TEXT NOT NULL    -- all of it, as JSON
);
CREATE INDEX item_changed ON item (changed);
CREATE INDEX item_folder ON item (folder);
CREATE INDEX item_url ON item (url);
CREATE INDEX item_canonical ON item (canonical);

CREATE TABLE tag (
    row INTEGER NOT NULL REFERENCES item (row) ON DELETE CASCADE,
    name TEXT NOT NULL,
    PRIMARY KEY (row, name)
) WITHOUT ROWID;

CREATE TABLE text (
    row INTEGER PRIMARY KEY REFERENCES item (row) ON DELETE CASCADE,
    title TEXT NOT NULL,
    labels TEXT NOT NULL,   -- byline, site, tags, keywords
    body TEXT NOT NULL
);

-- Folders that could not be read, so that they are not tried again before they change.
CREATE TABLE unreadable (
    folder TEXT PRIMARY KEY,
    stamp TEXT NOT NULL,
    reason TEXT NOT NULL
) WITHOUT ROWID;

-- Tokens of a row of text, made by jingdu.library.index.tokens; its rowid is item.row.
CREATE VIRTUAL TABLE token USING fts5 (title, labels, body, content = '', tokenize = 'ascii');
