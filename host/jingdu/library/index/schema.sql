-- Increase VERSION in rows.py when this changes. Statements end with a semicolon at the end of a line.

-- `build` identifies the database, `version` counts its changes, `checked` is a Unix time.
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO meta VALUES
    ('build', lower(hex(randomblob(8)))), ('version', '0'), ('checked', strftime('%s', 'now'));

-- `stamp` is the folder's stamp when it was read, `changed` the version of the last change, `fields` the item.
CREATE TABLE item (
    row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, folder TEXT NOT NULL, stamp TEXT, changed INTEGER NOT NULL,
    title_key BLOB NOT NULL, site TEXT NOT NULL, lang TEXT NOT NULL, url TEXT NOT NULL, canonical TEXT NOT NULL,
    published TEXT NOT NULL, saved TEXT NOT NULL, read INTEGER NOT NULL, favourite INTEGER NOT NULL,
    archived INTEGER NOT NULL, trashed INTEGER NOT NULL, fields TEXT NOT NULL
);
CREATE INDEX item_folder ON item (folder, stamp, id);
CREATE INDEX item_url ON item (url);
CREATE INDEX item_canonical ON item (canonical);
CREATE INDEX item_saved ON item (saved);

CREATE TABLE tag (
    row INTEGER NOT NULL REFERENCES item (row) ON DELETE CASCADE, name TEXT NOT NULL,
    PRIMARY KEY (row, name)
) WITHOUT ROWID;

-- `labels` are byline, site, tags and keywords; `body` is the text with the user's notes.
CREATE TABLE text (
    row INTEGER PRIMARY KEY REFERENCES item (row) ON DELETE CASCADE,
    title TEXT NOT NULL, labels TEXT NOT NULL, body TEXT NOT NULL
);

-- Remembered so that they are not read again before they change.
CREATE TABLE unreadable (folder TEXT PRIMARY KEY, stamp TEXT NOT NULL, reason TEXT NOT NULL) WITHOUT ROWID;

-- The tokens (tokens.py) of `text`. Indexed prefixes of two and three letters make a search while typing take 4 ms, not
-- 28, with 10,000 articles, and add 8 % to the size. query.py handles single letters.
CREATE VIRTUAL TABLE token USING fts5 (title, labels, body, content = '', tokenize = 'ascii', prefix = '2 3');
