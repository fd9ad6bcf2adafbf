"""What articles are about: keywords (K1, K2), near-duplicates (S1, S2), tags (C) and interests (U)."""
