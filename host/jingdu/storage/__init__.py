"""The user's folders and files: private, written durably and as a whole, locked by one writer at a time."""
