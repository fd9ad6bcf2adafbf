"""Where homes lie that are written to thousands of times."""

from __future__ import annotations

import os
from typing import Final

MEMORY: Final = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
"""A disk in memory, so that nothing waits for a real one; None where the system has none."""
