"""Fault injection: disk errors, kills and power cuts at each system call of an action."""
