"""Limits of native messaging frames; it imports nothing, because the host loads it before the first reply."""

MAX_REQUEST = 64 * 1024 * 1024
"""Maximum bytes of JSON in a request; Chromium's own limit."""
MAX_DRAINED = 4 * MAX_REQUEST
"""Maximum bytes of a request that is read and then refused, since Firefox has no limit; a larger one ends the host."""
MAX_FRAME = 1024 * 1024
"""Maximum bytes of JSON in a frame of a reply; browsers close the port for a larger one."""
OUT_OF_STEP = 65
"""Exit code after the process has lost track of where frames begin."""
