"""``weighed.py FD COMMAND…``: runs a command on the same streams, then writes its exit code and peak bytes to ``FD``.

Linux hands ``ru_maxrss`` on from the process that starts another, and a test run may be larger than any host; this
one is small. The bytes are those of the command or of a process that it started, whichever held more.
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
