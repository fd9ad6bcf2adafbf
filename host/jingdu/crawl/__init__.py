"""Millions of pages: one machine by `run.extract`, more by an engine that takes what `engines` has for it.

Needs the extra ``crawl``. See ``README.md`` here.
"""
