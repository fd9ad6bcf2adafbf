"""Names for what the fixtures make up."""

from collections.abc import Callable

from install.computer import Computer

Make = Callable[..., Computer]
"""Makes a computer of a system, with variables of its environment."""
