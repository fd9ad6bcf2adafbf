"""Every installed Python extracts the same article."""
