"""What the user corrected on pages in the reader, kept on this computer only, and what follows from it.

``record`` is the record of a corrected page, its JSON and the files, ``keys`` the checksums by which blocks are
recognised. ``page`` turns a choice of blocks into a record and finds them again, ``site`` applies a correction to the
other pages of the site, ``verdicts`` does both.
"""
