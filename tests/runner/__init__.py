"""The steps of tests/run.py; standard library only."""
