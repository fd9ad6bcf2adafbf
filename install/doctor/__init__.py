"""The doctor checks an installation and advises. Standard library only; start with ``examine.py``."""
