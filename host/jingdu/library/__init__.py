"""The library: saved articles as files, their pictures, the search index, import and export."""
