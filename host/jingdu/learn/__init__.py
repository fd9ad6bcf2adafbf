"""Training and evaluation of the extractors; never imported by the running host."""
