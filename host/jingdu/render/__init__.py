"""From the blocks that were kept to a clean article: HTML, plain text, Markdown."""
