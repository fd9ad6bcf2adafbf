"""Near-duplicates: candidates by their terms (paper S2), confirmed by what the texts share.

Characteristic strings (paper S1) confirm too; which is better was measured, beside MinHash and SimHash: see
``jingdu/library/PAPERS.md``.
"""
