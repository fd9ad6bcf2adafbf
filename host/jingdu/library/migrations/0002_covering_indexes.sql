-- What lists are filtered, counted and sorted by, without reading the rows themselves.

DROP INDEX item_changed;
DROP INDEX item_folder;
CREATE INDEX item_changed ON item (changed, id, site, lang, read, favourite, archived, trashed);
CREATE INDEX item_folder ON item (folder, stamp, id);
CREATE INDEX item_saved ON item (saved);
CREATE INDEX item_published ON item (published, saved);
CREATE INDEX item_title ON item (title_key);
CREATE INDEX item_site ON item (site, saved);
