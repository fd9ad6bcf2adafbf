"""The doctor: what is wrong, and the one thing to do about it. Standard library only; read ``examine.py`` first."""
