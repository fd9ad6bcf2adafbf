"""Parses HTML into a page: a tree cut into blocks, and its metadata."""
