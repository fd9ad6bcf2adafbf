"""The user's corrections of pages, stored only on this computer, and their application.

``record`` is the stored form of a correction, ``keys`` are the checksums that identify blocks. ``page`` creates a
correction and applies it to the same page, ``site`` to other pages of the site; ``verdicts`` combines both.
"""
