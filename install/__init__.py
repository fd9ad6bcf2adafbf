"""Set-up: installs the host, registers it with the browsers, and proves that it works. Read cli.py first.

Standard library only, because it runs before anything is installed.
"""
