"""Keywords (K1, K2), near-duplicates (S1, S2), tags (C) and interests (U); methods in ``jingdu/library/PAPERS.md``."""
