"""Set-up: puts the host on this computer, tells the browsers about it, proves that it works.

Standard library only, because it runs before anything is installed. Read cli.py first.
"""
