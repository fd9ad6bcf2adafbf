"""Measures extractors, and their peers, on labelled pages."""
