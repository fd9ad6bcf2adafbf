"""Explains a verdict: in words, as data, and as a copy of the page coloured by score."""
