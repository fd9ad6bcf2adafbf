"""Bulk extraction, on one machine by `run.extract`, or on a cluster by the functions of `engines`.

Needs the extra ``crawl``. See ``README.md`` here.
"""
