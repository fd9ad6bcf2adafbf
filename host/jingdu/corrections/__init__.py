"""The user's corrections of pages, which are stored only on this computer.

``record`` is the stored form, and ``keys`` computes the checksums that identify blocks. ``page`` creates a correction
and finds its blocks again on the same page, ``site`` makes it evidence about other pages of the site, and ``verdicts``
applies both to a verdict.
"""
