"""Failing disks, kills and power cuts at every system call that an action of the host makes."""
