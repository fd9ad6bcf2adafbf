"""``peak_memory.py FD COMMAND…``: runs a command with the same streams; writes its exit code and peak memory to ``FD``.

On Linux a child inherits ``ru_maxrss`` from its parent, and pytest may be larger than any host; this process is small.
The peak is the larger of the command's own and that of its child processes.
"""

import os
import sys

report = int(sys.argv[1])
os.set_inheritable(report, False)
child = os.posix_spawn(sys.argv[2], sys.argv[2:], os.environ)
for stream in (0, 1, 2):
    os.close(stream)
_, status, usage = os.wait4(child, 0)
memory = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
os.write(report, b"%d %d" % (os.waitstatus_to_exitcode(status), memory))
