"""Starts the worker that reads pages, passes frames to it and back, and stops and replaces it where it fails."""
