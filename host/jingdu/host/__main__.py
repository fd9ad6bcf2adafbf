"""Starts the host: ``python -I -m jingdu.host``."""

from jingdu.host import main

main()
