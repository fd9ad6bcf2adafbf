"""Limits of native messaging frames; without imports, because the host loads it before the first answer."""

MAX_REQUEST = 64 * 1024 * 1024
"""Bytes of JSON in a request; Chromium's own limit."""
MAX_DRAINED = 4 * MAX_REQUEST
"""Bytes of a request that is read and refused, as Firefox has no limit; a larger one ends the host."""
MAX_FRAME = 1024 * 1024
"""Bytes of JSON in a reply's frame; browsers close the port if it is larger."""
OUT_OF_STEP = 65
"""Exit code after losing synchronization with the frames."""
