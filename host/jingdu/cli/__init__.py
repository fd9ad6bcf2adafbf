"""The command line: one module for each command of ``jingdu``."""

from jingdu.faults import InputError as InputError
