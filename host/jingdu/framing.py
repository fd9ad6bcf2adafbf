"""Limits of frames, for both ends of a pipe; imports nothing, because the host imports it before the first answer."""

MAX_REQUEST = 64 * 1024 * 1024
"""Bytes of JSON a browser may send; Chromium's own limit."""
MAX_DRAINED = 4 * MAX_REQUEST
"""Bytes read and thrown away to stay in step (Firefox sends more than Chromium's limit)."""
MAX_FRAME = 1024 * 1024
"""Bytes of JSON a host may send in one frame; over it both browsers close the port."""
OUT_OF_STEP = 65
"""Exit code: where the next frame begins is no longer known."""
