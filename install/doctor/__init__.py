"""The doctor: what is wrong, from the browser's manifest to the library, and the one thing to do about each failed
check.

Standard library only: it must work where nothing else does. What can be seen only from within the host's environment
(its packages, the library, the index) is asked of `jingdu.checks` there. Read ``examine.py`` first.
"""
