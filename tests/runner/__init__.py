"""What tests/run.py does, step by step; standard library only."""
