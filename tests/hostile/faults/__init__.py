"""Failing disks, kills and power cuts at every call of the system that an action of the host makes."""
