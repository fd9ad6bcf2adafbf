"""Threads: the posts of a page, each written as a section whose header names author, time and score."""
