"""Text processing: words, folding, scripts, languages, reading time, addresses."""
