"""The same article from every Python that is installed."""
