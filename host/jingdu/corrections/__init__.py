"""What the user corrected on pages in the reader, kept on this computer only, and what follows from it.

``record`` is the record of a corrected page and ``codec`` its JSON, ``store`` the files, ``keys`` the checksums
by which blocks are recognised. ``page`` applies a correction to its own page, ``site`` to the other pages of the
site, ``verdicts`` does both, ``making`` turns a choice of blocks into a record.
"""
