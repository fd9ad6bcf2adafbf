"""A verdict explained: in words, as data, and as the original page, made inert, with its blocks tinted by score."""
