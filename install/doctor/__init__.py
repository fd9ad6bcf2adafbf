"""What is wrong, link by link, from the browser's manifest to the article; and the one thing to do about each fault.

Standard library only: the doctor must work where nothing else does. What can be seen only from
within the host's environment (its packages, the library, the index) is asked of `jingdu.checks`
there. Read ``chain.py`` first.
"""
