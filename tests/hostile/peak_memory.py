"""``peak_memory.py FILE COMMAND…``: runs a command with the same streams; writes its exit code and peak memory to FILE.

On Linux a child inherits ``ru_maxrss`` from its parent, and pytest may be larger than any host; this process is small.
The peak is the larger of the command's own and that of its child processes. All of them are in one process group.
"""

import os
import sys

os.setsid()
child = os.posix_spawn(sys.argv[2], sys.argv[2:], os.environ)
for stream in (0, 1, 2):
    os.close(stream)
_, status, usage = os.wait4(child, 0)
memory = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
with open(sys.argv[1], "w") as report:
    report.write(f"{os.waitstatus_to_exitcode(status)} {memory}")
