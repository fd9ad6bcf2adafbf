"""Names for what the fixtures make up."""

from collections.abc import Callable

from install.computer import Computer

Make = Callable[..., Computer]
"""Makes a computer of a system, with variables of its environment."""


class Dictionary:
    """A registry on any system."""

    def __init__(self) -> None:
        self.values: dict[str, str] = {}

    def get(self, key: str) -> str | None:
        return self.values.get(key)

    def set(self, key: str, value: str) -> None:
        self.values[key] = value

    def delete(self, key: str) -> None:
        self.values.pop(key, None)
