"""What the text of an article tells by its characters: its script, its language, the time to read it."""
