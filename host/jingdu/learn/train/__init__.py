"""Training of the extractors' weights."""
