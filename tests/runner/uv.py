"""uv in place of pip for the tests' environment: the same locks, linked from its cache instead of copied."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from install import commands
from install.pip import Pip

_NAMES: Final = {
    "PIP_INDEX_URL": "UV_DEFAULT_INDEX",
    "PIP_EXTRA_INDEX_URL": "UV_INDEX",
    "PIP_CERT": "SSL_CERT_FILE",
}
"""pip's variables → uv's, which does not read pip's."""


class UvOrPip(Pip):
    """Installs with uv; where uv fails, for example behind a mirror that only pip is configured for, with pip."""

    def __init__(self, uv: Path, pip: Pip) -> None:
        super().__init__(pip.python, pip.log, pip.env)
        self._uv = uv

    def _run(self, what: str, arguments: Sequence[str | Path], tools: Path | None) -> None:
        command: list[str | Path] = [self._uv, "pip", what, "--quiet", "--python", self.python, *arguments]
        command = [word for word in command if word != "--use-pep517"]  # uv builds no other way
        if not commands.run(command, self.log, _environment(self.env, tools)):
            super()._run(what, arguments, tools)


def _environment(env: Mapping[str, str], tools: Path | None) -> dict[str, str]:
    named = {ours: env[name] for name, ours in _NAMES.items() if name in env and ours not in env}
    return {**env, **named, **({"PYTHONPATH": str(tools)} if tools else {})}
