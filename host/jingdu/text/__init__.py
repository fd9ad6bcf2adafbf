"""Texts: words, folding, script, language, reading time, addresses."""
