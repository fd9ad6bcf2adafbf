"""Pictures of kept articles: what they are by their bytes, where they come from, how they are placed in the text."""
