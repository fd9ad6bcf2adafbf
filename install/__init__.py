"""Set-up: installs the host, registers it with the browsers and verifies that it works. Start with cli.py.

Standard library only, because it runs before anything is installed.
"""
