"""The user's folders and files: private, whole or not there, locked by one writer at a time."""
