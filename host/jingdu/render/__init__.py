"""Renders kept blocks as a clean article: HTML, plain text, Markdown."""
