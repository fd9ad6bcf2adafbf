"""Evaluation of extractors, ours and peers, on labelled pages."""
