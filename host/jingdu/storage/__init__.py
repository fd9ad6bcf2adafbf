"""Private folders, atomic and durable writes, and locks."""
