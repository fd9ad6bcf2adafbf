"""Set-up: installs the host, registers it with the browsers, and proves that it works.

Standard library only, because it runs before anything is installed. Read cli.py first.
"""
