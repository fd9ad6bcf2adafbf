"""Pictures of saved articles: validation, download, and placement in the text."""
